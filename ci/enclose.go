package ci

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// Enclose shows the witness of each finding also as a whole event: the payload
// of an envelope of version 2 that names the schema it was written with. A
// witness that no envelope takes, such as a list, or that of a subject which is
// no event type, stays as it is; then Enclose reports false.
func Enclose(findings []evctl.Finding, old []*evctl.Schema, new *evctl.Schema) (all bool) {
	all = true
	for i := range findings {
		f := &findings[i]
		f.Witness = enclosed(f.Witness, writerOf(*f, f.Direction, old, new))
		f.Sides = slices.Clone(f.Sides)
		for k, side := range f.Sides {
			f.Sides[k].Witness = enclosed(side.Witness, writerOf(*f, side.Direction, old, new))
		}
		for _, side := range f.ByDirection() {
			all = all && (side.Witness == nil || side.Witness.Event != nil)
		}
	}
	return all
}

// writerOf is the version that wrote a finding's event: the new one, or the
// published one that the finding speaks of. A version without a number has the
// one that comes next.
func writerOf(f evctl.Finding, dir evctl.Direction, old []*evctl.Schema, new *evctl.Schema) evctl.SchemaRef {
	ref := new.SchemaRef
	last := 0
	for _, s := range old {
		last = max(last, s.Version, 1)
		if dir == evctl.Backward && (f.Old == nil || s.Version == f.Old.Version) {
			ref.Version = max(1, s.Version)
			return ref
		}
	}
	ref.Version = cmp.Or(ref.Version, last+1)
	return ref
}

// enclosed returns the witness with its event, or as it is.
func enclosed(w *evctl.Witness, ref evctl.SchemaRef) *evctl.Witness {
	if w == nil {
		return nil
	}
	payload := payloadOf(w)
	if payload == nil {
		return w
	}
	ref.Registry = cmp.Or(ref.Registry, "events")
	aggregate, _, _ := strings.Cut(ref.Subject, ".")
	sum := sha256.Sum256([]byte(ref.String() + string(payload)))
	random := hex.EncodeToString(sum[:]) // each event has an id of its own, and the same in every run
	event, err := json.Marshal(envelope.Envelope{
		EventID:       "0190d3a0-7b1c-7" + random[:3] + "-8" + random[3:6] + "-" + random[6:18],
		EventType:     ref.Subject,
		SchemaVersion: int64(ref.Version), SchemaRef: ref.String(),
		AggregateType: aggregate, AggregateID: aggregate + "-" + random[18:22], AggregateVersion: 1, WriterEpoch: 1, OriginRegion: "eu-1",
		OccurredAt: envelope.Timestamp(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)),
		Producer:   "evctl", CorrelationID: "0190d3a0-7b1c-7c3e-8a2b-0123456789ac", Payload: payload,
	})
	if err != nil || !isEnvelope(event) {
		return w
	}
	whole := *w
	whole.Event = event
	return &whole
}

// payloadOf is the witness as an envelope carries it: JSON as it is, bytes as a
// base64 string.
func payloadOf(w *evctl.Witness) json.RawMessage {
	if w.Value != nil {
		return w.Value
	}
	raw, err := hex.DecodeString(w.Hex)
	if err != nil || w.Datum == nil && w.Hex == "" && w.Written == "" {
		return nil
	}
	return json.RawMessage(`"` + base64.StdEncoding.EncodeToString(raw) + `"`)
}

// isEnvelope reports whether the event keeps to the envelope, whatever its payload.
func isEnvelope(event []byte) bool {
	checker := envelope.NewChecker(nil, envelope.Options{Version: 2, Rules: map[string]evctl.Severity{"envelope/payload-unchecked": evctl.Off}})
	findings, err := checker.Check(context.Background(), "event", event)
	return err == nil && !fails(findings)
}
