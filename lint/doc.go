// Package lint judges Go code that writes state and publishes events: dual
// writes, publishes inside of transactions, mutating calls without an
// idempotency key. Call [Run].
//
// It loads the code (lint/load), summarises one package at a time what its
// functions do (lint/effects, by the words of lint/catalog), joins the
// summaries (lint/link), and asks the rules (lint/rules). A clean result is no
// proof: [Result] counts what could not be followed.
package lint
