package program

import "hash/maphash"

// Hash returns the same number for values that are equal as JSON, and others for
// others, as far as 64 bits tell, for one seed also across Machines. The value at
// i must be known to be JSON.
func (m *Machine) Hash(seed maphash.Seed, i int) uint64 {
	own := m.names.seed
	m.names.seed = seed
	h := m.hash(i)
	m.names.seed = own
	return h
}

// A Digest makes the Hash of an object of which the caller knows where the
// members stand: the sum of Empty and of what each member adds. To read a usual
// event for it once more would take as long as to validate it.
type Digest struct {
	seed  maphash.Seed
	names []uint64
}

// NewDigest is for members of these names.
func NewDigest(seed maphash.Seed, names ...string) *Digest {
	d := &Digest{seed: seed}
	for _, name := range names {
		d.names = append(d.names, mixed(maphash.String(seed, name)))
	}
	return d
}

// Empty is the hash of an object without members.
func (d *Digest) Empty() uint64 { return maphash.Bytes(d.seed, objectMark) }

// Text is what a member adds whose value is a string that says so.
func (d *Digest) Text(name int, said []byte) uint64 {
	return mixed(d.names[name] ^ maphash.Bytes(d.seed, said))
}

// Value is what a member adds whose value stands at i.
func (d *Digest) Value(name int, m *Machine, i int) uint64 {
	return mixed(d.names[name] ^ m.Hash(d.seed, i))
}
