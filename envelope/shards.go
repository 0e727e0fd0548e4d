package envelope

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

const (
	shardCount = 256       // a power of two
	shardRoom  = 1 << 14   // bytes of one that are kept in memory
	maxShard   = 1_000_000 // versions of one that are compared, about 150 bytes each while they are
)

// A survivor is the event of a version that has the highest epoch, of a dump.
type survivor struct {
	epoch, version int64
	content        uint64
	line           int64
	aggregate      string // at most maxAggregate bytes
}

// shards hold the events of a dump, apart by the versions that they are of: in
// memory while they are few, else in files.
type shards struct {
	dir    string // of the files; empty while there are none
	memory [shardCount][]byte
	filed  [shardCount]bool
}

// fixed is the length of what stands before the aggregate's name, in bytes.
const fixed = 16 + 8 + 8 + 8 + 8 + 2

func (s *shards) add(place digest, v survivor) error {
	i := int(place[0])
	b := append(s.memory[i], place[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(v.epoch))
	b = binary.BigEndian.AppendUint64(b, uint64(v.version))
	b = binary.BigEndian.AppendUint64(b, v.content)
	b = binary.BigEndian.AppendUint64(b, uint64(v.line))
	b = binary.BigEndian.AppendUint16(b, uint16(len(v.aggregate)))
	s.memory[i] = append(b, v.aggregate...)
	if len(s.memory[i]) < shardRoom {
		return nil
	}
	return s.file(i)
}

// file moves what memory holds of a shard into its file.
func (s *shards) file(i int) (err error) {
	if s.dir == "" {
		if s.dir, err = os.MkdirTemp("", "evctl-forks-"); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(s.path(i), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(s.memory[i])
	s.memory[i], s.filed[i] = s.memory[i][:0], true
	return errors.Join(err, f.Close())
}

func (s *shards) path(i int) string { return filepath.Join(s.dir, strconv.Itoa(i)) }

// load returns the survivors of a shard, and how many events were left out.
func (s *shards) load(i int) (found map[digest]survivor, left int, err error) {
	if s.filed[i] {
		if err := s.file(i); err != nil {
			return nil, 0, err
		}
		f, err := os.Open(s.path(i))
		if err != nil {
			return nil, 0, err
		}
		defer f.Close()
		return survivors(bufio.NewReaderSize(f, 1<<16))
	}
	return survivors(bytes.NewReader(s.memory[i]))
}

// survivors reads what add has written.
func survivors(r io.Reader) (found map[digest]survivor, left int, err error) {
	found = map[digest]survivor{}
	var head [fixed]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return found, left, nil
		} else if err != nil {
			return nil, 0, fmt.Errorf("read back a shard: %w", err)
		}
		name := make([]byte, binary.BigEndian.Uint16(head[fixed-2:]))
		if _, err := io.ReadFull(r, name); err != nil {
			return nil, 0, fmt.Errorf("read back a shard: %w", err)
		}
		v := survivor{
			epoch:     int64(binary.BigEndian.Uint64(head[16:])),
			version:   int64(binary.BigEndian.Uint64(head[24:])),
			content:   binary.BigEndian.Uint64(head[32:]),
			line:      int64(binary.BigEndian.Uint64(head[40:])),
			aggregate: string(name),
		}
		place := digest(head[:16])
		switch before, seen := found[place]; {
		case !seen && len(found) == maxShard:
			left++
		case !seen || v.epoch > before.epoch:
			found[place] = v
		}
	}
}

// close removes the files.
func (s *shards) close() error {
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}
