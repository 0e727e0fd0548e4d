// Package probe will ask a running service on loopback whether it keeps the
// promises of its contract: replays, conflicts, time-outs.
//
// It is empty today.
package probe
