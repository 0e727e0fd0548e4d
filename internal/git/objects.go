package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
)

// MaxBlob is the most bytes of a file that are read into memory.
const MaxBlob = 64 << 20

// Blob returns the contents of an object, of at most MaxBlob bytes.
func (r *Repo) Blob(id string) ([]byte, error) {
	text, size, err := r.blob(id)
	if err == nil && text == nil {
		err = tooLarge(size)
	}
	return text, err
}

func tooLarge(size int64) error {
	return fmt.Errorf("%d bytes are over the limit of %d for one file", size, MaxBlob)
}

// blob returns no text, only the size, if the object is over the limit.
func (r *Repo) blob(id string) ([]byte, int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, 0, fs.ErrClosed
	}
	if r.objects == nil {
		o, err := startObjects(r.command(r.ctx, "cat-file", "--batch"))
		if err != nil {
			return nil, 0, failure("start cat-file", err)
		}
		r.objects = o
	}
	text, size, err := r.objects.read(id)
	if err == nil {
		return text, size, nil
	}
	if err != errMissing { // no further answer can be trusted
		_ = r.objects.close() // git's own failure is told below
		r.objects = nil
	}
	if context.Cause(r.ctx) != nil {
		return nil, 0, r.ctx.Err()
	}
	return nil, 0, &Error{Object, "object " + id + " is not in this clone", "git fetch --refetch origin"}
}

// objects talks to one long-lived git cat-file --batch.
type objects struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startObjects(cmd *exec.Cmd) (*objects, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &objects{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 64<<10)}, cmd.Start()
}

var errMissing = errors.New("no such object")

// read asks for one object. After any error but errMissing the conversation is
// broken: git ends where it cannot fetch what a partial clone lacks.
func (o *objects) read(id string) ([]byte, int64, error) {
	if id == "" || strings.ContainsAny(id, " \n") {
		return nil, 0, errMissing
	}
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return nil, 0, err
	}
	header, err := o.out.ReadString('\n') // id type size, or: id missing
	if err != nil {
		return nil, 0, err
	}
	fields := strings.Fields(header)
	if len(fields) != 3 {
		return nil, 0, errMissing
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, 0, err
	}
	if size > MaxBlob {
		_, err = io.CopyN(io.Discard, o.out, size+1)
		return nil, size, err
	}
	text := make([]byte, size+1) // and the newline that ends it
	_, err = io.ReadFull(o.out, text)
	return text[:size], size, err
}

func (o *objects) close() error {
	o.in.Close()
	_, _ = io.Copy(io.Discard, o.out)
	return o.cmd.Wait()
}
