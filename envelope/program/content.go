package program

import "hash/maphash"

// Hash returns the same number for values that are equal as JSON, and others for
// others, as far as 64 bits tell, for one seed also across Machines. The value at
// i must be known to be JSON.
func (m *Machine) Hash(seed maphash.Seed, i int) uint64 {
	own, lax := m.names.seed, m.lax
	m.names.seed, m.lax = seed, true
	h := m.hash(i)
	m.names.seed, m.lax = own, lax
	return h
}
