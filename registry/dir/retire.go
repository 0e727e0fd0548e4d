package dir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/atomicfile"
)

// Retire adds an entry to the retired list of a subject's subject.yaml, and
// returns the file's path. Comments and everything else in the file stay as
// they are. root is the repository, r its work tree. Whether the versions may
// be retired, it does not ask.
func Retire(root string, r *Registry, name string, entry Retirement) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.subjects[name]
	switch {
	case s == nil:
		return "", fmt.Errorf("no subject %q in the registry", name)
	case s.folder == "":
		return "", fmt.Errorf("subject %s is not in the embedded registry, and has no %s", name, settingsName)
	}
	r.readSettings(s)
	if err := checkEntry(s, entry); err != nil {
		return "", err
	}
	file := s.folder + "/" + settingsName
	target := filepath.Join(root, filepath.FromSlash(file))
	text, err := os.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	changed := insertRetired(text, entry)
	settings, findings := readSettings(file, changed, versionsOf(s))
	if len(findings) > 0 || len(settings.Retired) != len(s.Settings.Retired)+1 || !settings.IsRetired(entry.Versions[0]) {
		return "", fmt.Errorf("%s: cannot add to the list retired: write the entry by hand", file)
	}
	return file, atomicfile.Write(target, changed, 0o644)
}

func checkEntry(s *subject, entry Retirement) error {
	if len(entry.Versions) == 0 || entry.Reason == "" || (entry.Exception == "") == (entry.Evidence == "") {
		return errors.New("want versions, a reason, and either an exception or evidence")
	}
	for _, v := range entry.Versions {
		if s.files[v] == "" {
			return fmt.Errorf("subject %s has no version %d", s.name, v)
		}
		if s.Settings.IsRetired(v) {
			return fmt.Errorf("version %d of %s is already retired", v, s.name)
		}
	}
	return nil
}

func versionsOf(s *subject) []int {
	var versions []int
	for v := range s.files {
		versions = append(versions, v)
	}
	slices.Sort(versions)
	return versions
}

// insertRetired puts the entry first in the list, or the list last in the file.
func insertRetired(text []byte, entry Retirement) []byte {
	end := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		end = "\r\n"
	}
	lines := strings.SplitAfter(string(text), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "retired:") })
	if at < 0 {
		if len(text) > 0 && text[len(text)-1] != '\n' {
			lines = append(lines, end)
		}
		lines = append(lines, "retired:"+end)
		at = len(lines) - 1
	}
	indent := ""
	if at+1 < len(lines) {
		if rest := strings.TrimLeft(lines[at+1], " "); strings.HasPrefix(rest, "-") {
			indent = lines[at+1][:len(lines[at+1])-len(rest)]
		}
	}
	return []byte(strings.Join(slices.Insert(lines, at+1, entryText(entry, indent, end)), ""))
}

func entryText(entry Retirement, indent, end string) string {
	var b strings.Builder
	numbers := strings.ReplaceAll(strings.Trim(fmt.Sprint(entry.Versions), "[]"), " ", ", ")
	fmt.Fprintf(&b, "%s- versions: [%s]%s", indent, numbers, end)
	for _, field := range []struct{ key, value string }{{"reason", entry.Reason}, {"exception", entry.Exception}, {"evidence", entry.Evidence}} {
		if field.value != "" {
			fmt.Fprintf(&b, "%s  %s: %s%s", indent, field.key, quote(field.value), end)
		}
	}
	return b.String()
}
