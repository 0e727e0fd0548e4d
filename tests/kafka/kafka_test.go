// Package kafka holds evctl's reading of topics against an in-process broker.
// Tests only.
package kafka

import (
	"context"
	"crypto/md5"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sr"
	"github.com/twmb/franz-go/pkg/sr/srfake"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope/wire"
	ours "github.com/evctl/evctl/internal/kafka"
)

const partitions = 4

func event(aggregate, version int) string {
	return fmt.Sprintf(`{"event_id":"01938c22-10aa-7c43-9b1e-%06x%06x","event_type":"parcel.shipped","schema_version":1,"schema_ref":"events/parcel.shipped@1",`+
		`"aggregate_type":"parcel","aggregate_id":"a%d","aggregate_version":%d,"writer_epoch":1,"origin_region":"eu-west-1",`+
		`"occurred_at":"2026-03-01T09:30:00.125Z","producer":"parcel-service","correlation_id":"r","payload":{}}`, aggregate, version, aggregate, version)
}

func hour(n int) time.Time { return time.Date(2026, 3, 1, n, 0, 0, 0, time.UTC) }

// broker returns a cluster whose topic holds 30 events of each of 8 aggregates,
// one an hour, a fault and a tombstone in partition 1.
func broker(t *testing.T, options ...kfake.Opt) *kfake.Cluster {
	t.Helper()
	cluster, err := kfake.NewCluster(append(options, kfake.NumBrokers(2), kfake.SeedTopics(partitions, "parcels"))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return cluster
}

func fill(t *testing.T, cluster *kfake.Cluster, options ...kgo.Opt) {
	t.Helper()
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner()))...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	produce(t, client)
}

func produce(t *testing.T, client *kgo.Client) {
	t.Helper()
	for version := 1; version <= 30; version++ {
		var records []*kgo.Record
		for a := range 8 {
			text := event(a, version)
			if a == 1 && version == 20 {
				text = strings.Replace(text, "parcel-service", "", 1)
			}
			records = append(records, &kgo.Record{Topic: "parcels", Partition: int32(a % partitions), Value: []byte(text), Timestamp: hour(version)})
		}
		if version == 10 {
			records = append(records, &kgo.Record{Topic: "parcels", Partition: 1, Timestamp: hour(version)})
		}
		for _, r := range records { // a batch each: kfake finds times by the batch
			if err := client.ProduceSync(context.Background(), r).FirstErr(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func validate(t *testing.T, cluster *kfake.Cluster, topic ci.Topic, v ci.Validation) report.Report {
	t.Helper()
	topic.Brokers, topic.Name = cluster.ListenAddrs(), "parcels"
	if topic.Environ == nil {
		topic.Environ = func(string) string { return "" }
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := ci.ValidateTopic(ctx, nil, topic, v)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTopicIsReadToItsEnd(t *testing.T) {
	cluster := broker(t)
	var committed bool
	cluster.ControlKey(int16(kmsg.OffsetCommit), func(kmsg.Request) (kmsg.Response, error, bool) {
		committed = true
		return nil, nil, false
	})
	fill(t, cluster)
	r := validate(t, cluster, ci.Topic{}, ci.Validation{})
	if !slices.Contains(r.Notes, "records without a value, which are no events: 1") {
		t.Errorf("got notes %q", r.Notes)
	}
	if got := r.Families[0].Counts; got["events"] != 240 || got["invalid"] != 1 || got["aggregates"] != 8 {
		t.Errorf("got %v", got)
	}
	if len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].Position.String(), "parcels/1@39:1:") {
		t.Errorf("got %v", r.Findings)
	}
	if committed {
		t.Error("an offset was committed")
	}
	again := validate(t, cluster, ci.Topic{}, ci.Validation{})
	if fmt.Sprint(r) != fmt.Sprint(again) {
		t.Errorf("two runs differ:\n%v\n%v", r, again)
	}
}

func TestTopicBetweenTimes(t *testing.T) {
	cluster := broker(t)
	fill(t, cluster)
	for name, test := range map[string]struct {
		topic   ci.Topic
		v       ci.Validation
		events  int
		invalid int
	}{
		"from":          {topic: ci.Topic{From: hour(21)}, events: 80},
		"to":            {topic: ci.Topic{To: hour(20)}, events: 152},
		"between":       {topic: ci.Topic{From: hour(20), To: hour(21)}, events: 8, invalid: 1},
		"in the future": {topic: ci.Topic{From: hour(99)}},
		"limit":         {v: ci.Validation{Limit: 5}, events: 20},
	} {
		r := validate(t, cluster, test.topic, test.v)
		if got := r.Families[0].Counts; got["events"] != test.events || got["invalid"] != test.invalid {
			t.Errorf("%s: got %v, want %d events, %d invalid", name, got, test.events, test.invalid)
		}
	}
}

func TestGapsShow(t *testing.T) {
	cluster := broker(t)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, version := range []int{1, 2, 4} {
		record := &kgo.Record{Topic: "parcels", Key: []byte("a0"), Value: []byte(event(0, version))}
		if err := client.ProduceSync(context.Background(), record).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	r := validate(t, cluster, ci.Topic{}, ci.Validation{})
	if len(r.Findings) != 1 || r.Findings[0].Rule != "envelope/version-gap" || !strings.Contains(r.Findings[0].Position.File, "@2") {
		t.Errorf("got %v", r.Findings)
	}
}

func TestGroupSharesATopic(t *testing.T) {
	cluster := broker(t)
	fill(t, cluster)
	reports := make(chan report.Report, 2)
	for range 2 {
		go func() { reports <- validate(t, cluster, ci.Topic{Group: "g"}, ci.Validation{}) }()
	}
	events, invalid := 0, 0
	for range 2 {
		counts := (<-reports).Families[0].Counts
		events, invalid = events+counts["events"], invalid+counts["invalid"]
	}
	if events != 240 || invalid != 1 {
		t.Errorf("two members judged %d events, %d invalid", events, invalid)
	}
	if got := validate(t, cluster, ci.Topic{Group: "g"}, ci.Validation{}).Families[0].Counts["events"]; got != 0 {
		t.Errorf("a run behind them judged %d events again", got)
	}
}

func TestGroupGoesOnWhereItStopped(t *testing.T) {
	cluster := broker(t)
	fill(t, cluster)
	first := validate(t, cluster, ci.Topic{Group: "g"}, ci.Validation{Limit: 5})
	rest := validate(t, cluster, ci.Topic{Group: "g"}, ci.Validation{})
	if a, b := first.Families[0].Counts["events"], rest.Families[0].Counts["events"]; a != 20 || b != 220 {
		t.Errorf("judged %d events, then %d, want 20 and 220", a, b)
	}
}

func TestHeadersOfSerializersAreTakenAway(t *testing.T) {
	cluster := broker(t)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	prefixed := append([]byte{0, 0, 0, 0, 7}, event(0, 1)...)
	for _, value := range [][]byte{prefixed, {}} {
		record := &kgo.Record{Topic: "parcels", Key: []byte("a0"), Value: value}
		if err := client.ProduceSync(context.Background(), record).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	r := validate(t, cluster, ci.Topic{}, ci.Validation{})
	if len(r.Findings) != 1 || r.Findings[0].Rule != "envelope/event-json" || !strings.Contains(r.Findings[0].Position.File, "@1") {
		t.Errorf("want a finding on the empty value alone, got %v", r.Findings)
	}
}

// The headers of records lead to the schema that the events name: a folder knows
// the GUIDs of its texts, the registry its ids.
func TestHeadersNameSchemas(t *testing.T) {
	cluster := broker(t)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	const text = `{"type":"object"}`
	its, other := md5.Sum([]byte(text)), md5.Sum([]byte("{}"))
	records := []*kgo.Record{
		{Headers: []kgo.RecordHeader{{Key: wire.Header, Value: append([]byte{1}, its[:]...)}}},
		{Headers: []kgo.RecordHeader{{Key: wire.Header, Value: append([]byte{1}, other[:]...)}}},
		{Value: []byte{0, 0, 0, 0, 7}},
		{Value: []byte{0, 0, 0, 0, 8}},
		{Value: []byte{0, 0, 0, 0, 9}},
	}
	for i, r := range records {
		r.Topic, r.Key, r.Value = "parcels", []byte("a0"), append(r.Value, event(0, i+1)...)
		if err := client.ProduceSync(context.Background(), r).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	fake := srfake.New()
	defer fake.Close()
	fake.SeedSchema("parcel.shipped", 1, 7, sr.Schema{Schema: text, Type: sr.TypeJSON})
	fake.SeedSchema("parcel.lost", 1, 8, sr.Schema{Schema: "{}", Type: sr.TypeJSON})
	root := t.TempDir()
	for name, text := range map[string]string{"parcel.shipped": text, "parcel.lost": "{}"} {
		if err := os.MkdirAll(filepath.Join(root, "schemas/events", name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "schemas/events", name, "1.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config.Default()
	cfg.Root, cfg.Registry = root, config.Registry{Name: "events", Dir: "schemas", URL: fake.URL()}
	r, err := ci.ValidateTopic(context.Background(), cfg, ci.Topic{Brokers: cluster.ListenAddrs(), Name: "parcels", Environ: func(string) string { return "" }}, ci.Validation{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		_, at, _ := strings.Cut(f.Position.File, "@")
		got = append(got, at+" "+f.Rule)
	}
	want := []string{"1 envelope/header-agrees", "3 envelope/header-agrees", "4 envelope/header-known"}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSASL(t *testing.T) {
	cluster := broker(t, kfake.EnableSASL(), kfake.Superuser("SCRAM-SHA-256", "me", "secret"))
	topic := ci.Topic{Brokers: cluster.ListenAddrs(), Name: "parcels", Environ: func(name string) string {
		return map[string]string{ours.EnvSASL: "scram-sha-256", ours.EnvUser: "me", ours.EnvPassword: "secret"}[name]
	}}
	r := validate(t, cluster, topic, ci.Validation{})
	if len(r.Families) != 1 || r.Families[0].Counts["events"] != 0 {
		t.Errorf("got %v", r)
	}
}

// An event may be a record of Avro or a message of Protobuf whose fields are the
// envelope's, if the registry has its schema.
func TestFramedEventsInOtherLanguages(t *testing.T) {
	const (
		inAvro = `{"type":"record","name":"Event","fields":[{"name":"event_id","type":"string"},{"name":"event_type","type":"string"},{"name":"schema_version","type":"int"},` +
			`{"name":"aggregate_type","type":"string"},{"name":"aggregate_id","type":"string"},{"name":"aggregate_version","type":"long"},` +
			`{"name":"occurred_at","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"producer","type":"string"},{"name":"correlation_id","type":"string"},` +
			`{"name":"payload","type":{"type":"record","name":"Shipped","fields":[{"name":"depot","type":"string"}]}}]}`
		inProtobuf = `syntax = "proto3"; message Shipped { string depot = 1; } message Event { string event_id = 1; string event_type = 2; int32 schema_version = 3;
			string aggregate_type = 4; string aggregate_id = 5; int64 aggregate_version = 6; string occurred_at = 7; string producer = 8; string correlation_id = 9; Shipped payload = 10; }`
	)
	text := func(s string) []byte { return append(binary.AppendVarint(nil, int64(len(s))), s...) }
	datum := func(id, depot string) []byte {
		return slices.Concat(text(id), text("parcel.shipped"), []byte{2}, text("parcel"), text("a"), []byte{2},
			binary.AppendVarint(nil, hour(1).UnixMilli()), text("p"), text("r"), text(depot))
	}
	message := func(id, depot string) (out []byte) {
		for i, s := range []string{id, "parcel.shipped", "", "parcel", "b", "", "2026-03-01T01:00:00.000Z", "p", "r", string(protowire.AppendString([]byte{0x0a}, depot))} {
			number := protowire.Number(i + 1)
			if number == 3 || number == 6 {
				out = protowire.AppendVarint(protowire.AppendTag(out, number, protowire.VarintType), 1)
				continue
			}
			out = protowire.AppendString(protowire.AppendTag(out, number, protowire.BytesType), s)
		}
		return out
	}
	fake := srfake.New()
	defer fake.Close()
	fake.SeedSchema("parcels-avro", 1, 7, sr.Schema{Schema: inAvro, Type: sr.TypeAvro})
	fake.SeedSchema("parcels-protobuf", 1, 8, sr.Schema{Schema: inProtobuf, Type: sr.TypeProtobuf})
	root := t.TempDir()
	schema := filepath.Join(root, "schemas/events/parcel.shipped/1.json")
	if err := os.MkdirAll(filepath.Dir(schema), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(schema, []byte(`{"type":"object","properties":{"depot":{"type":"string","minLength":1}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.Root, cfg.Registry = root, config.Registry{Name: "events", Dir: "schemas", URL: fake.URL()}
	id := func(n int) string { return fmt.Sprintf("01938c22-10aa-7c43-9b1e-%012x", n) }
	for name, test := range map[string]struct {
		value []byte
		want  string
	}{
		"Avro":                  {append([]byte{0, 0, 0, 0, 7}, datum(id(1), "Porto")...), ""},
		"a bad payload":         {append([]byte{0, 0, 0, 0, 7}, datum(id(2), "")...), "envelope/payload-valid"},
		"a bad envelope":        {append([]byte{0, 0, 0, 0, 7}, datum("1", "Porto")...), "envelope/event-id-uuid"},
		"cut short":             {append([]byte{0, 0, 0, 0, 7}, datum(id(3), "Porto")[:50]...), "envelope/event-json"},
		"Protobuf":              {append([]byte{0, 0, 0, 0, 8, 2, 2}, message(id(4), "Porto")...), ""},
		"an empty text":         {append([]byte{0, 0, 0, 0, 8, 2, 2}, message(id(5), "")...), ""}, // is as absent
		"another message":       {append([]byte{0, 0, 0, 0, 8, 0}, message(id(6), "Porto")...), "envelope/event-json"},
		"an id that is unknown": {append([]byte{0, 0, 0, 0, 9}, datum(id(7), "Porto")...), "envelope/event-json"},
	} {
		cluster := broker(t)
		client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
		if err != nil {
			t.Fatal(err)
		}
		if err := client.ProduceSync(context.Background(), &kgo.Record{Topic: "parcels", Value: test.value}).FirstErr(); err != nil {
			t.Fatal(err)
		}
		client.Close()
		r, err := ci.ValidateTopic(context.Background(), cfg, ci.Topic{Brokers: cluster.ListenAddrs(), Name: "parcels", Environ: func(string) string { return "" }}, ci.Validation{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range r.Findings {
			got = append(got, f.Rule)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", name, r.Findings, test.want)
		}
	}
}

// Settings of evctl.yaml log in, and a password is read from where they say.
func TestConfiguredSASL(t *testing.T) {
	cluster := broker(t, kfake.EnableSASL(), kfake.Superuser("SCRAM-SHA-512", "me", "secret"), kfake.Superuser("PLAIN", "me", "secret"))
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "password"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	topic := ci.Topic{Brokers: cluster.ListenAddrs(), Name: "parcels", Environ: func(name string) string { return map[string]string{"MINE": "secret", "WRONG": "wrong"}[name] }}
	for name, test := range map[string]struct{ yaml, err string }{
		"from a file":    {"{mechanism: scram-sha-512, user: me, password-file: password}", ""},
		"of a variable":  {"{mechanism: plain, user: me, password-env: MINE}", ""},
		"another's":      {"{mechanism: plain, user: me, password-env: WRONG}", "is TLS or SASL amiss? see EVCTL_KAFKA_TLS, EVCTL_KAFKA_SASL and kafka in evctl.yaml"},
		"that is absent": {"{mechanism: plain, user: me, password-file: lost}", "no such file"},
	} {
		cfg, err := config.Parse("evctl.yaml", []byte("version: 1\nkafka: {sasl: "+test.yaml+"}"))
		if err != nil {
			t.Fatal(err)
		}
		cfg.Root = root
		_, err = ci.ValidateTopic(context.Background(), cfg, topic, ci.Validation{})
		if (test.err == "") != (err == nil) || err != nil && !strings.Contains(fmt.Sprint(err, hints(err)), test.err) {
			t.Errorf("%s: got %v, want %q", name, err, test.err)
		}
	}
}

func hints(err error) []string {
	var h interface{ Hints() []string }
	if errors.As(err, &h) {
		return h.Hints()
	}
	return nil
}

// kfake knows no OAUTHBEARER: the test answers for it, and looks at what was sent
// (RFC 7628, section 3.1). A token that is renewed counts from the next login on.
func TestBearerTokens(t *testing.T) {
	cluster := broker(t)
	fill(t, cluster)
	var mu sync.Mutex
	var sent []string
	cluster.ControlKey(int16(kmsg.SASLHandshake), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		answer := r.ResponseKind().(*kmsg.SASLHandshakeResponse)
		answer.SupportedMechanisms = []string{"OAUTHBEARER"}
		return answer, nil, true
	})
	cluster.ControlKey(int16(kmsg.SASLAuthenticate), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, string(r.(*kmsg.SASLAuthenticateRequest).SASLAuthBytes))
		return r.ResponseKind(), nil, true
	})
	file := filepath.Join(t.TempDir(), "token")
	settings := ours.Settings{Mechanism: ours.OAuthBearer, Token: ours.Secret{File: file}, Extensions: map[string]string{"logicalCluster": "lkc-1"}}
	write := func(token string) {
		if err := os.WriteFile(file, []byte(token), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("first\n")
	client, err := ours.Dial(cluster.ListenAddrs(), settings, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ranges, err := client.Ranges(t.Context(), "parcels", time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	write("second\n")
	if err := client.Read(t.Context(), "parcels", ranges, func(context.Context, *ours.Reader) error { return nil }); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(sent)
	want := []string{"n,,\x01auth=Bearer first\x01logicalCluster=lkc-1\x01\x01", "n,,\x01auth=Bearer second\x01logicalCluster=lkc-1\x01\x01"}
	if got := slices.Compact(sent); !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	cluster := broker(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	none := func(string) string { return "" }
	for want, topic := range map[string]ci.Topic{
		"there is no such topic": {Brokers: cluster.ListenAddrs(), Name: "lost", Environ: none},
		`SASL mechanism "kerberos": want one of plain`: {Brokers: cluster.ListenAddrs(), Name: "parcels", Environ: func(name string) string {
			return map[string]string{ours.EnvSASL: "kerberos"}[name]
		}},
	} {
		if _, err := ci.ValidateTopic(ctx, nil, topic, ci.Validation{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestParseTopic(t *testing.T) {
	topic, is, err := ci.ParseTopic("kafka://a:9092,b:9092/orders.v1")
	if !is || err != nil || topic.Name != "orders.v1" || !slices.Equal(topic.Brokers, []string{"a:9092", "b:9092"}) {
		t.Errorf("got %v, %v, %v", topic, is, err)
	}
	for _, text := range []string{"kafka://", "kafka://a", "kafka:///t", "kafka://a/", "kafka://a/t/u"} {
		if _, is, err := ci.ParseTopic(text); !is || err == nil {
			t.Errorf("%s: got %v, %v", text, is, err)
		}
	}
	if _, is, _ := ci.ParseTopic("events.ndjson"); is {
		t.Error("a file is no topic")
	}
}
