// Package contracts will read service contracts (contract.yaml) and judge them
// by the clauses of the idempotency-and-retry RFC, one rule a file.
//
// It is empty today, but for contracts/exceptions: waivers, which every family
// uses already.
package contracts
