package serve

import (
	"bufio"
	"bytes"
	"encoding/binary"
)

// frames is the protocol of frames. It holds no more of one than the limit.
type frames struct {
	r     *bufio.Reader
	w     *bufio.Writer
	limit int
	buf   []byte
}

// header is the length of a length, in bytes.
const header = 4

func (f *frames) next() (event []byte, size int, err error) {
	head, err := f.r.Peek(header)
	if err != nil {
		return nil, 0, err
	}
	size = int(binary.BigEndian.Uint32(head))
	f.r.Discard(header)
	if size <= f.r.Size() {
		if event, err = f.r.Peek(size); err != nil {
			return nil, 0, err
		}
		f.r.Discard(size) // event stays where it is until more is read
		return event, size, nil
	}
	f.buf = f.buf[:0]
	for left := size; left > 0; { // grows as bytes come, not as the length says
		chunk, err := f.r.Peek(min(left, f.r.Size()))
		if err != nil {
			return nil, 0, err
		}
		f.buf = append(f.buf, chunk[:min(len(chunk), f.limit-len(f.buf))]...)
		f.r.Discard(len(chunk))
		left -= len(chunk)
	}
	return f.buf, size, nil
}

func (f *frames) valid() error {
	_, err := f.w.WriteString("\x00\x00\x00\x00")
	return err
}

func (f *frames) answer(value any) error {
	var text bytes.Buffer
	if err := encode(&text, value); err != nil {
		return err
	}
	text.Truncate(text.Len() - len("\n"))
	head := binary.BigEndian.AppendUint32(f.w.AvailableBuffer(), uint32(text.Len()))
	if _, err := f.w.Write(head); err != nil {
		return err
	}
	_, err := text.WriteTo(f.w)
	return err
}
