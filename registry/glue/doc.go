// Package glue will read published versions from an AWS Glue schema registry,
// as an evctl.Source. It will not write.
//
// It is empty today.
package glue
