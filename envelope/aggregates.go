package envelope

// aggregatePage is the number of entries that are made at once.
const aggregatePage = 1 << 12

// aggregates are the entries of all aggregates, in pages that never move: a
// table that grows keeps nothing twice.
type aggregates struct {
	pages []*[aggregatePage]aggregate
	count int
	index index
}

func (t *aggregates) at(number uint32) *aggregate {
	return &t.pages[number/aggregatePage][number%aggregatePage]
}

func (t *aggregates) key(number uint32) digest { return t.at(number).key }

// get returns the entry of a key, or nil.
func (t *aggregates) get(key digest) *aggregate {
	if number, ok := t.index.find(key, t.key); ok {
		return t.at(number)
	}
	return nil
}

// touch reads what get begins with.
func (t *aggregates) touch(key digest) int64 {
	held := t.index.touch(key)
	if held == 0 || held>>32 != slotFor(key, 0)>>32 {
		return 0
	}
	return t.at(uint32(held) - 1).last
}

// add makes the entry of a key that has none.
func (t *aggregates) add(key digest) *aggregate {
	number := uint32(t.count)
	if t.count%aggregatePage == 0 {
		t.pages = append(t.pages, new([aggregatePage]aggregate))
	}
	t.count++
	t.at(number).key = key
	t.index.add(number, key, t.key)
	return t.at(number)
}
