package envelope

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/evctl/evctl"
)

// Refresh loads the subjects again, as NewValidator does, and judges by what it
// found from then on, all at once. Schemas that are as they were are not compiled
// again. If it fails, nothing changes. A published version never disappears: a
// source that lacks one that v has is an error, such as a folder that is half
// copied.
func (v *Validator) Refresh(ctx context.Context, source evctl.Source, subjects ...string) error {
	before := v.current.Load()
	after := &Checker{options: before.options, library: newLibrary(source, before.options), pass: before.pass}
	if err := after.library.loadAll(ctx, subjects, before.library); err != nil {
		return fmt.Errorf("refresh contracts: %w", err)
	}
	if lost := before.library.lost(after.library); lost != "" {
		return fmt.Errorf("refresh contracts: the source does not have %s any more", lost)
	}
	v.current.Store(after)
	return nil
}

// lost names the first version that the later library lacks, if there is one.
func (l *library) lost(later *library) string {
	for i := range l.shelves {
		for _, versions := range l.shelves[i].versions {
			for _, c := range versions {
				if later.contracts[c.schema.SchemaRef] == nil {
					return c.schema.SchemaRef.String()
				}
			}
		}
	}
	return ""
}

// RefreshEvery opens the source and refreshes v from it at each interval, until
// ctx ends. An error changes nothing: it goes to failed, and the next interval
// brings the next try. A source that is an io.Closer is closed once it is read. It
// does not return before ctx ends; call it in a goroutine of its own.
func (v *Validator) RefreshEvery(ctx context.Context, interval time.Duration, open func(context.Context) (evctl.Source, error), failed func(error), subjects ...string) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := v.refreshFrom(ctx, open, subjects); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

func (v *Validator) refreshFrom(ctx context.Context, open func(context.Context) (evctl.Source, error), subjects []string) error {
	source, err := open(ctx)
	if err != nil {
		return fmt.Errorf("refresh contracts: %w", err)
	}
	err = v.Refresh(ctx, source, subjects...)
	if closer, ok := source.(io.Closer); ok {
		err = errors.Join(err, closer.Close())
	}
	return err
}
