package service

// A Publication is what a service publishes to one topic.
type Publication struct {
	Topic         string   `yaml:"topic"`
	Events        []string `yaml:"events"` // event types
	Aggregate     string   `yaml:"aggregate"`
	Route         string   `yaml:"route"`
	Via           string   `yaml:"via"`      // outbox, cdc
	Envelope      string   `yaml:"envelope"` // v1, v2
	Samples       []string `yaml:"samples"`  // files of events, one JSON object a line
	Store         string   `yaml:"store"`
	Table         string   `yaml:"table"`
	VersionSource string   `yaml:"versionSource"`
	Buckets       int      `yaml:"buckets"`
	PeakPerSecond int      `yaml:"peakPerSecond"`
	MaxEventBytes int      `yaml:"maxEventBytes"`
	Retention     Duration `yaml:"retention"`
	Connector     string   `yaml:"connector"`  // a Kafka Connect configuration
	Validation    string   `yaml:"validation"` // ci, runtime
	Scope         string   `yaml:"scope"`      // local, global
	Replayable    bool     `yaml:"replayable"`
	Archive       Duration `yaml:"archive"` // for how long the archive of the topic keeps events
	Relay         struct {
		Pool           int      `yaml:"pool"`
		Sweep          Duration `yaml:"sweep"`
		PublishTimeout Duration `yaml:"publishTimeout"`
		Instances      int      `yaml:"instances"`
		OnPoison       string   `yaml:"onPoison"`
		Packages       []string `yaml:"packages"`
	} `yaml:"relay"`
}

// A Subscription is what a service consumes from one topic.
type Subscription struct {
	Topic  string           `yaml:"topic"`
	Group  string           `yaml:"group"`
	Events map[string][]int `yaml:"events"` // versions that it reads, by event type
	// Reads are the fields that it reads of each of the event types, as JSON
	// pointers into an event's payload in which * stands for every item and every
	// key. Without any it reads all.
	Reads         []string `yaml:"reads"`
	Replays       bool     `yaml:"replays"`      // it reads the past again, from the archive
	ReplayWindow  Duration `yaml:"replayWindow"` // how far back its replays reach
	SideEffecting bool     `yaml:"sideEffecting"`
	Effects       []string `yaml:"effects"`
	Ordering      string   `yaml:"ordering"` // per_aggregate, none
	Redelivery    Duration `yaml:"redelivery"`
	Dedupe        Dedupe   `yaml:"dedupe"`
	Calls         []Call   `yaml:"calls"`
	OnPoison      string   `yaml:"onPoison"`
	DeadLetters   struct {
		Store string `yaml:"store"`
		Table string `yaml:"table"`
	} `yaml:"deadLetters"`
	Commit      string `yaml:"commit"` // after_tx, before_tx
	OffsetReset struct {
		Runbook   string `yaml:"runbook"`
		Approvers int    `yaml:"approvers"`
	} `yaml:"offsetReset"`
	FullReplayTest struct {
		Evidence string   `yaml:"evidence"`
		MaxAge   Duration `yaml:"maxAge"`
	} `yaml:"fullReplayTest"`
}

// A Dedupe says how a consumer tells an event that it has seen.
type Dedupe struct {
	Mode        string   `yaml:"mode"` // inbox, version_high_water_mark, state_guard
	Store       string   `yaml:"store"`
	Table       string   `yaml:"table"`
	Column      string   `yaml:"column"`
	EpochColumn string   `yaml:"epochColumn"`
	Retention   Duration `yaml:"retention"` // of an inbox
	Pruned      string   `yaml:"pruned"`    // never: a mark outlives every event
	Prune       Prune    `yaml:"prune"`
	Also        *Dedupe  `yaml:"also"` // a second guard beside this one
}

// A Prune is a job that deletes old rows.
type Prune struct {
	Job   string `yaml:"job"`
	Batch int    `yaml:"batch"`
}

// A Probe says how a running service may be asked. It changes no verdict here.
type Probe struct {
	Targets []struct {
		URL         string `yaml:"url"`
		Environment string `yaml:"environment"`
	} `yaml:"targets"`
	Auth            ProbeAuth            `yaml:"auth"`
	AuthOtherTenant ProbeAuth            `yaml:"authOtherTenant"`
	Safe            bool                 `yaml:"safe"`
	MaxEffects      int                  `yaml:"maxEffects"`
	Setup           []ProbeStep          `yaml:"setup"`
	Cases           map[string]ProbeCase `yaml:"cases"` // by operationId
}

// ProbeAuth names the environment variable that holds a credential.
type ProbeAuth struct {
	Type     string `yaml:"type"`
	TokenEnv string `yaml:"tokenEnv"`
}

// A ProbeStep prepares a probe.
type ProbeStep struct {
	Op      string            `yaml:"op"`
	Path    map[string]string `yaml:"path"`
	Body    string            `yaml:"body"` // a file
	Capture map[string]string `yaml:"capture"`
}

// A ProbeCase says how to call an operation and how to see its effect.
type ProbeCase struct {
	Path       map[string]string `yaml:"path"`
	Body       string            `yaml:"body"` // a file
	ResourceID string            `yaml:"resourceId"`
	Oracle     struct {
		Get   string `yaml:"get"`
		Count string `yaml:"count"`
	} `yaml:"oracle"`
	Mutate        string `yaml:"mutate"`
	BusinessError string `yaml:"businessError"` // a file
	Stall         struct {
		Header map[string]string `yaml:"header"`
	} `yaml:"stall"`
}
