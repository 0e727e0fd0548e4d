package envelope

// A sighting is what the window remembers of an event.
type sighting struct {
	id, place, content digest
	sequence           int64
	line               int
}

// A window holds the last events of a stream, found by id and by place. Of two
// events with one id or one place the first is found.
type window struct {
	size    int
	events  []sighting // a ring once it is full
	start   int        // the oldest
	ids     map[digest]int32
	places  map[digest]int32
	dropped int
}

func newWindow(size int) window {
	return window{size: size, ids: map[digest]int32{}, places: map[digest]int32{}}
}

func (w *window) byID(id digest) (sighting, bool)       { return w.find(w.ids, id) }
func (w *window) byPlace(place digest) (sighting, bool) { return w.find(w.places, place) }

func (w *window) find(index map[digest]int32, key digest) (sighting, bool) {
	i, ok := index[key]
	if !ok {
		return sighting{}, false
	}
	return w.events[i], true
}

// since returns the sequence number from which on everything is remembered.
func (w *window) since() int64 {
	if w.dropped == 0 {
		return 0
	}
	return w.events[w.start].sequence
}

func (w *window) add(e sighting) {
	slot := int32(len(w.events))
	if len(w.events) < w.size {
		w.events = append(w.events, e)
	} else {
		slot = int32(w.start)
		w.drop(slot)
		w.events[slot] = e
		w.start = (w.start + 1) % w.size
	}
	if _, ok := w.ids[e.id]; !ok {
		w.ids[e.id] = slot
	}
	if _, ok := w.places[e.place]; !ok {
		w.places[e.place] = slot
	}
}

func (w *window) drop(slot int32) {
	old := w.events[slot]
	if w.ids[old.id] == slot {
		delete(w.ids, old.id)
	}
	if w.places[old.place] == slot {
		delete(w.places, old.place)
	}
	w.dropped++
}
