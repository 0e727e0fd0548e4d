package service

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
)

// A Contract is the content of contract.yaml with defaults filled in. Paths are
// as they are written: relative to the file.
type Contract struct {
	APIVersion string   `yaml:"apiVersion"` // evctl/v1
	Kind       string   `yaml:"kind"`       // Service
	Metadata   Metadata `yaml:"metadata"`
	Spec       Spec     `yaml:"spec"`

	File string `yaml:"-"` // relative to the repository's root

	doc *yamldoc.Document
}

// Metadata says whose service it is.
type Metadata struct {
	Name   string `yaml:"name"`
	Owner  string `yaml:"owner"`
	Region string `yaml:"region"`
}

// A Spec is what a service exposes, publishes, consumes and promises.
type Spec struct {
	Stores      map[string]Store     `yaml:"stores"`
	OpenAPI     string               `yaml:"openapi"` // a file, or an address, which is not fetched
	Idempotency Idempotency          `yaml:"idempotency"`
	Operations  map[string]Operation `yaml:"operations"` // by operationId
	Clients     []Client             `yaml:"clients"`
	Retries     Retries              `yaml:"retries"`
	Publishes   []Publication        `yaml:"publishes"`
	Consumes    []Subscription       `yaml:"consumes"`
	Metrics     Metrics              `yaml:"metrics"`
	Probe       Probe                `yaml:"probe"`
	Evidence    []string             `yaml:"evidence"` // SARIF logs of what looks at its code
	Waivers     []string             `yaml:"waivers"`  // ids of exceptions
}

// A Store is a database.
type Store struct {
	Engine      string `yaml:"engine"`
	Flavor      string `yaml:"flavor"`
	Version     string `yaml:"version"`
	Migrations  string `yaml:"migrations"` // a folder
	MultiRegion struct {
		Homing     string `yaml:"homing"`
		EpochTable string `yaml:"epochTable"`
	} `yaml:"multiRegion"`
}

// An Operation is what a contract adds to an operation of the OpenAPI document.
type Operation struct {
	Tier           string      `yaml:"tier"` // durable, best_effort
	MoneyMoving    bool        `yaml:"moneyMoving"`
	SideEffects    string      `yaml:"sideEffects"` // external: a PUT or DELETE takes a key too
	Effects        []string    `yaml:"effects"`     // stores
	Phases         []string    `yaml:"phases"`
	Timeout        Duration    `yaml:"timeout"`
	Idempotency    Idempotency `yaml:"idempotency"` // what differs from the service's
	Calls          []Call      `yaml:"calls"`
	UnknownOutcome struct {
		Lookup string `yaml:"lookup"`
	} `yaml:"unknownOutcome"`
	DuplicateBudget struct {
		PerFailover int    `yaml:"perFailover"`
		SignedOffBy string `yaml:"signedOffBy"`
	} `yaml:"duplicateBudget"`
}

// A Call is a call to another service or vendor.
type Call struct {
	To             string   `yaml:"to"`
	SideEffect     bool     `yaml:"sideEffect"`
	After          string   `yaml:"after"`
	Before         string   `yaml:"before"`
	DerivedKey     string   `yaml:"derivedKey"`
	MaxKeyLength   int      `yaml:"maxKeyLength"`
	KeyRetention   Duration `yaml:"keyRetention"`
	Idempotency    string   `yaml:"idempotency"` // key, none
	Lookup         string   `yaml:"lookup"`
	IntentRecord   string   `yaml:"intentRecord"`
	Reconciliation string   `yaml:"reconciliation"`
	Timeout        Duration `yaml:"timeout"`
	MaxAttempts    int      `yaml:"maxAttempts"` // of the client library; 0 and 1 mean that it does not retry
}

// A Client is somebody who calls the service.
type Client struct {
	Name             string   `yaml:"name"`
	Role             string   `yaml:"role"` // key_holder, inner
	RetryHorizon     Duration `yaml:"retryHorizon"`
	KeyPersistence   string   `yaml:"keyPersistence"` // memory, disk, db
	MaxAttempts      int      `yaml:"maxAttempts"`
	RetryBudget      float64  `yaml:"retryBudget"`
	RetryOn          []string `yaml:"retryOn"`
	HonorsRetryAfter bool     `yaml:"honorsRetryAfter"`
	Jitter           string   `yaml:"jitter"`
}

// Retries names the configuration of every other layer that may retry.
type Retries struct {
	Istio      []string `yaml:"istio"`
	Envoy      []string `yaml:"envoy"`
	GatewayAPI []string `yaml:"gatewayApi"`
	GRPC       []string `yaml:"grpc"` // service configs
	Nginx      []string `yaml:"nginx"`
	Go         struct {
		Packages []string `yaml:"packages"`
		Role     string   `yaml:"role"` // inner, key_holder
	} `yaml:"go"`
	Gateway struct {
		RequiresKey     bool `yaml:"requiresKey"`
		PerKeyRateLimit bool `yaml:"perKeyRateLimit"`
	} `yaml:"gateway"`
}

// Metrics says where the service's metrics are.
type Metrics struct {
	Scrape          string   `yaml:"scrape"` // an address, which is not fetched
	File            string   `yaml:"file"`   // what a scrape answers
	OperationsTotal string   `yaml:"operationsTotal"`
	Alerts          []string `yaml:"alerts"` // Prometheus rule files
}

// Position returns the place of a value in the contract, or of its nearest
// parent that is there.
func (c *Contract) Position(keys ...any) evctl.Position {
	if c.doc == nil {
		return evctl.Position{File: c.File}
	}
	return c.doc.Position(keys...)
}
