package envelope

// A Summary counts what a stream held. Events = Valid + Invalid + Unchecked.
type Summary struct {
	Events    int `json:"events"`
	Valid     int `json:"valid"`
	Invalid   int `json:"invalid"`   // with an error, alone or in the stream
	Unchecked int `json:"unchecked"` // no error, but the payload was not looked at

	Unregistered int `json:"unregistered"` // events whose schema is not registered
	Redelivered  int `json:"redelivered"`  // events seen before, unchanged
	Aggregates   int `json:"aggregates"`   // followed
	// Unverified counts events older than the newest of their aggregate of
	// which the window holds nothing: re-deliveries or conflicts, nobody knows.
	Unverified int `json:"unverified"`
	// Untracked counts events of aggregates beyond Options.Aggregates: their
	// order was not looked at.
	Untracked int `json:"untracked"`
	// Unordered counts events that lack what their order is judged by.
	Unordered int `json:"unordered"`
	Window    int `json:"window"`    // events remembered at most
	Forgotten int `json:"forgotten"` // events that left the window
}

// Add adds the counts of another stream.
func (s *Summary) Add(other Summary) {
	s.Events += other.Events
	s.Valid += other.Valid
	s.Invalid += other.Invalid
	s.Unchecked += other.Unchecked
	s.Unregistered += other.Unregistered
	s.Redelivered += other.Redelivered
	s.Aggregates += other.Aggregates
	s.Unverified += other.Unverified
	s.Untracked += other.Untracked
	s.Unordered += other.Unordered
	s.Window = max(s.Window, other.Window)
	s.Forgotten += other.Forgotten
}
