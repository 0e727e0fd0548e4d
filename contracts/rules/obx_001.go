package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Obx001 asks for events that cannot be lost or made up.
var Obx001 = evctl.Rule{
	ID:       "rfc/obx-001",
	Severity: evctl.Error,
	Aliases:  []string{"OBX-001"},
	Doc: `A service writes to its database and to the broker in one breath.

Between the two writes lies a crash: either the change is there and its event is lost, or the event is out and the change was rolled
back. No retry mends that, because nobody knows which of the two happened.

Insert the event into an outbox in the transaction of the change, and let a relay or change data capture publish it. This rule looks at no
code itself: it is a view of what the analysis of Go code reports, which names the place. Services in other languages hand in the SARIF of a tool of theirs,
` + "`spec.evidence`" + `, whose rules bear the names ` + "`OBX-001`, `lint/dual-write` or `lint/publish-in-tx`" + `; a tool that declares one of them and has no result
for it found nothing. Without either it is inconclusive.

- Clause: OBX-001, MUST, seed 000 §11: "Events MUST be published via outbox or CDC; dual writes are blocked by lint."
- Inputs: contract, Go code, SARIF
- Confidence: heuristic, as the analysis is`,
}

// dualWrites are the rules of the analysis that this one is a view of.
var dualWrites = []string{"lint/dual-write", "lint/publish-in-tx"}

func checkObx001(s *service.Service, v *verdict.Sheet) {
	at := s.Position("spec", "publishes")
	if len(s.Spec.Publishes) == 0 {
		v.NotApplicable(at, "it publishes nothing")
		return
	}
	v.On("", s.MoneyMoving())
	folder := path.Dir(s.File)
	found, looked := s.Reported(append([]string{"OBX-001", "rfc/obx-001"}, dualWrites...)...)
	for _, f := range found {
		if slices.Contains(dualWrites, f.Rule) { // others are told for every clause
			v.Fail(f.Position, "%s", f.Message)
		}
	}
	switch {
	case len(found) > 0:
		return
	case looked && (s.Org.Lint == nil || !covers(s.Org.Lint.Folders, folder)):
		v.Pass(at, "the tool that looked at its code found no dual write")
		return
	case s.Org.Lint == nil:
		v.Inconclusive(at, "no Go code was analysed in this run")
		return
	case !covers(s.Org.Lint.Folders, folder):
		v.Inconclusive(at, "no Go code below %s was analysed", folder)
		return
	}
	for _, f := range s.Org.Lint.Findings {
		if within(f.Position.File, folder) && (f.Rule == dualWrites[0] || f.Rule == dualWrites[1]) {
			v.Fail(f.Position, "%s", f.Message).View(f.Rule)
			return
		}
	}
	v.Pass(at, "the analysis of Go code found no dual write")
}

// covers reports whether one of the folders holds what was analysed for folder.
func covers(analysed []string, folder string) bool {
	for _, one := range analysed {
		if within(one, folder) || within(folder, one) {
			return true
		}
	}
	return false
}

// within reports whether a file or folder is a folder, or lies below it.
func within(file, folder string) bool {
	return folder == "." || file == folder || strings.HasPrefix(file, folder+"/")
}
