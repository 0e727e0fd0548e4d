// Package server will serve any evctl.Source over the REST surface of a
// Confluent-compatible registry.
//
// It is empty today.
package server
