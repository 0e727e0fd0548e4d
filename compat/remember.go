package compat

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/diskcache"
)

// Remember has the Decider keep its answers in the cache: the same question
// about the same texts is not worked out again. The tool's name must change
// whenever its answers may. It returns the Decider.
func (d *Decider) Remember(cache *diskcache.Cache, tool string) *Decider {
	d.cache, d.tool = cache, tool
	return d
}

// question is the key of a change: all that an answer depends on and says.
func (d *Decider) question(change evctl.Change, versions []*evctl.Schema, dirs []evctl.Direction) diskcache.Key {
	rest, err := json.Marshal([]any{dirs, change.Semantics})
	if err != nil {
		panic(err) // plain values
	}
	parts := [][]byte{[]byte(d.tool), rest}
	for _, s := range append([]*evctl.Schema{change.New}, versions...) {
		parts = appendSchema(parts, s)
	}
	return diskcache.KeyOf(parts...)
}

func appendSchema(parts [][]byte, s *evctl.Schema) [][]byte {
	parts = append(parts, []byte(s.Format), []byte(s.SchemaRef.String()), []byte(s.File), []byte(s.Message), s.Text)
	for _, name := range slices.Sorted(maps.Keys(s.Refs)) {
		parts = append(parts, []byte("ref"), []byte(name))
		parts = appendSchema(parts, s.Refs[name])
	}
	return append(parts, []byte("end"))
}

func (d *Decider) recall(k diskcache.Key) (j evctl.Judgement, ok bool) {
	raw, ok := d.cache.Get(k)
	if !ok || gob.NewDecoder(bytes.NewReader(raw)).Decode(&j) != nil {
		return evctl.Judgement{}, false
	}
	j.Cached = true
	return j, true
}

// keep files an answer that will be as good tomorrow: not one that ran out of
// time, and none that would come back otherwise than it was.
func (d *Decider) keep(k diskcache.Key, j evctl.Judgement) {
	if d.cache == nil || j.Verdict == evctl.Undecided || slices.ContainsFunc(j.Findings, unsure) {
		return
	}
	var raw bytes.Buffer
	if gob.NewEncoder(&raw).Encode(j) != nil {
		return
	}
	var back evctl.Judgement
	if gob.NewDecoder(bytes.NewReader(raw.Bytes())).Decode(&back) == nil && reflect.DeepEqual(back, j) {
		d.cache.Put(k, raw.Bytes())
	}
}

func unsure(f evctl.Finding) bool {
	return f.Rule == "compat/undecided" || f.Witness != nil && f.Witness.Unverified
}
