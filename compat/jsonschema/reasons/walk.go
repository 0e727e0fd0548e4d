package reasons

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/lenient"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/search"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// A Question is what a writer may write against what a reader reads.
type Question struct {
	Table  *logic.Table
	Search *search.Search
	Writer logic.Lit
	Reader *compile.Site
	Text   *compile.Site // the writer's, to list its values and names by
	Lens   *lenient.Lens // nil under the strict policy
	Broken *value.Value  // an event that the reader rejects
	Limit  int           // reasons at most
}

// A Reason is one statement of the reader that an event of the writer breaks.
type Reason struct {
	Part    *compile.Part
	Trail   []*compile.Part // the statements that lead to Part, from the root
	Path    []compile.Step  // the values that Part speaks of, from the root
	Witness *value.Value
	Claim   logic.Lit    // what the witness breaks
	Value   *value.Value // the value in question, of enum and const
	Name    string       // the property in question, where a schema closes an object
}

// Result is all that a walk finds.
type Result struct {
	Reasons []Reason
	More    bool // the limit on reasons cut the list
	Cut     bool // the limit on visits did, or the end of the search
}

// Walk lists the reasons in the order of the reader's text.
func Walk(q Question) Result {
	w := &walker{Question: q, under: map[*compile.Site]int{}, told: map[*compile.Part]bool{}, known: map[*compile.Part]bool{}, visited: map[visit]bool{}}
	var root lenient.Place
	if q.Lens != nil {
		root = q.Lens.Root()
	}
	w.site(q.Reader, position{
		place: root, writer: []logic.Lit{q.Writer}, types: logic.True, given: given(q.Table, q.Writer), broken: q.Broken,
	})
	return w.Result
}

type walker struct {
	Question
	Result
	under map[*compile.Site]int  // how often each site is on the way to the present one
	told  map[*compile.Part]bool // statements that are reasons already, at another path
	known map[*compile.Part]bool // statements that are broken at some path

	visited map[visit]bool // sites by whether an event breaks them; true while under way
	visits  int
}

// A visit is one site at one path, for one writer: however many references
// lead there, it breaks in one way.
type visit struct {
	site  *compile.Site
	claim logic.Lit // what the site says at the path
	types logic.Lit // what the walk has added to the writer
}

// maxVisits bounds the sites at paths that one walk asks about: the paths of a
// schema may double with every level.
const maxVisits = 5_000

// A position is a site at a path, and the writer whose events are in question.
type position struct {
	place  lenient.Place
	path   []compile.Step
	trail  []*compile.Part
	writer []logic.Lit
	types  logic.Lit    // what writer adds to the question's
	given  []logic.Lit  // ascending, what the writer says of the values at path, as it stands
	broken *value.Value // an event that breaks what led here
}

// maxUnfold bounds how often a recursive schema is walked inside itself: what
// breaks deeper down breaks the same statements.
const maxUnfold = 2

// site reports whether an event breaks the site's schema.
func (w *walker) site(s *compile.Site, at position) bool {
	if w.under[s] == maxUnfold {
		return true
	}
	if w.visits++; w.visits > maxVisits || w.Search.Ended() {
		return w.cut()
	}
	v := visit{s, w.claim(s.Lit, at), at.types}
	if broken, ok := w.visited[v]; ok {
		return broken
	}
	w.visited[v] = true
	w.under[s]++
	broken := w.statements(s, at)
	w.under[s]--
	w.visited[v] = broken
	return broken
}

// statements reports whether an event breaks one of the site's statements.
func (w *walker) statements(s *compile.Site, at position) (broken bool) {
	for _, part := range inOrder(s.Parts()) {
		if len(w.Reasons) >= w.Limit {
			w.More = true
			return true
		}
		if part.Keyword == "" {
			continue
		}
		says := w.view(part.Lit, at)
		if _, given := slices.BinarySearch(at.given, says); given || says == logic.True || w.follows(at.given, says) {
			continue
		}
		claim := w.wrap(says, at)
		event := w.breaks(at, claim)
		if event == nil && w.known[part] && w.under[s] > 1 { // in a schema inside itself
			continue
		}
		if event == nil || !w.told[part] && (part.Sub == nil || !w.descend(part, at, event)) {
			answer := w.ask(at, claim)
			if answer.Status == search.Unknown && w.Search.Ended() {
				return w.cut() || broken
			}
			if answer.Status != search.Found { // in doubt is no reason: others are there
				continue
			}
			if event != nil || part.Sub == nil || !w.descend(part, at, answer.Value) {
				w.tell(part, at, claim, answer.Value)
			}
		}
		broken, w.known[part] = true, true
		if part.Keyword == "type" { // whatever else breaks must break events of the right type
			at.writer = append(slices.Clip(at.writer), claim)
			at.types = w.Table.And(at.types, claim)
		}
	}
	return broken
}

// breaks returns the event that led to the position if it breaks the claim,
// too: then that takes no search.
func (w *walker) breaks(at position, claim logic.Lit) *value.Value {
	if w.Table.Eval(claim, at.broken) == logic.No && w.Table.Eval(at.types, at.broken) == logic.Yes {
		return at.broken
	}
	return nil
}

// cut ends the walk. Without a reason so far it has the statement above told,
// the last one that is known to be broken.
func (w *walker) cut() (told bool) {
	w.Cut = true
	return len(w.Reasons) > 0
}

// inOrder lists the statements, type first: it explains most.
func inOrder(parts []compile.Part) []*compile.Part {
	list := make([]*compile.Part, len(parts))
	for i := range parts {
		list[i] = &parts[i]
	}
	slices.SortStableFunc(list, func(a, b *compile.Part) int { return rank(a) - rank(b) })
	return list
}

func rank(p *compile.Part) int {
	if p.Keyword == "type" {
		return 0
	}
	return 1
}

// ask looks for an event of the writer that breaks the claim.
func (w *walker) ask(at position, claim logic.Lit) search.Answer {
	return w.Search.Find(append(slices.Clone(at.writer), claim.Not())...)
}

// claim states that a literal holds at the position, for the whole event.
func (w *walker) claim(l logic.Lit, at position) logic.Lit { return w.wrap(w.view(l, at), at) }

// view is what a literal says of values as the reader sees them.
func (w *walker) view(l logic.Lit, at position) logic.Lit {
	if w.Lens == nil {
		return l
	}
	return w.Lens.View(l, at.place)
}

func (w *walker) wrap(l logic.Lit, at position) logic.Lit {
	for _, step := range slices.Backward(at.path) {
		l = step.Wrap(w.Table, l)
	}
	return l
}

// descend looks for reasons in the part's sub-schema, which the event breaks.
func (w *walker) descend(part *compile.Part, at position, broken *value.Value) bool {
	at.broken = broken
	at.trail = append(slices.Clip(at.trail), part)
	if part.Step.Here() {
		return w.site(part.Sub, at)
	}
	if w.Lens == nil {
		at.path = append(slices.Clip(at.path), part.Step)
		at.given = givenBelow(w.Table, at.given, part.Step)
		return w.site(part.Sub, at)
	}
	found := map[lenient.Place]bool{} // where something breaks it breaks alike, whatever the name that leads there
	outer, given := at.path, at.given
	for _, below := range w.below(part.Step, at.place) {
		if found[below.Place] {
			continue
		}
		step := compile.Step{Region: below.Region, Items: part.Step.Items, From: below.From, To: below.To}
		at.path, at.place = append(slices.Clip(outer), step), below.Place
		at.given = givenBelow(w.Table, given, step)
		if w.site(part.Sub, at) {
			found[below.Place] = true
		}
	}
	return len(found) > 0
}

func (w *walker) below(s compile.Step, at lenient.Place) []lenient.Part {
	if s.Items {
		return w.Lens.Items(at, s.From, s.To)
	}
	return w.Lens.Members(at, s.Region)
}

// tell adds a reason. An enumeration is one reason for each value that the
// writer lists and the reader does not; a closed object, one for each property
// that the writer declares; as far as they can be listed.
func (w *walker) tell(part *compile.Part, at position, claim logic.Lit, witness *value.Value) {
	if w.told[part] {
		return
	}
	w.told[part] = true
	whole := Reason{Part: part, Trail: at.trail, Path: at.path, Witness: witness, Claim: claim}
	n := len(w.Reasons)
	switch {
	case part.Keyword == "enum" || part.Keyword == "const":
		for _, v := range w.listed(part, at) {
			reason := whole
			reason.Value = v
			w.tellOne(reason, at, w.claim(w.Table.Enum([]*value.Value{v}).Not(), at))
		}
	case part.Keyword == "false" && len(at.path) > 0 && many(at.path[len(at.path)-1]):
		w.tellNames(whole, at)
	}
	if len(w.Reasons) == n {
		w.Reasons = append(w.Reasons, whole)
	}
}

// many reports whether a step leads to members of several names.
func many(s compile.Step) bool {
	if s.Region == nil {
		return false
	}
	_, single := s.Region.Single()
	return !single
}

// tellOne adds the reason if an event breaks the claim.
func (w *walker) tellOne(reason Reason, at position, claim logic.Lit) {
	if len(w.Reasons) >= w.Limit {
		w.More = true
		return
	}
	if answer := w.ask(at, claim); answer.Status == search.Found {
		reason.Witness, reason.Claim = answer.Value, claim
		w.Reasons = append(w.Reasons, reason)
	}
}

func (w *walker) tellNames(reason Reason, at position) {
	last := at.path[len(at.path)-1]
	above := position{path: at.path[:len(at.path)-1]}
	for _, name := range Locate(w.Text, above.path).Declared(last.Region) {
		reason.Name = name
		claim := compile.Step{Region: w.Table.Name(name)}.Wrap(w.Table, logic.False)
		for _, step := range slices.Backward(above.path) {
			claim = step.Wrap(w.Table, claim)
		}
		w.tellOne(reason, at, claim)
	}
}

// listed returns the values that the writer's enumerations mention and the
// reader's statement does not, each once.
func (w *walker) listed(part *compile.Part, at position) []*value.Value {
	writer := w.Writer
	if w.Lens != nil {
		writer = w.Lens.Writer()
	}
	var list []*value.Value
	for _, v := range enumerated(w.Table, writer, at.path) {
		if w.Table.Eval(part.Lit, v) == logic.No {
			list = append(list, v)
		}
	}
	return list
}
