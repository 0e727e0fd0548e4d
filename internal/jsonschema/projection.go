package jsonschema
import ("github.com/evctl/evctl";"github.com/evctl/evctl/internal/jsondoc")
type Projection struct{}
func NewProjection(s *evctl.Schema, sem evctl.Semantics) (*Projection, error) {return &Projection{},nil}
func (p *Projection) Project(value *jsondoc.Node) *jsondoc.Node {return value}
func (p *Projection) Unknown(value *jsondoc.Node) []string {return nil}
