package consumers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl/internal/yamldoc"
)

const (
	topicsFile = "topics:\n  t: {topicConfiguration: {retention.ms: 604800000, segment.ms: 86400000}}\n  endless: {topicConfiguration: {retention.ms: -1}}\n"
	head       = "apiVersion: evctl/v1\nkind: Service\nmetadata: {name: %s, owner: me}\nspec:\n"
)

// claimsOf lists the claims on events of subject s as "who duration", or "who ?".
func claimsOf(t *testing.T, topic, replay string, contracts ...string) []string {
	files := map[string]string{"topics.yaml": topicsFile, "replay.yaml": replay}
	for i, spec := range contracts {
		files[fmt.Sprintf("c%d/contract.yaml", i)] = fmt.Sprintf(head, fmt.Sprintf("c%d", i)) + spec
	}
	from := sources(files)
	from.Config.Org.Topics, from.Config.Org.Replay = "topics.yaml", "replay.yaml"
	declared, err := Read(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	past, err := ReadPast(from.Config, from.Files, declared)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range past.Claims("s", topic) {
		length := "?"
		if c.For.Set {
			length = c.For.String()
		}
		out = append(out, c.Who+" "+length)
	}
	return out
}

func TestClaims(t *testing.T) {
	const publishes = "  publishes: [{topic: t, events: [s]}]\n"
	for _, test := range []struct {
		name, topic, replay string
		contracts, want     []string
	}{
		{"nobody names a topic", "", "x: 1\n", nil, []string{"the topic of s ?"}},
		{"the subject does", "t", "x: 1\n", nil, []string{"topic t 8d"}},
		{"a topic nobody knows", "u", "x: 1\n", nil, []string{"topic u ?"}},
		{"a topic without end", "endless", "x: 1\n", nil, []string{"topic endless forever"}},
		{"an archive", "", "archive: 365d\n", []string{publishes}, []string{"topic t 8d", "the archive of t 365d"}},
		{"another for the topic", "", "archive: 365d\ntopics: {t: {archive: 30d}}\n", []string{publishes}, []string{"topic t 8d", "the archive of t 30d"}},
		{"the publisher keeps more", "", "archive: 30d\n", []string{"  publishes: [{topic: t, events: [s], archive: 90d}]\n"}, []string{"topic t 8d", "the archive of t 90d"}},
		{"a replay as far as the archive", "", "archive: 30d\n", []string{"  consumes: [{topic: t, events: {s: [1]}, replays: true}]\n"},
			[]string{"topic t 8d", "the archive of t 30d", "the replays of c0 30d"}},
		{"as far as replays may reach", "", "archive: 30d\nwindow: 20d\n", []string{"  consumes: [{topic: t, events: {s: [1]}, replays: true}]\n"},
			[]string{"topic t 8d", "the archive of t 30d", "the replays of c0 20d"}},
		{"as far as the consumer says", "", "window: 20d\n", []string{"  consumes: [{topic: t, events: {s: [1]}, replays: true, replayWindow: 400d}]\n"},
			[]string{"topic t 8d", "the replays of c0 400d"}},
		{"nobody says how far", "", "x: 1\n", []string{"  consumes: [{topic: t, events: {s: [1]}, replays: true}]\n"}, []string{"topic t 8d", "the replays of c0 ?"}},
	} {
		if got := claimsOf(t, test.topic, test.replay, test.contracts...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestLimitsThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"archive: soon\n":                 `"soon" is no duration`,
		"windw: 1d\n":                     `unknown key "windw": did you mean "window"?`,
		"topics: {t: {archiv: 1d}}\n":     `unknown key "archiv": did you mean "archive"?`,
		"archive: [\n":                    "r.yaml:",
		strings.Repeat("#", 9<<20) + "\n": "over the limit",
	} {
		_, err := readLimits(fstest.MapFS{"r.yaml": {Data: []byte(text)}}, "r.yaml")
		var wrong *yamldoc.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v", text, err)
		}
	}
	if _, err := readLimits(fstest.MapFS{}, "r.yaml"); err == nil || !strings.Contains(err.Error(), "r.yaml does not exist") {
		t.Errorf("got %v", err)
	}
}
