package service

import (
	"maps"
	"regexp"
	"slices"
)

// checkConsumption judges which versions and fields a subscription reads.
func (c *Contract) checkConsumption(i int, s Subscription) []error {
	var faults []error
	report := func(keys []any, message string, args ...any) {
		faults = append(faults, c.errorAt(append([]any{"spec", "consumes", i}, keys...), message, args...))
	}
	if n := max(len(s.Events), len(s.Reads)); n > MaxEntries {
		report(nil, "%d entries are over the limit of %d for events and reads", n, MaxEntries)
		return faults
	}
	for _, event := range slices.Sorted(maps.Keys(s.Events)) {
		versions := s.Events[event]
		if len(versions) > MaxEntries {
			report([]any{"events", event}, "%d versions are over the limit of %d", len(versions), MaxEntries)
			continue
		}
		if len(versions) == 0 {
			report([]any{"events", event}, "no version of %s, want those that it reads", event)
		}
		for j, version := range versions {
			switch {
			case version < 1:
				report([]any{"events", event, j}, "%d is no version, want 1 or more", version)
			case slices.Contains(versions[:j], version):
				report([]any{"events", event, j}, "version %d stands here twice", version)
			}
		}
	}
	pointer := regexp.MustCompile(`^(/([^~/]|~[01])+)+$`)
	for j, field := range s.Reads {
		switch {
		case !pointer.MatchString(field):
			report([]any{"reads", j}, "%q is no field, want a JSON pointer such as /amount_minor or /items/*/sku", field)
		case slices.Contains(s.Reads[:j], field):
			report([]any{"reads", j}, "%s stands here twice", field)
		}
	}
	if len(s.Reads) > 0 && len(s.Events) == 0 {
		report([]any{"reads"}, "fields of no event, want the event types under events")
	}
	if s.ReplayWindow.Set && !s.Replays {
		report([]any{"replayWindow"}, "a window of %s without replays: true", s.ReplayWindow)
	}
	return faults
}
