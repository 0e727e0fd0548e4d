package parse

import "github.com/evctl/evctl"

// BatchCase is a line of a batch that asks no question.
var BatchCase = evctl.Rule{
	ID:       "parse/batch-case",
	Severity: evctl.Error,
	Doc: `A line given to ` + "`evctl compat --batch`" + ` is not a case.

A line is one JSON object with a format, the new schema's text, and the old one's
under ` + "`old`" + ` or several under ` + "`history`" + `. A line that is something else cannot
be answered; the batch says so on the line's place and goes on with the next.`,
}
