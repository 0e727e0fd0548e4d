package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxIndexes is how deep a message may be nested that a frame names.
const MaxIndexes = 32

var errIndexes = errors.New("message indexes: the value ends within them")

// Indexes reads the message indexes at the start of a Protobuf payload: the
// place of the message among those of the file, then among those of each
// parent. It returns what follows. The numbers are zigzag varints; plain ones,
// which old clients wrote, are accepted where zigzag gives no index.
func Indexes(payload []byte) (indexes []int, rest []byte, err error) {
	indexes, rest, err = readIndexes(payload, binary.Varint)
	if err == nil {
		return indexes, rest, nil
	}
	if plain, after, plainErr := readIndexes(payload, plainVarint); plainErr == nil {
		return plain, after, nil
	}
	return nil, nil, err
}

func plainVarint(b []byte) (int64, int) {
	v, n := binary.Uvarint(b)
	return int64(v), n
}

func readIndexes(payload []byte, read func([]byte) (int64, int)) ([]int, []byte, error) {
	count, n := read(payload)
	if n <= 0 {
		return nil, nil, errIndexes
	}
	payload = payload[n:]
	switch {
	case count == 0:
		return []int{0}, payload, nil
	case count < 0 || count > MaxIndexes:
		return nil, nil, fmt.Errorf("message indexes: %d of them, want 1 to %d", count, MaxIndexes)
	}
	indexes := make([]int, count)
	for i := range indexes {
		index, n := read(payload)
		if n <= 0 {
			return nil, nil, errIndexes
		}
		if index < 0 || index > 1<<20 {
			return nil, nil, fmt.Errorf("message indexes: %d is no index", index)
		}
		indexes[i], payload = int(index), payload[n:]
	}
	return indexes, payload, nil
}
