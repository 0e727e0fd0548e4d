package registry

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
	"github.com/evctl/evctl/registry/rules"
)

// Drift returns where git and the remote registry disagree on a subject:
//
//   - another canonical form under one number is an error;
//   - a version that only the remote registry has is a warning: somebody
//     registered it directly;
//   - a version that only git has is a warning if the registry has newer ones;
//     else it waits to be registered, which is no drift. A subject that the
//     registry does not know at all waits as a whole.
//
// Findings point at git's file, or at its newest one.
func (j *Joined) Drift(ctx context.Context, subject string) ([]evctl.Finding, error) {
	git, err := j.git.Versions(ctx, subject)
	if err != nil {
		return nil, err
	}
	remote, err := j.remote.Versions(ctx, subject)
	if err != nil || len(git) == 0 || len(remote) == 0 {
		return nil, err
	}
	var findings []evctl.Finding
	report := func(severity evctl.Severity, file string, version int, format string, args ...any) {
		f := rules.Drift.At(evctl.Position{File: file}, format, args...)
		f.Severity, f.Subject, f.Key = severity, subject, fmt.Sprint(version)
		findings = append(findings, f)
	}
	newest := remote[len(remote)-1].Version
	for _, v := range git {
		switch other := find(remote, v.Version); {
		case other == nil && v.Version < newest:
			report(evctl.Warning, v.File, v.Version, "git has version %d of %s, the registry has %d and not this one", v.Version, subject, newest)
		case other != nil && !agree(ctx, v, other):
			report(rules.Drift.Severity, v.File, v.Version, "version %d of %s is another text in the registry", v.Version, subject)
		}
	}
	for _, v := range remote {
		if find(git, v.Version) == nil {
			report(evctl.Warning, git[len(git)-1].File, v.Version, "the registry has version %d of %s, git does not", v.Version, subject)
		}
	}
	evctl.SortFindings(findings)
	return findings, nil
}

// agree reports whether two schemas say the same, also if a registry has
// printed one of them anew, as Confluent's does with Protobuf.
func agree(ctx context.Context, a, b *evctl.Schema) bool {
	if Same(a, b) {
		return true
	}
	if a.Format != evctl.Protobuf || b.Format != evctl.Protobuf {
		return false
	}
	one, err := protobuf.Compile(ctx, a)
	other, otherErr := protobuf.Compile(ctx, b)
	return err == nil && otherErr == nil && proto.Equal(descriptor(one), descriptor(other))
}

// descriptor describes a file without its place.
func descriptor(f *protobuf.File) *descriptorpb.FileDescriptorProto {
	d := protodesc.ToFileDescriptorProto(f.FileDescriptor)
	d.Name, d.SourceCodeInfo = nil, nil
	return d
}

// Looser reports whether mode a asks for less than mode b in some direction.
func Looser(a, b evctl.Mode) bool {
	asks := b.Backward || b.Forward
	return b.Backward && !a.Backward || b.Forward && !a.Forward || asks && b.All && !a.All
}

// ModeDrift returns a finding if the remote registry holds a subject to another
// mode than the configuration does. remote is the registry's own word for it.
func ModeDrift(subject string, at evctl.Position, ours, theirs evctl.Mode, remote string) []evctl.Finding {
	if ours == theirs {
		return nil
	}
	effect := "it will refuse changes that pass here"
	if Looser(theirs, ours) {
		effect = "who registers directly gets past this check"
	}
	f := rules.ModeDrift.At(at, "mode of %s is %s here and %s in the registry: %s", subject, ours, remote, effect)
	f.Subject, f.Key = subject, "registry"
	return []evctl.Finding{f}
}

// WouldRefuse returns the finding for a version that passes here and that the
// remote registry refuses. strict is our judgement under the strict policy,
// from which the event is taken; it may be empty.
func WouldRefuse(s *evctl.Schema, reason string, strict evctl.Judgement) evctl.Finding {
	f := rules.WouldRefuse.At(evctl.Position{File: s.File}, "the registry refuses this version of %s: %s", s.Subject, reason)
	f.Subject = s.Subject
	for _, cause := range strict.Findings {
		if cause.Witness != nil {
			f.Witness, f.Direction, f.Path, f.Breaks, f.Old = cause.Witness, cause.Direction, cause.Path, cause.Breaks, cause.Old
			if cause.Position.File == s.File {
				f.Position = cause.Position
			}
			break
		}
	}
	return f
}
