package program

import "hash/maphash"

// A nameSet holds the names of members that no table knows, of all objects of a
// text, to find one that comes twice. The hash is seeded: nobody can choose
// names that collide.
type nameSet struct {
	seed   maphash.Seed
	slots  []nameSlot
	used   int
	round  uint32 // slots of earlier rounds are empty
	frames uint32 // objects so far
}

type nameSlot struct {
	hash         uint64
	round, frame uint32
}

const (
	minSlots = 64
	maxSlots = 1 << 14 // kept from one text to the next
)

func (s *nameSet) reset() {
	if s.slots == nil {
		s.seed = maphash.MakeSeed()
	}
	if s.slots == nil || len(s.slots) > maxSlots {
		s.slots = make([]nameSlot, minSlots)
	}
	s.used, s.frames = 0, 0
	if s.round++; s.round == 0 {
		clear(s.slots)
		s.round = 1
	}
}

// frame returns a number for one more object.
func (s *nameSet) frame() uint32 {
	s.frames++
	return s.frames
}

// add returns false if the object has the name already.
func (s *nameSet) add(frame uint32, name []byte) bool {
	return s.addHash(frame, maphash.Bytes(s.seed, name))
}

func (s *nameSet) addHash(frame uint32, hash uint64) bool {
	if 2*s.used >= len(s.slots) {
		s.grow()
	}
	slot := s.find(frame, hash)
	if slot.round == s.round {
		return false
	}
	*slot = nameSlot{hash, s.round, frame}
	s.used++
	return true
}

// find returns the slot of the name, or the empty one where it belongs.
func (s *nameSet) find(frame uint32, hash uint64) *nameSlot {
	mask := uint64(len(s.slots) - 1)
	for at := (hash ^ uint64(frame)*0x9e3779b97f4a7c15) & mask; ; at = (at + 1) & mask {
		slot := &s.slots[at]
		if slot.round != s.round || slot.hash == hash && slot.frame == frame {
			return slot
		}
	}
}

func (s *nameSet) grow() {
	old := s.slots
	s.slots = make([]nameSlot, 2*len(old))
	for _, slot := range old {
		if slot.round == s.round {
			*s.find(slot.frame, slot.hash) = slot
		}
	}
}
