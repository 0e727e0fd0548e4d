package contracts

import (
	"context"
	"io/fs"

	"github.com/evctl/evctl"
)

// Verify looks at contracts alone: that each is one, and that every file it
// names exists and parses. It returns how many contracts there are and what is
// wrong, sorted.
func Verify(ctx context.Context, fsys fs.FS, o Options) (seen int, found []evctl.Finding, err error) {
	o.Source, o.Exceptions = nil, nil
	fleet, out, err := load(ctx, fsys, o)
	if err != nil {
		return 0, nil, err
	}
	for _, s := range fleet {
		one := Service{}
		for _, fault := range s.Faults {
			one.Faults = append(one.Faults, faultFinding(s.Metadata.Name, fault))
		}
		out.Services = append(out.Services, one)
	}
	return out.Seen, out.Findings(), nil
}
