package rules

import "github.com/evctl/evctl"

// WriterEmpty is a writer that can write no event.
var WriterEmpty = evctl.Rule{
	ID:       "compat/writer-empty",
	Severity: evctl.Error,
	Doc: `The schema of the writer allows no event at all, so nothing can be said of its readers.

Its statements contradict each other, or it requires a property that it does not
let the producer write. That its readers read everything it writes is true and
means nothing, so the question counts as undecided. Mend the schema.`,
}
