package envelope

// A sighting is what the window remembers of an event.
type sighting struct {
	id, place digest
	content   uint64
	sequence  int64
	line      int
}

// A window holds the last events of a stream, found by id and by place. Of two
// events with one id or one place the first is found.
type window struct {
	size    int
	events  []sighting // a ring once it is full
	start   int        // the oldest
	ids     index
	places  index // once one is asked for
	placed  bool
	dropped int
}

func newWindow(size int) window { return window{size: size} }

func (w *window) idOf(number uint32) digest    { return w.events[number].id }
func (w *window) placeOf(number uint32) digest { return w.events[number].place }

// byID and byPlace return nil for what is not remembered.
func (w *window) byID(id digest) *sighting {
	if number, ok := w.ids.find(id, w.idOf); ok {
		return &w.events[number]
	}
	return nil
}

func (w *window) byPlace(place digest) *sighting {
	w.place()
	if number, ok := w.places.find(place, w.placeOf); ok {
		return &w.events[number]
	}
	return nil
}

// since returns the sequence number from which on everything is remembered.
func (w *window) since() int64 {
	if w.dropped == 0 {
		return 0
	}
	return w.events[w.start].sequence
}

// touch reads what byID begins with, and what the add after so many others does to
// forget the oldest.
func (w *window) touch(id digest, others int) uint64 {
	held := w.ids.touch(id)
	if n := len(w.events); n == w.size && others < n {
		held += w.ids.touch(w.events[(w.start+others)%n].id)
	}
	return held
}

func (w *window) add(e sighting) {
	number := uint32(len(w.events))
	if len(w.events) < w.size {
		w.events = append(w.events, e)
	} else {
		number = uint32(w.start)
		w.drop(number)
		w.events[number] = e
		w.start = (w.start + 1) % w.size
	}
	w.ids.add(number, e.id, w.idOf)
	if w.placed {
		w.places.add(number, e.place, w.placeOf)
	}
}

// place indexes the places, which a stream in order never asks for. It must be
// called before an event is added whose place another one may have.
func (w *window) place() {
	if w.placed {
		return
	}
	w.placed = true
	for i := range w.events {
		number := uint32((w.start + i) % len(w.events))
		w.places.add(number, w.placeOf(number), w.placeOf)
	}
}

func (w *window) drop(number uint32) {
	old := &w.events[number]
	w.ids.remove(number, old.id)
	if w.placed {
		w.places.remove(number, old.place)
	}
	w.dropped++
}
