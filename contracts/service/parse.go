package service

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// APIVersion and Kind are what the first lines of a contract say.
const (
	APIVersion = "evctl/v1"
	Kind       = "Service"
)

// Claims reports whether a text says that it is a contract, of whatever version.
func Claims(text []byte) bool {
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte("apiVersion:")); ok && bytes.HasPrefix(bytes.Trim(rest, " \t\"'"), []byte("evctl/")) {
			return true
		}
	}
	return false
}

// MaxBytes bounds a contract. People write it, and the YAML decoder looks at all
// that stands before each duration.
const MaxBytes = 256 << 10

// Parse reads a contract. The error joins [*yamldoc.Error]s, one a fault.
func Parse(file string, text []byte) (*Contract, error) {
	if len(text) > MaxBytes {
		at := evctl.Position{File: file, Line: 1, Column: 1}
		return nil, &yamldoc.Error{Position: at, Message: fmt.Sprintf("%d bytes are over the limit of %d for one contract", len(text), MaxBytes)}
	}
	doc, err := yamldoc.Parse(file, text)
	if err != nil {
		return nil, err
	}
	doc.Extensions = true
	c := &Contract{File: file, doc: doc}
	if err := c.checkHead(); err != nil {
		return nil, err
	}
	if err := doc.Decode(c); err != nil {
		return nil, err
	}
	if err := c.checkLengths(); err != nil {
		return nil, err
	}
	c.Spec.Idempotency = fill(c.Spec.Idempotency)
	return c, errors.Join(c.checkNames(), c.checkChoices(), c.checkParts())
}

// checkHead refuses what is no contract of this version before its keys are
// called unknown.
func (c *Contract) checkHead() error {
	root := c.doc.Root()
	if !root.Exists() {
		return c.errorAt(nil, "found nothing, want apiVersion: %s", APIVersion)
	}
	if version := root.Get("apiVersion").Text(); version != APIVersion {
		return c.errorAt([]any{"apiVersion"}, "apiVersion %q, want %s", version, APIVersion)
	}
	if kind := root.Get("kind").Text(); kind != Kind {
		return c.errorAt([]any{"kind"}, "kind %q, want %s", kind, Kind)
	}
	return nil
}

// fill puts defaults where the contract says nothing.
func fill(i Idempotency) Idempotency {
	d := defaults()
	i.Mode = cmp.Or(i.Mode, d.Mode)
	i.ExpiredStatus = cmp.Or(i.ExpiredStatus, d.ExpiredStatus)
	i.OnStoreUnavailable = cmp.Or(i.OnStoreUnavailable, d.OnStoreUnavailable)
	i.Scope.Tenant = cmp.Or(i.Scope.Tenant, d.Scope.Tenant)
	i.Scope.Endpoint = cmp.Or(i.Scope.Endpoint, d.Scope.Endpoint)
	i.Fingerprint.Algorithm = cmp.Or(i.Fingerprint.Algorithm, d.Fingerprint.Algorithm)
	if i.Fingerprint.Covers == nil {
		i.Fingerprint.Covers = d.Fingerprint.Covers
	}
	return i
}

func (c *Contract) checkNames() error {
	var faults []error
	if c.Metadata.Name == "" {
		faults = append(faults, c.errorAt([]any{"metadata", "name"}, "no name, want the service's"))
	}
	if c.Metadata.Owner == "" {
		faults = append(faults, c.errorAt([]any{"metadata", "owner"}, "no owner, want the team that answers for the service"))
	}
	for i, p := range c.Spec.Publishes {
		if p.Topic == "" {
			faults = append(faults, c.errorAt([]any{"spec", "publishes", i}, "no topic, want the one that is published to"))
		}
	}
	for i, s := range c.Spec.Consumes {
		if s.Topic == "" {
			faults = append(faults, c.errorAt([]any{"spec", "consumes", i}, "no topic, want the one that is consumed"))
		}
		faults = append(faults, c.checkConsumption(i, s)...)
	}
	for i, client := range c.Spec.Clients {
		if client.Name == "" {
			faults = append(faults, c.errorAt([]any{"spec", "clients", i}, "no name, want the client's"))
		}
	}
	return errors.Join(faults...)
}

// choice is a value that has a few words to choose from.
type choice struct {
	value, among string
	keys         []any
}

func (c *Contract) checkChoices() error {
	choices := c.idempotencyChoices(c.Spec.Idempotency, "spec", "idempotency")
	for _, id := range slices.Sorted(maps.Keys(c.Spec.Operations)) {
		o, at := c.Spec.Operations[id], []any{"spec", "operations", id}
		choices = append(choices, c.idempotencyChoices(o.Idempotency, at[0], at[1], id, "idempotency")...)
		choices = append(choices, choice{o.Tier, "durable best_effort", append(at, "tier")},
			choice{o.SideEffects, "external local none", append(at, "sideEffects")})
	}
	for i, client := range c.Spec.Clients {
		at := []any{"spec", "clients", i}
		choices = append(choices, choice{client.Role, "key_holder inner", append(at, "role")},
			choice{client.KeyPersistence, "memory disk db", append(at, "keyPersistence")})
	}
	for i, p := range c.Spec.Publishes {
		at := []any{"spec", "publishes", i}
		choices = append(choices, choice{p.Via, "outbox cdc", append(at, "via")},
			choice{p.Envelope, "v1 v2", append(at, "envelope")})
	}
	for i, s := range c.Spec.Consumes {
		at := []any{"spec", "consumes", i}
		choices = append(choices, choice{s.Commit, "after_tx before_tx", append(at, "commit")})
		for d, keys := &s.Dedupe, append(at, "dedupe"); d != nil; d, keys = d.Also, append(keys, "also") {
			choices = append(choices, choice{d.Mode, "inbox version_high_water_mark state_guard", append(keys, "mode")})
		}
	}
	choices = append(choices, choice{c.Spec.Retries.Go.Role, "inner key_holder", []any{"spec", "retries", "go", "role"}})
	var faults []error
	for _, one := range choices {
		if among := strings.Fields(one.among); one.value != "" && !slices.Contains(among, one.value) {
			hint := cmp.Or(suggest.Hint(one.value, among), ": want one of "+strings.Join(among, ", "))
			faults = append(faults, c.errorAt(one.keys, "unknown value %q%s", one.value, hint))
		}
	}
	return errors.Join(faults...)
}

func (c *Contract) idempotencyChoices(i Idempotency, at ...any) []choice {
	status := ""
	if i.ExpiredStatus != 0 {
		status = fmt.Sprint(i.ExpiredStatus)
	}
	in := func(keys ...any) []any { return append(slices.Clone(at), keys...) }
	return []choice{
		{i.Mode, "key natural_key none", in("mode")},
		{i.Key.Format, "uuidv7 opaque", in("key", "format")},
		{status, "422 410", in("expiredStatus")},
		{i.OnStoreUnavailable, "fail_closed fail_open", in("onStoreUnavailable")},
		{i.Record.Shape, "lifecycle single_tx", in("record", "shape")},
	}
}

// MaxEntries bounds each list of a contract, and the calls of all operations
// together.
const MaxEntries = 1000

func (c *Contract) checkLengths() error {
	calls := 0
	for _, o := range c.Spec.Operations {
		calls += len(o.Calls)
	}
	var faults []error
	for key, n := range map[string]int{
		"stores": len(c.Spec.Stores), "operations": max(len(c.Spec.Operations), calls), "clients": len(c.Spec.Clients),
		"publishes": len(c.Spec.Publishes), "consumes": len(c.Spec.Consumes), "waivers": len(c.Spec.Waivers),
	} {
		if n > MaxEntries {
			faults = append(faults, c.errorAt([]any{"spec", key}, "%d entries are over the limit of %d for %s", n, MaxEntries, key))
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// checkParts judges numbers, and references inside the contract.
func (c *Contract) checkParts() error {
	var faults []error
	stores := slices.Sorted(maps.Keys(c.Spec.Stores))
	known := func(store string, keys ...any) {
		if store != "" && !slices.Contains(stores, store) {
			faults = append(faults, c.errorAt(keys, "unknown store %q%s", store, suggest.Hint(store, stores)))
		}
	}
	known(c.Spec.Idempotency.Record.Store, "spec", "idempotency", "record", "store")
	for i, p := range c.Spec.Publishes {
		known(p.Store, "spec", "publishes", i, "store")
	}
	for i, s := range c.Spec.Consumes {
		known(s.Dedupe.Store, "spec", "consumes", i, "dedupe", "store")
	}
	for i, client := range c.Spec.Clients {
		if client.MaxAttempts < 0 {
			faults = append(faults, c.errorAt([]any{"spec", "clients", i, "maxAttempts"}, "%d attempts, want 1 or more", client.MaxAttempts))
		}
	}
	return errors.Join(faults...)
}

func (c *Contract) errorAt(keys []any, message string, args ...any) error {
	return &yamldoc.Error{Position: c.Position(keys...), Message: fmt.Sprintf(message, args...)}
}
