package compat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/internal/jsondoc"
)

// MaxLine is the largest line of a batch in bytes, its newline included.
const MaxLine = jsondoc.MaxBytes

// An answer is one line of a batch's output.
type answer struct {
	ID      json.RawMessage `json:"id"` // as it stood in the case; null if the line is unreadable
	Verdict evctl.Verdict   `json:"verdict"`
	Reasons []reason        `json:"reasons"`
	Elapsed int64           `json:"elapsed_us"` // microseconds
}

// A reason is a finding of severity Warning or Error, in one direction and
// against one version.
type reason struct {
	Rule      string          `json:"rule"`
	Direction evctl.Direction `json:"direction,omitempty"`
	Path      string          `json:"path"`
	Message   string          `json:"message"`
	Levels    []string        `json:"levels,omitempty"` // of Protobuf
	Witness   *evctl.Witness  `json:"witness,omitempty"`
	Version   int             `json:"version,omitempty"` // counts from 1 along the case's history
}

// Batch reads cases, one JSON object a line, and writes one answer a line, in
// order, each as soon as it and those before it are known; as many cases as
// there are processors are at work at once. A case has the members id, format,
// draft, old or history, new, refs {old, new}, message, mode, policy, formats
// and level; others are passed over. A line that is no case gets the answer
// invalid and the batch goes on. The error is a failure to read or write, or the
// end of ctx.
func (d *Decider) Batch(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a reader that waits for in ends with its next line
	processors := runtime.GOMAXPROCS(0)
	queue := make(chan chan answer, processors-1)
	lines := make(chan batchLine)
	for range processors {
		go d.work(ctx, lines)
	}
	failed := make(chan error, 1)
	go func() {
		defer close(queue)
		defer close(lines)
		failed <- readBatch(ctx, in, queue, lines)
	}()
	for slot := range queue {
		a := <-slot
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := writeAnswer(out, a); err != nil {
			return fmt.Errorf("write batch: %w", err)
		}
	}
	return <-failed
}

// A batchLine is a line of the input, or why it is none, and where its answer goes.
type batchLine struct {
	text []byte
	err  error
	slot chan<- answer
}

func (d *Decider) work(ctx context.Context, lines <-chan batchLine) {
	for line := range lines {
		if line.err != nil {
			line.slot <- unreadable(line.err)
		} else {
			line.slot <- d.answer(ctx, line.text)
		}
	}
}

// readBatch hands out each case once there is room in the queue, which keeps
// the answers in order.
func readBatch(ctx context.Context, in io.Reader, queue chan<- chan answer, lines chan<- batchLine) error {
	r := bufio.NewReaderSize(in, 256<<10)
	for {
		line, err := readLine(r)
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, errLongLine):
			return fmt.Errorf("read batch: %w", err)
		}
		slot := make(chan answer, 1)
		select {
		case queue <- slot:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		lines <- batchLine{line, err, slot} // each slot in the queue is one line at work
	}
}

var errLongLine = errors.New("over the limit")

// readLine returns the next line without its newline; of a line over MaxLine
// it keeps nothing and reads to its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	size := 0
	for {
		part, err := r.ReadSlice('\n')
		size += len(part)
		if size <= MaxLine {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || size == 0):
			return nil, err
		case size > MaxLine:
			return nil, fmt.Errorf("the line is %w of %d bytes", errLongLine, MaxLine)
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

func writeAnswer(out io.Writer, a answer) error {
	if a.Reasons == nil {
		a.Reasons = []reason{}
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a); err != nil {
		return err
	}
	_, err := out.Write(line.Bytes())
	return err
}

func unreadable(err error) answer {
	return answer{Verdict: evctl.Invalid, Reasons: []reason{{Rule: parse.BatchCase.ID, Message: err.Error()}}}
}

func (d *Decider) answer(ctx context.Context, line []byte) answer {
	start := time.Now()
	c, err := readCase(line)
	if err != nil {
		a := unreadable(err)
		a.ID = c.id
		return a
	}
	judgement, err := d.Decide(ctx, c.change)
	a := answer{ID: c.id, Verdict: judgement.Verdict, Reasons: reasons(judgement, c.history)}
	if err != nil {
		a = answer{ID: c.id, Verdict: evctl.Undecided, Reasons: []reason{{Rule: "compat/undecided", Message: err.Error()}}}
	}
	a.Elapsed = time.Since(start).Microseconds()
	return a
}

// reasons spells a judgement's findings out, one for each direction and version.
func reasons(j evctl.Judgement, history bool) []reason {
	var list []reason
	for _, f := range j.Findings {
		if f.Severity < evctl.Warning {
			continue
		}
		for _, side := range f.ByDirection() {
			r := reason{Rule: f.Rule, Direction: side.Direction, Path: f.Path, Message: side.Message, Levels: f.Levels, Witness: side.Witness}
			if j.Verdict == evctl.Invalid { // which of the schemas it is
				r.Message = f.Position.String() + ": " + side.Message
			}
			versions := []int{0}
			if history && len(side.Breaks) > 0 {
				versions = side.Breaks
			}
			for _, r.Version = range versions {
				list = append(list, r)
			}
		}
	}
	return list
}
