package adopt

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/evctl/evctl/ci/codeowners"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/internal/openapi"
)

// documentNames are what an OpenAPI document is called by habit.
var documentNames = []string{"openapi.yaml", "openapi.yml", "openapi.json"}

const contractName = "contract.yaml"

// maxContracts bounds how many contracts are proposed.
const maxContracts = 100

// planContracts proposes a contract beside each OpenAPI document that has none.
func (s *Survey) planContracts(p *Plan) {
	owners, err := codeowners.Load(os.DirFS(s.Root))
	if err != nil {
		p.Notes = append(p.Notes, Note{Path: s.Codeowners, Why: "cannot be read: " + err.Error()})
	}
	for _, document := range s.Documents[:min(len(s.Documents), maxContracts)] {
		target := path.Join(path.Dir(document), contractName)
		if exists(s.absolute(target)) {
			continue
		}
		text, err := s.propose(document, owners)
		if err != nil {
			p.Notes = append(p.Notes, Note{Path: document, Why: fmt.Sprintf("no contract is proposed: %v", err)})
			continue
		}
		p.Files = append(p.Files, File{target, text, 0o644, "what the service behind " + path.Base(document) + " promises; evctl rfc judges it"})
	}
}

func (s *Survey) propose(document string, owners codeowners.Owners) (string, error) {
	info, err := os.Stat(s.absolute(document))
	if err != nil {
		return "", err
	}
	if info.Size() > openapi.MaxBytes {
		return "", fmt.Errorf("%d bytes are over the limit of %d for one OpenAPI document", info.Size(), openapi.MaxBytes)
	}
	text, err := os.ReadFile(s.absolute(document))
	if err != nil {
		return "", err
	}
	name := path.Base(path.Dir(document))
	if name == "." {
		name = filepath.Base(s.Root)
	}
	owner := "nobody yet"
	if of := owners.Of(document); len(of) > 0 {
		owner = of[0]
	}
	return contracts.Propose(name, owner, path.Base(document), text)
}

// proposesContracts reports whether a document lacks a contract.
func (s *Survey) proposesContracts() bool {
	return slices.ContainsFunc(s.Documents, func(document string) bool {
		return !exists(s.absolute(path.Join(path.Dir(document), contractName)))
	})
}
