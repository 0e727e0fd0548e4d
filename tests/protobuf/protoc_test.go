package protobuf

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// decode lets protoc read bytes with one side of a change. The text comes on
// one line.
func decode(t *testing.T, dir, message, side string, data []byte) (string, error) {
	cmd := exec.Command("protoc", "-I", dir, "--decode="+message, filepath.Join(dir, side))
	cmd.Stdin = bytes.NewReader(data)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: %s", err, stderr.String())
	}
	return oneLine(stdout.String()), nil
}

func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "{ }", "{}")
}

// plain is a text of ours as protoc would print it: without comments, and with
// all but ASCII escaped.
func plain(text string) string {
	text, _, _ = strings.Cut(text, "#")
	var b strings.Builder
	for _, c := range []byte(strings.TrimSpace(text)) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return b.String()
}

// same compares two texts word by word; numbers may be spelt with other digits
// where those stand for the same float or double.
func same(protoc, ours string) bool {
	// unknown fields of a map's entry are kept by protoc and dropped by Go
	protoc = strings.ReplaceAll(protoc, "value {} 1: 1 }", "value {} }")
	a, b := strings.Fields(protoc), strings.Fields(ours)
	return slices.EqualFunc(a, b, func(a, b string) bool {
		return a == b || sameFloat(a, b, 32) || sameFloat(a, b, 64)
	})
}

func sameFloat(a, b string, bits int) bool {
	x, err := strconv.ParseFloat(a, bits)
	y, err2 := strconv.ParseFloat(b, bits)
	return err == nil && err2 == nil && strings.ContainsAny(a+b, ".e") && x == y
}

func needs(t *testing.T, program string) {
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed (Debian: protobuf-compiler, python3-protobuf)", program)
	}
}

// write puts both sides of a change into a directory of its own.
func (c change) write(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{"old.proto": c.old, "new.proto": c.new} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sides returns writer and reader of a direction.
func sides(dir evctl.Direction) (writer, reader string) {
	if dir == evctl.Backward {
		return "old.proto", "new.proto"
	}
	return "new.proto", "old.proto"
}

// TestProtocReads: protoc reads the bytes of each witness as the writer meant
// them with the writer's schema, and as we say with the reader's. A precaution
// (a number not reserved, a field no longer required) may show the event that
// the other direction writes.
func TestProtocReads(t *testing.T) {
	needs(t, "protoc")
	witnesses := 0
	for _, c := range append(matrix(), archives(t)...) {
		if strings.HasPrefix(c.old, "edition") || strings.HasPrefix(c.new, "edition") {
			continue // protoc 3.21 knows no edition
		}
		dir := c.write(t)
		for _, direction := range []evctl.Direction{evctl.Backward, evctl.Forward} {
			for _, f := range c.findings(t, direction) {
				if f.Witness == nil || f.Witness.Hex == "" {
					continue
				}
				witnesses++
				err := shown(t, c, dir, direction, *f.Witness)
				if err != nil && precaution[f.Rule] {
					err = shown(t, c, dir, opposite(direction), *f.Witness)
				}
				if err != nil {
					t.Errorf("%s %s: %s: %v", c.name, direction, f.Message, err)
				}
			}
		}
	}
	if witnesses < 500 {
		t.Errorf("only %d witnesses", witnesses)
	}
	t.Logf("%d witnesses", witnesses)
}

var precaution = map[string]bool{
	"compat/field-removed": true, "compat/reservation-removed": true, "compat/required-field-removed": true,
	"compat/field-oneof-changed": true,
}

func opposite(d evctl.Direction) evctl.Direction {
	if d == evctl.Backward {
		return evctl.Forward
	}
	return evctl.Backward
}

func shown(t *testing.T, c change, dir string, direction evctl.Direction, w evctl.Witness) error {
	data, err := hex.DecodeString(w.Hex)
	if err != nil {
		return err
	}
	writer, reader := sides(direction)
	written, err := decode(t, dir, c.message, writer, data)
	if err != nil || !same(written, plain(w.Written)) {
		return fmt.Errorf("protoc says %q was written (%v), we say %q", written, err, w.Written)
	}
	read, err := decode(t, dir, c.message, reader, data)
	if w.Read == "" {
		if err == nil {
			return fmt.Errorf("protoc reads %q, we say %s", read, w.Error)
		}
		return nil
	}
	if err != nil || !same(read, plain(w.Read)) {
		return fmt.Errorf("protoc reads %q (%v), we say %q", read, err, w.Read)
	}
	return nil
}
