// Package guides runs the guides that promise it: their blocks of commands in a
// new repository, with the files that their other blocks hold. A guide that no
// longer says what happens fails.
package guides

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestBreakingChange(t *testing.T) { play(t, "breaking-change.md") }

// A block is a fenced part of a guide.
type block struct {
	kind string // console, or the language of a file
	file string // to write
	text string
	line int
}

// play runs a guide's blocks in their order. Time goes on by a day with each
// block, from the first of January 2025.
func play(t *testing.T, guide string) {
	text, err := os.ReadFile(filepath.Join("../../docs/guides", guide))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t)
	for i, b := range blocks(string(text)) {
		s.day = time.Date(2025, 1, 1+i, 12, 0, 0, 0, time.UTC)
		switch {
		case b.file != "":
			s.write(b.file, b.text)
		case b.kind == "console":
			s.console(b)
		}
	}
}

func blocks(text string) []block {
	var list []block
	open := false
	for i, line := range strings.Split(text, "\n") {
		switch info, fence := strings.CutPrefix(line, "```"); {
		case fence && open:
			open = false
		case fence:
			open = true
			kind, file, _ := strings.Cut(info, " ")
			list = append(list, block{kind: kind, file: file, line: i + 2})
		case open:
			list[len(list)-1].text += line + "\n"
		}
	}
	return list
}

// A stage is the repository that a guide is about.
type stage struct {
	*testing.T
	dir, bin string
	day      time.Time
}

func newStage(t *testing.T) *stage {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{T: t, dir: filepath.Join(dir, "repository"), bin: filepath.Join(dir, "bin")}
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", filepath.Join(s.bin, "evctl"), "./cmd/evctl").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stage) write(name, text string) {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

// console runs the commands of a block, each after a $. What follows a command
// must be what it prints; the line … stands for any lines, and … at the end of
// a line for any rest of it. "# exit N" after a command is its exit code.
func (s *stage) console(b block) {
	lines := strings.Split(strings.TrimSuffix(b.text, "\n"), "\n")
	for i := 0; i < len(lines); {
		command, ok := strings.CutPrefix(lines[i], "$ ")
		if !ok {
			s.Fatalf("line %d: want a command after $, found %q", b.line+i, lines[i])
		}
		at := b.line + i
		var want []string
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
			want = append(want, lines[i])
		}
		s.run(at, command, want)
	}
}

func (s *stage) run(line int, command string, want []string) {
	command, code, _ := strings.Cut(command, "# exit ")
	exit := 0
	if code != "" {
		exit, _ = strconv.Atoi(code)
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = s.dir
	cmd.Env = s.environment()
	out, err := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != exit {
		s.Fatalf("line %d: %s exits %d, want %d: %v\n%s%s", line, command, got, exit, err, out, stderr(err))
	}
	if len(want) > 0 && !matches(strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"), want) {
		s.Errorf("line %d: %s prints\n%s\nthe guide says\n%s", line, command, out, strings.Join(want, "\n"))
	}
}

func stderr(err error) []byte {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.Stderr
	}
	return nil
}

func (s *stage) environment() []string {
	env := []string{"PATH=" + s.bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + s.dir, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		env = append(env, "GIT_"+who+"_NAME=a", "GIT_"+who+"_EMAIL=a@example.com", fmt.Sprintf("GIT_%s_DATE=%s", who, s.day.Format(time.RFC3339)))
	}
	return env
}

// matches reports whether lines are those wanted.
func matches(got, want []string) bool {
	switch {
	case len(want) == 0:
		return len(got) == 0
	case want[0] == "…":
		for i := range len(got) + 1 {
			if matches(got[i:], want[1:]) {
				return true
			}
		}
		return false
	case len(got) == 0:
		return false
	}
	start, open := strings.CutSuffix(want[0], "…")
	if open && strings.HasPrefix(got[0], start) || got[0] == want[0] {
		return matches(got[1:], want[1:])
	}
	return false
}
