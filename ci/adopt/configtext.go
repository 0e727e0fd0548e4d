package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// config writes a commented evctl.yaml for what was found. What is only an
// offer is commented out.
func (s *Survey) config() string {
	var b strings.Builder
	b.WriteString("# Configuration of evctl; evctl config verify checks it, and\n" +
		"# evctl schema config prints its JSON Schema for editors.\nversion: 1\n\n")
	s.writeRegistry(&b)
	s.writeLayouts(&b)
	b.WriteString(`# Which published versions must read each other's events: NONE, BACKWARD,
# FORWARD, FULL, each also _ALL for every version that is not retired.
compatibility: FULL_ALL
# overrides:
#   - {subject: "internal.*", compatibility: BACKWARD}

# lenient: producers write only what their schema knows, consumers drop what
# theirs does not know. strict: documents are taken as they are.
semantics: {policy: lenient}

# Samples of events, checked against the envelope and their schemas.
# envelope: {version: 2, max-bytes: 900000, events: ["testdata/events/*.ndjson"]}

`)
	s.writeOrg(&b)
	b.WriteString(`# exceptions: {file: evctl.exceptions.yaml, same-change: deny}

# What fails the gate: error, warning, info or never.
fail-on: error
`)
	return b.String()
}

// writeOrg offers approvers. Where contracts are proposed, it also sets the day
// of adoption, so that nobody's services fail from one day to the next.
func (s *Survey) writeOrg(b *strings.Builder) {
	b.WriteString("# Who may decide exceptions; the file is worth an entry in CODEOWNERS.\n")
	if !s.proposesContracts() {
		b.WriteString("# org: {approvers: [\"@platform\"]}\n")
		return
	}
	fmt.Fprintf(b, `# adopted: from this day on services have two quarters for what moves money and
# four for the rest, before what breaks the RFC is an error.
org:
  adopted: %s
  # approvers: ["@platform"]
`, s.Today.Format(time.DateOnly))
}

func (s *Survey) writeRegistry(b *strings.Builder) {
	dirs := slices.Sorted(maps.Keys(s.Registries))
	if len(dirs) == 0 {
		b.WriteString("# Published versions, one file each: DIR/NAME/SUBJECT/1.json 2.json …\n" +
			"# registry: {name: events, dir: schemas}\n\n")
		return
	}
	name := slices.Min(s.Registries[dirs[0]])
	fmt.Fprintf(b, "# Published versions, one file each: %s/%s/SUBJECT/1.json 2.json …\n", dirs[0], name)
	fmt.Fprintf(b, "registry:\n  name: %s\n  dir: %s\n", name, dirs[0])
	b.WriteString("  # url: https://registry.example.com   # a Confluent-compatible registry, joined with git\n\n")
	for _, other := range dirs[1:] {
		fmt.Fprintf(b, "# also found, not configured: %s\n", other)
	}
}

func (s *Survey) writeLayouts(b *strings.Builder) {
	if len(s.Loose) == 0 {
		return
	}
	b.WriteString("# Files that are edited in place: a version is each state of the file on the\n" +
		"# base branch that says something new. First match wins.\nschemas:\n")
	for _, pattern := range slices.Sorted(maps.Keys(s.Loose)) {
		fmt.Fprintf(b, "  - {path: %q, subject: \"{subject}\"}   # %s\n", pattern, plural(s.Loose[pattern], "file"))
	}
	b.WriteString("\n")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Lines describes the survey, one fact a line.
func (s *Survey) Lines() []string {
	var lines []string
	for _, dir := range slices.Sorted(maps.Keys(s.Registries)) {
		names := slices.Sorted(slices.Values(s.Registries[dir]))
		lines = append(lines, fmt.Sprintf("%s in %s", plural(s.Versions, "version"), dir+"/"+strings.Join(names, ", "+dir+"/")))
	}
	for _, pattern := range slices.Sorted(maps.Keys(s.Loose)) {
		lines = append(lines, fmt.Sprintf("%s like %s", plural(s.Loose[pattern], "schema file"), pattern))
	}
	if n := len(s.Documents); n > 0 {
		lines = append(lines, plural(n, "OpenAPI document"))
	}
	if len(lines) == 0 {
		lines = append(lines, "no schema yet: evctl registry new SUBJECT starts one")
	}
	for _, fact := range []struct{ label, value string }{
		{"configuration", s.ConfigFile}, {"owners", s.Codeowners}, {"hooks through", s.Framework}, {"hosted on", s.Host},
	} {
		if fact.value != "" {
			lines = append(lines, fact.label+" "+fact.value)
		}
	}
	return lines
}
