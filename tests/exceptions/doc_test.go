// Package exceptions holds laws of the exceptions' clockwork: what is true of
// any dates, any calendar, any time zone, and any file that is edited.
package exceptions
