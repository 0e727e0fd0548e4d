package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/evctl/evctl/envelope"
)

// Plans writes how the payloads of schemas are judged: two lines a schema, and
// one for each part that is not compiled.
func Plans(w io.Writer, plans []envelope.Plan) error {
	out := bufio.NewWriter(w)
	for i, p := range plans {
		if i == 0 || plans[i-1].Schema != p.Schema {
			fmt.Fprintln(out, p.Schema)
		}
		switch {
		case p.Err != nil:
			fmt.Fprintf(out, "  %s: %v\n", p.Half, p.Err)
		case len(p.Left) == 0:
			fmt.Fprintf(out, "  %s: compiled\n", p.Half)
		default:
			fmt.Fprintf(out, "  %s: compiled, but for what a library judges on the parsed value:\n", p.Half)
		}
		for _, step := range p.Left {
			fmt.Fprintf(out, "    %s#%s: %s\n", step.Document, step.Pointer, step.Reason)
		}
	}
	return out.Flush()
}
