package service

// Idempotency says how keys work. A service has one, an operation what differs.
type Idempotency struct {
	Mode               string      `yaml:"mode"`   // key (default), natural_key, none
	Column             string      `yaml:"column"` // of a natural key
	Key                Key         `yaml:"key"`
	TTL                Duration    `yaml:"ttl"`
	ExpiredStatus      int         `yaml:"expiredStatus"` // 422 (default) or 410
	Scope              Scope       `yaml:"scope"`
	Fingerprint        Fingerprint `yaml:"fingerprint"`
	Record             Record      `yaml:"record"`
	Cache              Cache       `yaml:"cache"`
	Lease              Duration    `yaml:"lease"`
	HandlerP999        Duration    `yaml:"handlerP999"`
	Outcomes           Outcomes    `yaml:"outcomes"`
	OnStoreUnavailable string      `yaml:"onStoreUnavailable"` // fail_closed (default), fail_open
	Resolver           Resolver    `yaml:"resolver"`
}

// A Key says what clients may send.
type Key struct {
	Format       string   `yaml:"format"` // uuidv7, opaque
	MaxClockSkew Duration `yaml:"maxClockSkew"`
	Tombstones   Duration `yaml:"tombstones"`
}

// A Scope says within what a key is unique.
type Scope struct {
	Tenant   string `yaml:"tenant"`
	Endpoint string `yaml:"endpoint"`
}

// A Fingerprint tells two requests with one key apart.
type Fingerprint struct {
	Algorithm   string           `yaml:"algorithm"`
	Covers      []string         `yaml:"covers"`
	Volatile    []string         `yaml:"volatile"` // JSON pointers into the body
	DisabledFor []FingerprintGap `yaml:"disabledFor"`
}

// A FingerprintGap is a client whose requests are not compared.
type FingerprintGap struct {
	Client    string `yaml:"client"`
	Exception string `yaml:"exception"`
}

// A Record is where outcomes are kept.
type Record struct {
	Store            string            `yaml:"store"`
	Table            string            `yaml:"table"`
	Columns          map[string]string `yaml:"columns"`
	Shape            string            `yaml:"shape"` // lifecycle (default), single_tx
	Retention        Duration          `yaml:"retention"`
	MaxResponseBytes int               `yaml:"maxResponseBytes"`
	Overflow         string            `yaml:"overflow"`
	Prune            Prune             `yaml:"prune"`
}

// A Cache stands in front of the record.
type Cache struct {
	Kind     string `yaml:"kind"`
	Contains string `yaml:"contains"` // completed_only
}

// Outcomes says which answers end an operation, and which release the key.
type Outcomes struct {
	Final   []string `yaml:"final"`
	Release []string `yaml:"release"`
}

// A Resolver settles operations that nobody retries.
type Resolver struct {
	After       Duration `yaml:"after"`
	MaxFailures int      `yaml:"maxFailures"`
	Escalation  string   `yaml:"escalation"`
}

// defaults is the idempotency of a contract that says nothing.
func defaults() Idempotency {
	return Idempotency{
		Mode: "key", ExpiredStatus: 422, OnStoreUnavailable: "fail_closed",
		Scope:       Scope{Tenant: "auth.tenant_id", Endpoint: "route"},
		Fingerprint: Fingerprint{Algorithm: "sha256", Covers: []string{"method", "path", "query", "body"}},
	}
}

// with returns the idempotency of an operation: what it sets itself, and the
// service's otherwise. Only what rules read is merged.
func (i Idempotency) with(own Idempotency) Idempotency {
	if own.Mode != "" {
		i.Mode, i.Column = own.Mode, own.Column
	}
	if own.Key.Format != "" {
		i.Key = own.Key
	}
	if own.TTL.Set {
		i.TTL = own.TTL
	}
	if own.ExpiredStatus != 0 {
		i.ExpiredStatus = own.ExpiredStatus
	}
	return i
}
