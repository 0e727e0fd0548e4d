package report

import "github.com/evctl/evctl"

// The part of the SARIF 2.1.0 object model that evctl writes; sections in
// comments are those of the specification.

const srcRoot = "%SRCROOT%" // the base against which file names resolve

type sarifLog struct { // 3.13
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct { // 3.14
	Tool               sarifTool                   `json:"tool"`
	Invocations        []sarifInvocation           `json:"invocations"`
	AutomationDetails  sarifAutomation             `json:"automationDetails"`
	OriginalURIBaseIDs map[string]sarifMessageOnly `json:"originalUriBaseIds"`
	ColumnKind         string                      `json:"columnKind"`
	Results            []sarifResult               `json:"results"`
}

type sarifTool struct { // 3.18
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct { // 3.19
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct { // 3.49
	ID                   string              `json:"id"`
	ShortDescription     *sarifText          `json:"shortDescription,omitempty"`
	HelpURI              string              `json:"helpUri,omitempty"`
	Help                 *sarifText          `json:"help,omitempty"`
	DefaultConfiguration *sarifConfiguration `json:"defaultConfiguration,omitempty"`
	Properties           *sarifProperties    `json:"properties,omitempty"`
}

type sarifConfiguration struct { // 3.50
	Level string `json:"level"`
}

type sarifInvocation struct { // 3.20
	ExecutionSuccessful bool `json:"executionSuccessful"`
}

type sarifAutomation struct { // 3.17; up to the last slash it is the category
	ID string `json:"id"`
}

type sarifMessageOnly struct { // an artifactLocation, 3.4, that is only described
	Description sarifText `json:"description"`
}

type sarifText struct { // 3.11
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct { // 3.27
	RuleID              string             `json:"ruleId"`
	RuleIndex           int                `json:"ruleIndex"`
	Level               string             `json:"level"`
	Message             sarifText          `json:"message"`
	Locations           []sarifLocation    `json:"locations,omitempty"`
	RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow    `json:"codeFlows,omitempty"`
	PartialFingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
	Properties          *sarifProperties   `json:"properties,omitempty"`
}

type sarifCodeFlow struct { // 3.36
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct { // 3.37
	Locations []sarifCall `json:"locations"`
}

type sarifCall struct { // a threadFlowLocation, 3.38
	Location     sarifLocation `json:"location"`
	NestingLevel int           `json:"nestingLevel"`
}

type sarifLocation struct { // 3.28
	ID               *int           `json:"id,omitempty"`
	PhysicalLocation *sarifPhysical `json:"physicalLocation,omitempty"`
	LogicalLocations []sarifLogical `json:"logicalLocations,omitempty"`
	Message          *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct { // 3.29
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct { // 3.4
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId"`
}

type sarifRegion struct { // 3.30
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLogical struct { // 3.33
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

type sarifSuppression struct { // 3.35
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification,omitempty"`
}

type sarifProperties struct { // a property bag, 3.8
	Tags      []string        `json:"tags,omitempty"`
	Subject   string          `json:"subject,omitempty"`
	Direction evctl.Direction `json:"direction,omitempty"`
	Breaks    []int           `json:"breaks,omitempty"`
	Sides     []evctl.Side    `json:"sides,omitempty"`
	Consumers []string        `json:"consumers,omitzero"`
	Witness   *evctl.Witness  `json:"witness,omitempty"`
}
