package wire

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
)

// Inflate returns the payload of a frame, unpacked where it is compressed. An
// unpacked payload of more than limit bytes is an error.
func (f Frame) Inflate(limit int) ([]byte, error) {
	if !f.Compressed {
		return f.Payload, nil
	}
	r, err := zlib.NewReader(bytes.NewReader(f.Payload))
	if err != nil {
		return nil, fmt.Errorf("inflate payload: %w", err)
	}
	defer r.Close()
	out, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("inflate payload: %w", err)
	}
	if len(out) > limit {
		return nil, fmt.Errorf("inflate payload: more than %d bytes", limit)
	}
	return out, nil
}
