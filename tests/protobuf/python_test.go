package protobuf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

const python = "/usr/bin/python3" // Debian's, which has the package python3-protobuf

// A job is an event that Python reads with one side of a change.
type job struct {
	Set     string `json:"set"`
	Message string `json:"message"`
	Event   string `json:"event"`
	witness evctl.Witness
	name    string
}

// TestPythonReads: Python's protobuf package reads the JSON of each witness as
// we say, or refuses it where we say so.
func TestPythonReads(t *testing.T) {
	needs(t, "protoc")
	if exec.Command(python, "-c", "import google.protobuf").Run() != nil {
		t.Skip("python3-protobuf is not installed")
	}
	jobs := jsonJobs(t)
	if len(jobs) < 100 {
		t.Errorf("only %d witnesses", len(jobs))
	}
	for i, answer := range pythonReads(t, jobs) {
		if err := jobs[i].check(answer); err != nil {
			t.Errorf("%s: %s: %v", jobs[i].name, jobs[i].Event, err)
		}
	}
	t.Logf("%d witnesses", len(jobs))
}

func jsonJobs(t *testing.T) []job {
	var jobs []job
	for _, c := range append(matrix(), archives(t)...) {
		if strings.HasPrefix(c.old, "edition") || strings.HasPrefix(c.new, "edition") {
			continue
		}
		dir := c.write(t)
		for _, direction := range []evctl.Direction{evctl.Backward, evctl.Forward} {
			for _, f := range c.findings(t, direction) {
				if f.Witness == nil || f.Witness.Value == nil || f.Rule == "compat/field-removed" {
					continue
				}
				_, reader := sides(direction)
				jobs = append(jobs, job{Set: descriptorSet(t, dir, reader), Message: c.message, Event: string(f.Witness.Value),
					witness: *f.Witness, name: c.name + " " + string(direction)})
			}
		}
	}
	return jobs
}

func descriptorSet(t *testing.T, dir, file string) string {
	set := filepath.Join(dir, file+".set")
	if _, err := os.Stat(set); err == nil {
		return set
	}
	out, err := exec.Command("protoc", "-I", dir, "--include_imports", "--descriptor_set_out="+set, filepath.Join(dir, file)).CombinedOutput()
	if err != nil {
		t.Fatalf("protoc: %v: %s", err, out)
	}
	return set
}

type answer struct{ Text, Error string }

func pythonReads(t *testing.T, jobs []job) []answer {
	var in bytes.Buffer
	for _, j := range jobs {
		if err := json.NewEncoder(&in).Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, "testdata/read.py")
	cmd.Stdin = &in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	var answers []answer
	dec := json.NewDecoder(bytes.NewReader(out))
	for range jobs {
		var a answer
		if err := dec.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	return answers
}

func (j job) check(a answer) error {
	refused := j.witness.Read == ""
	switch {
	case refused && a.Text == "x: E_ONE" && strings.Contains(j.Event, "true"):
		return nil // True is a 1 in Python
	case !refused && strings.Contains(a.Error, "Invalid enum value"):
		return nil // drops unknown names of fields, not of enum values; a break either way
	case refused && a.Error == "":
		return fmt.Errorf("python reads %q, we say %s", a.Text, j.witness.Error)
	case refused:
		return nil
	case a.Error != "":
		return fmt.Errorf("python refuses: %s; we say it reads %q", a.Error, j.witness.Read)
	case !same(oneLine(a.Text), plain(j.witness.Read)):
		return fmt.Errorf("python reads %q, we say %q", a.Text, j.witness.Read)
	}
	return nil
}
