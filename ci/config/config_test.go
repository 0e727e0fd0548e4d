package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
)

func parse(t *testing.T, text string) *Config {
	c, err := Parse("evctl.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const full = `version: 1
registry: {name: events, dir: schemas, url: "https://registry.example,https://second.example", subject-name: "{subject}-value", context: .team}
schemas:
  - {path: "events/{subject}.avsc", subject: "{subject}-value", since: v1.4.0, root: proto, message: acme.Event}
semantics: {policy: strict, formats: assert, draft: "2020-12", protobuf: source}
compatibility: BACKWARD_TRANSITIVE
overrides:
  - {subject: "internal.audit.*", compatibility: NONE}
  - {subject: "internal.*", compatibility: BACKWARD}
envelope: {version: 2, max-bytes: 1000, events: ["testdata/events/*.ndjson"]}
kafka:
  tls: {enabled: true, ca: ca.pem, cert: /run/secrets/cert.pem, key: /run/secrets/key.pem}
  sasl: {mechanism: oauthbearer, token-file: token, extensions: {logicalCluster: lkc-1}}
lint: {packages: [./cmd/...], min-confidence: high, sinks: [{match: acme.Publish}, {match: (*acme.Store).Put, effect: write, args: {tx: recv, value: 1}}]}
contracts: [contract.yaml]
consumers: [consumers]
org: {topics: t.yaml, calendar: c.yaml, regions: [eu], quarantine: q.yaml, adopted: 2026-10-01, approvers: ["@platform"], replay: r.yaml}
exceptions: {file: waivers.yaml, same-change: allow}
rules: {schema/unbounded-string: off, KEY-001: warning}
fail-on: never
`

func TestParseReadsEveryKey(t *testing.T) {
	c, err := Parse("services/orders/evctl.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Version:       1,
		Registry:      Registry{Name: "events", Dir: "services/orders/schemas", URL: "https://registry.example,https://second.example", SubjectName: "{subject}-value", Context: ".team"},
		Schemas:       []Layout{{"services/orders/events/{subject}.avsc", "{subject}-value", "v1.4.0", "services/orders/proto", "acme.Event"}},
		Semantics:     Semantics{evctl.Strict, "assert", "2020-12", evctl.SourceLevel},
		Compatibility: Mode{evctl.Mode{Backward: true, All: true}},
		Overrides:     []Override{{"internal.audit.*", Mode{}}, {"internal.*", Mode{evctl.Mode{Backward: true}}}},
		Envelope:      Envelope{2, 1000, []string{"services/orders/testdata/events/*.ndjson"}},
		Kafka: Kafka{
			KafkaTLS{true, "services/orders/ca.pem", "/run/secrets/cert.pem", "/run/secrets/key.pem"},
			SASL{Mechanism: "oauthbearer", TokenFile: "services/orders/token", Extensions: map[string]string{"logicalCluster": "lkc-1"}},
		},
		Lint: Lint{[]string{"./cmd/..."}, "high", []catalog.Sink{
			{Match: "acme.Publish"},
			{Match: "(*acme.Store).Put", Effect: "write", Args: map[catalog.Role]catalog.Argument{catalog.Tx: catalog.Receiver, catalog.Value: 1}},
		}},
		Contracts: []string{"services/orders/contract.yaml"},
		Consumers: []string{"services/orders/consumers"},
		Org: Org{"services/orders/t.yaml", "services/orders/c.yaml", []string{"eu"}, "services/orders/q.yaml", "2026-10-01",
			[]string{"@platform"}, "services/orders/r.yaml"},
		Exceptions: Exceptions{"services/orders/waivers.yaml", "allow"},
		Rules:      map[string]evctl.Severity{"schema/unbounded-string": evctl.Off, "KEY-001": evctl.Warning},
		FailOn:     FailOn{evctl.Off},
		File:       "services/orders/evctl.yaml", doc: c.doc,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
	if got := c.BaselineFile(); got != "services/orders/evctl.baseline.yaml" {
		t.Errorf("the baseline is at %s", got)
	}
	if got, want := c.Semantics.Evctl(), (evctl.Semantics{Policy: evctl.Strict, AssertFormats: true, Draft: "2020-12", Level: evctl.SourceLevel}); got != want {
		t.Errorf("semantics are %+v, want %+v", got, want)
	}
}

func TestADraftMayBeWrittenAsANumber(t *testing.T) {
	if got := parse(t, "version: 1\nsemantics: {draft: 7}").Semantics.Draft; got != "7" {
		t.Errorf("got %q", got)
	}
}

func TestFirstOverrideWins(t *testing.T) {
	c := parse(t, full)
	for subject, want := range map[string]string{"internal.audit.x": "NONE", "internal.x": "BACKWARD", "order.paid": "BACKWARD_ALL"} {
		if got := c.Mode(subject).String(); got != want {
			t.Errorf("%s is %s, want %s", subject, got, want)
		}
	}
}

func TestParseNamesThePlaceOfAFault(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "evctl.yaml: want version: 1, the only one there is",
		"version: 2":                         "evctl.yaml:1:1: want version: 1, the only one there is",
		"version: 1\nregisty: {}\n":          `evctl.yaml:2:1: unknown key "registy": did you mean "registry"?`,
		"version: 1\nregistry:\n  nmae: x\n": `evctl.yaml:3:3: unknown key "nmae": did you mean "name"?`,
		"version: 1\nregistry: {name: x, url: 'ftp://x'}":                                  `evctl.yaml:2:21: "ftp://x" is no address, want one like https://registry.example`,
		"version: 1\nregistry: {url: 'https://me:secret@x'}":                               "evctl.yaml:2:12: the address holds credentials, want them in the environment",
		"version: 1\nregistry: {url: https://x, subject-name: x}":                          `evctl.yaml:2:28: "x", want {subject} in it, once`,
		"version: 1\nregistry: {url: https://x, glue: {registry: y}}":                      "evctl.yaml:2:28: url and glue name two registries, want one",
		"version: 1\nregistry: {dir: schemas}":                                             "evctl.yaml:2:1: no name, want the folder below schemas that holds the subjects",
		"version: 1\nregistry: {name: a/b}":                                                `evctl.yaml:2:12: "a/b" holds a slash, which ends the name in a schema ref`,
		"version: 1\nschemas: [{subject: x}]":                                              "evctl.yaml:2:11: no path, want the files that are schemas",
		"version: 1\nschemas: [{path: a.avsc}]":                                            "evctl.yaml:2:12: no subject, want {subject} in the path or a key subject",
		"version: 1\nschemas: [{path: ../a.avsc, subject: a}]":                             `evctl.yaml:2:12: path "../a.avsc" leads out of the repository`,
		"version: 1\nschemas: [{path: /a.avsc, subject: a}]":                               `evctl.yaml:2:12: path "/a.avsc", want one relative to this file, with slashes`,
		"version: 1\nlint: {sinks: [{match: acme.F, effect: publsh}]}":                     `evctl.yaml:2:16: unknown effect "publsh": did you mean "publish"?`,
		"version: 1\nlint: {sinks: [{match: Emit}]}":                                       `evctl.yaml:2:16: match "Emit", want a function like example.com/bus.Emit or (*example.com/bus.Client).Emit`,
		"version: 1\nlint: {sinks: [{match: acme.F, args: {topic: first}}]}":               `evctl.yaml:2:46: "first" is no argument, want its number, counted from 0, or recv`,
		"version: 1\nsemantics: {policy: lenien}":                                          `evctl.yaml:2:13: unknown value "lenien": did you mean "lenient"?`,
		"version: 1\nsemantics: {protobuf: xml}":                                           `evctl.yaml:2:13: unknown value "xml": want one of wire, wire_json, source`,
		"version: 1\ncompatibility: FULLL":                                                 `evctl.yaml:2:16: unknown compatibility mode "FULLL": want NONE, BACKWARD, FORWARD or FULL, each but NONE also with _ALL`,
		"version: 1\noverrides: [{compatibility: NONE}]":                                   `evctl.yaml:2:13: "" is no glob`,
		"version: 1\noverrides: [{subject: x}]":                                            "evctl.yaml:2:13: no compatibility, want a mode",
		"version: 1\nenvelope: {version: 3}":                                               "evctl.yaml:2:12: unknown version 3, want 1 or 2",
		"version: 1\nenvelope: {max-bytes: -1}":                                            "evctl.yaml:2:12: -1 is no size, want bytes above 0",
		"version: 1\nenvelope: {events: ['[']}":                                            `evctl.yaml:2:21: "[" is no glob`,
		"version: 1\norg: {adopted: soon}":                                                 `evctl.yaml:2:7: "soon" is no day, want YYYY-MM-DD`,
		"version: 1\nkafka: {tls: {cert: a.pem}}":                                          "evctl.yaml:2:9: cert and key go together",
		"version: 1\nkafka: {tls: {ca: ../a.pem}}":                                         `evctl.yaml:2:15: path "../a.pem" leads out of the repository`,
		"version: 1\nkafka: {sasl: {mechanism: kerberos}}":                                 `evctl.yaml:2:16: unknown value "kerberos": want one of plain, scram-sha-256, scram-sha-512, oauthbearer`,
		"version: 1\nkafka: {sasl: {user: me}}":                                            "evctl.yaml:2:9: no mechanism, want one of plain, scram-sha-256, scram-sha-512, oauthbearer",
		"version: 1\nkafka: {sasl: {mechanism: plain, password: s}}":                       `evctl.yaml:2:34: unknown key "password": want one of extensions, mechanism, password-env, password-file, token-env, token-file, user`,
		"version: 1\nkafka: {sasl: {mechanism: plain, password-env: s3cr=t}}":              "evctl.yaml:2:34: no name of an environment variable, which holds the secret",
		"version: 1\nkafka: {sasl: {mechanism: plain, password-env: P, password-file: p}}": "evctl.yaml:2:51: password-env and password-file are two places of one password, want one",
		"version: 1\nkafka: {sasl: {mechanism: oauthbearer, token-env: P, token-file: p}}": "evctl.yaml:2:54: token-env and token-file are two places of one token, want one",
		"version: 1\nkafka: {sasl: {mechanism: oauthbearer, password-env: P}}":             "evctl.yaml:2:16: oauthbearer takes a token, no password",
		"version: 1\nkafka: {sasl: {mechanism: scram-sha-256, user: me, token-env: P}}":    "evctl.yaml:2:16: scram-sha-256 takes a user and a password, no token or extensions",
		"version: 1\nexceptions: {same-change: perhaps}":                                   `evctl.yaml:2:14: unknown value "perhaps": want one of deny, allow`,
		"version: 1\nrules: {a/b: fatal}":                                                  `evctl.yaml:2:14: unknown severity "fatal": want off, info, warning or error`,
		"version: 1\nfail-on: sometimes":                                                   `evctl.yaml:2:10: unknown value "sometimes": want error, warning, info or never`,
		"version: 1\nversion: 1\n":                                                         `evctl.yaml:2:1: mapping key "version" already defined at [1:1]`,
		"version: 1\nrules: [a/b]":                                                         "evctl.yaml:2:8: want a mapping of keys to values, found a list",
	} {
		_, err := Parse("evctl.yaml", []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestResolveRules(t *testing.T) {
	rules := []evctl.Rule{{ID: "schema/unbounded-string"}, {ID: "rfc/key-001", Aliases: []string{"KEY-001"}}}
	c := parse(t, full)
	if err := c.ResolveRules(rules); err != nil || c.Severity("rfc/key-001", evctl.Error) != evctl.Warning || c.Severity("a/b", evctl.Info) != evctl.Info {
		t.Errorf("got %v, %v", c.Rules, err)
	}
	c = parse(t, "version: 1\nrules: {schema/unbounded-sting: off, nonsense: off}")
	want := "evctl.yaml:2:38: unknown rule \"nonsense\"\nevctl.yaml:2:9: unknown rule \"schema/unbounded-sting\": did you mean \"schema/unbounded-string\"?"
	if err := c.ResolveRules(rules); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestVerify(t *testing.T) {
	c := parse(t, full)
	rules := []evctl.Rule{{ID: "schema/unbounded-string"}, {ID: "rfc/key-001", Aliases: []string{"KEY-001"}}}
	err := c.Verify(rules, fstest.MapFS{"schemas/events/a/1.json": {}, "t.yaml": {}, "c.yaml": {}, "q.yaml": {}})
	want := "evctl.yaml:17:123: r.yaml does not exist\nevctl.yaml:12:24: ca.pem does not exist\n" +
		"evctl.yaml:12:36: /run/secrets/cert.pem does not exist\nevctl.yaml:12:65: /run/secrets/key.pem does not exist\nevctl.yaml:16:13: consumers does not exist\nevctl.yaml:10:50: testdata/events/*.ndjson matches no file"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want\n%s", err, want)
	}
	c.Kafka.TLS.Cert, c.Kafka.TLS.Key = filepath.Join(t.TempDir(), "."), "evctl.yaml"
	ok := fstest.MapFS{"ca.pem": {}, "evctl.yaml": {}, "schemas/events/a/1.json": {}, "t.yaml": {}, "c.yaml": {}, "q.yaml": {}, "r.yaml": {}, "consumers/x": {}, "testdata/events/a.ndjson": {}}
	if err := c.Verify(rules, ok); err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, root string, files map[string]string) {
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLoadLooksUpToTheRootOfTheRepository(t *testing.T) {
	outer, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, outer, map[string]string{
		"evctl.yaml":             "version: 1",
		"repo/.git/HEAD":         "",
		"repo/.evctl.yaml":       "version: 1\nregistry: {name: dotted}",
		"repo/a/evctl.yaml":      "version: 1\nregistry: {name: a}",
		"repo/a/.evctl.yaml":     "version: 1\nregistry: {name: hidden}",
		"repo/a/b/c/x":           "",
		"repo/other.yaml":        "version: 1\nregistry: {name: other}",
		"repo/worktree/.git":     "gitdir: elsewhere",
		"repo/worktree/x/y.avsc": "",
	})
	for _, c := range []struct{ dir, file, root, want string }{
		{"repo/a/b/c", "", "repo", "a"},
		{"repo", "", "repo", "dotted"},
		{"repo/a", "../other.yaml", "repo", "other"},
		{"repo/a", filepath.Join(outer, "repo/other.yaml"), "repo", "other"},
		{"repo/worktree/x", "", "repo/worktree", ""}, // the file of the repository around it does not count
	} {
		got, err := Load(filepath.Join(outer, c.dir), c.file)
		if err != nil || got.Registry.Name != c.want || got.Root != filepath.Join(outer, c.root) {
			t.Errorf("%s %s: %+v, %v", c.dir, c.file, got, err)
		}
	}
	if _, err := Load(outer, "missing.yaml"); err == nil || !strings.Contains(err.Error(), "missing.yaml: no such file") {
		t.Errorf("got %v", err)
	}
}

func TestWithoutAFile(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  Registry
		loose []Layout
		err   string
	}{
		"nothing":        {files: []string{"README.md", "package.json", "testdata/a.avsc", ".cache/b.avsc", "node_modules/c/d.proto"}, err: ErrNothing.Error()},
		"bare":           {files: []string{"HEAD", "objects/x", "refs/x", "a.avsc"}, err: "/root is a bare repository: want a work tree, such as git worktree add makes"},
		"embedded":       {files: []string{"schemas/events/order.paid/1.json", "schemas/README.md", "a.avsc"}, want: Registry{Name: "events", Dir: "schemas"}},
		"two registries": {files: []string{"schemas/a/x/1.json", "schemas/b/x/1.avsc"}, err: "schemas holds more than one registry (a, b): name one as registry.name in evctl.yaml"},
		"loose": {files: []string{"schemas/order.avsc", "api/v1/x.proto", "y.schema.json", "z.json"},
			loose: []Layout{{Path: "api/v1/x.proto", Subject: "api/v1/x"}, {Path: "schemas/order.avsc", Subject: "schemas/order"}, {Path: "y.schema.json", Subject: "y"}}},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			for _, file := range c.files {
				fsys[file] = &fstest.MapFile{}
			}
			got, err := Discover("/root", fsys)
			if c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Errorf("got %v, want %s", err, c.err)
				}
				return
			}
			if err != nil || got.Registry != c.want || !reflect.DeepEqual(got.Schemas, c.loose) || got.Compatibility.Mode != evctl.FullAll {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// A file that names no place for schemas leaves the search as it is.
func TestFill(t *testing.T) {
	fsys := fstest.MapFS{"a/schemas/events/x/1.json": {}, "a/schemas/other/x/1.json": {}, "b/x.avsc": {}, "schemas/events/y/1.json": {}}
	for _, c := range []struct {
		file, text string
		registry   Registry
		schemas    []Layout
		err        string
	}{
		{file: "evctl.yaml", registry: Registry{Name: "events", Dir: "schemas"}},
		{file: "a/evctl.yaml", text: "registry: {name: other}", registry: Registry{Name: "other", Dir: "a/schemas"}},
		{file: "a/evctl.yaml", err: "schemas holds more than one registry (events, other): name one as registry.name in evctl.yaml"},
		{file: "b/evctl.yaml", schemas: []Layout{{Path: "b/x.avsc", Subject: "x"}}},
		{file: "evctl.yaml", text: "registry: {name: n, dir: d}", registry: Registry{Name: "n", Dir: "d"}},
		{file: "c/evctl.yaml"},
	} {
		got, err := Parse(c.file, []byte("version: 1\n"+c.text))
		if err == nil {
			err = got.Fill(fsys)
		}
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if err != nil || got.Registry != c.registry || !reflect.DeepEqual(got.Schemas, c.schemas) {
			t.Errorf("%+v: %+v %+v, %v", c, got.Registry, got.Schemas, err)
		}
	}
}

func TestOurOwnConfigurationIsValid(t *testing.T) {
	c, err := Load("../..", "evctl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Verify(nil, os.DirFS(c.Root)); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("evctl.yaml", []byte(text))
		if (c == nil || c.Version != 1) && err == nil {
			t.Errorf("no error for %q", text)
		}
		if err == nil {
			c.Mode("a")
			_ = c.Verify(nil, fstest.MapFS{})
		}
	})
}
