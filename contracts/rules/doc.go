// Package rules holds the rules of the idempotency and retry RFC, one a file:
// the rule, its page, and the check that judges one service by it. Start with
// [All] and [Checks]. Loading services, severities and waivers are the work of
// package contracts.
package rules

import (
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

//go:generate go run ../../internal/rulegen

// A Check writes its verdicts about one service to a sheet, at least one.
type Check func(*service.Service, *verdict.Sheet)
