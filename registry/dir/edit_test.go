package dir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

func TestNew(t *testing.T) {
	root := t.TempDir()
	for format, subject := range map[evctl.Format]string{evctl.JSON: "order.paid", evctl.Avro: "order.sent-off", evctl.Protobuf: "2nd.order"} {
		made, err := New(root, events, subject, format, "@orders")
		if err != nil {
			t.Fatal(err)
		}
		folder := "schemas/events/" + subject
		same(t, "made", made, []string{folder + "/1" + format.Ext(), folder + "/subject.yaml"})
	}
	r, err := Open(os.DirFS(root), events)
	if err != nil {
		t.Fatal(err)
	}
	if findings, err := r.Findings(t.Context()); len(findings) > 0 || err != nil {
		t.Errorf("got %v, %v, want nothing to find", findings, err)
	}
	compiles(t, r, r.Subjects()...)
	if got := r.Settings("order.paid").Owner; got != "@orders" {
		t.Errorf("owner is %q", got)
	}
	same(t, "left behind", names(t, filepath.Join(root, "schemas/events")), []string{"2nd.order", "order.paid", "order.sent-off"})

	if _, err := New(root, events, "order.paid", evctl.Avro, ""); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want that the subject exists", err)
	}
	for _, name := range []string{"", "..", "a/b", "a b", "-a", ".a", strings.Repeat("a", 201)} {
		if _, err := New(root, events, name, evctl.JSON, ""); err == nil {
			t.Errorf("made subject %q", name)
		}
	}
	if _, err := New(root, Layout{}, "a", evctl.JSON, ""); err == nil {
		t.Error("made a subject without a registry")
	}
}

func names(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestRetire(t *testing.T) {
	entry := Retirement{Versions: []int{1, 2}, Reason: `no "consumer"`, Evidence: "dashboard"}
	added := "- versions: [1, 2]\n  reason: \"no \\\"consumer\\\"\"\n  evidence: \"dashboard\"\n"
	for before, want := range map[string]string{
		"":              "retired:\n" + added,
		"owner: a # me": "owner: a # me\nretired:\n" + added,
		"retired:\n- {versions: [3], reason: r, evidence: e}\nowner: a\n": "retired:\n" + added + "- {versions: [3], reason: r, evidence: e}\nowner: a\n",
		"retired:\n  - {versions: [3], reason: r, evidence: e}\n":         "retired:\n  " + strings.TrimSuffix(strings.ReplaceAll(added, "\n", "\n  "), "  ") + "  - {versions: [3], reason: r, evidence: e}\n",
		"owner: a\r\n": strings.ReplaceAll("owner: a\nretired:\n"+added, "\n", "\r\n"),
	} {
		root := t.TempDir()
		file, err := retire(t, root, before, entry)
		if err != nil {
			t.Errorf("%q: %v", before, err)
			continue
		}
		got, err := os.ReadFile(filepath.Join(root, file))
		if err != nil || string(got) != want {
			t.Errorf("%q\n got %q, %v\nwant %q", before, got, err, want)
		}
	}
}

func retire(t *testing.T, root, settings string, entry Retirement) (string, error) {
	t.Helper()
	folder := filepath.Join(root, "schemas/events/order.paid")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"1.json": "{}", "2.json": "{}", "3.json": "{}"}
	if settings != "" {
		texts["subject.yaml"] = settings
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(os.DirFS(root), events)
	if err != nil {
		t.Fatal(err)
	}
	return Retire(root, r, "order.paid", entry)
}

func TestRetireRefuses(t *testing.T) {
	good := Retirement{Versions: []int{1}, Reason: "r", Evidence: "e"}
	both, unknown := good, good
	both.Exception = "EX-2026-001"
	unknown.Versions = []int{9}
	for _, test := range []struct {
		settings string
		entry    Retirement
		want     string
	}{
		{"", Retirement{}, "want versions, a reason"},
		{"", both, "want versions, a reason"},
		{"", unknown, "has no version 9"},
		{"retired: [{versions: [1], reason: r, evidence: e}]", good, "already retired"},
		{"retired: [{versions: [2], reason: r, evidence: e}]", good, "write the entry by hand"},
		{"ownr: a", good, "write the entry by hand"},
	} {
		root := t.TempDir()
		if _, err := retire(t, root, test.settings, test.entry); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.settings, err, test.want)
		}
		if got, _ := os.ReadFile(filepath.Join(root, "schemas/events/order.paid/subject.yaml")); string(got) != test.settings {
			t.Errorf("%q became %q", test.settings, got)
		}
	}
}
