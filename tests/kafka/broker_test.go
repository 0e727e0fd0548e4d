//go:build broker

package kafka

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/evctl/evctl/ci"
	ours "github.com/evctl/evctl/internal/kafka"
)

// Where broker.properties lets the broker listen.
const (
	plainAddress = "127.0.0.1:19292"
	tlsAddress   = "127.0.0.1:19295" // with SASL
)

// judged validates the topic, and counts.
func judged(t *testing.T, topic ci.Topic) (events, invalid int) {
	t.Helper()
	topic.Name = "parcels"
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := ci.ValidateTopic(ctx, nil, topic, ci.Validation{})
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	counts := r.Families[0].Counts
	return counts["events"], counts["invalid"]
}

func none(string) string { return "" }

func TestBroker(t *testing.T) {
	client, err := kgo.NewClient(kgo.SeedBrokers(plainAddress), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	create := kmsg.NewPtrCreateTopicsRequest()
	wanted := kmsg.NewCreateTopicsRequestTopic()
	wanted.Topic, wanted.NumPartitions, wanted.ReplicationFactor = "parcels", partitions, 1
	create.Topics = append(create.Topics, wanted)
	if _, err := create.RequestWith(context.Background(), client); err != nil {
		t.Fatal(err)
	}
	produce(t, client)
	plain := ci.Topic{Brokers: []string{plainAddress}, Environ: none}
	t.Run("alone", func(t *testing.T) {
		if events, invalid := judged(t, plain); events != 240 || invalid != 1 {
			t.Errorf("judged %d events, %d invalid", events, invalid)
		}
	})
	t.Run("between times", func(t *testing.T) {
		some := plain
		some.From, some.To = hour(20), hour(21)
		if events, invalid := judged(t, some); events != 8 || invalid != 1 {
			t.Errorf("judged %d events, %d invalid", events, invalid)
		}
	})
	t.Run("two members", func(t *testing.T) {
		shared, counts := plain, make(chan int, 2)
		shared.Group = "two"
		for range 2 {
			go func() {
				events, _ := judged(t, shared)
				counts <- events
			}()
		}
		if a, b := <-counts, <-counts; a+b != 240 {
			t.Errorf("judged %d and %d events", a, b)
		}
		if events, _ := judged(t, shared); events != 0 {
			t.Errorf("judged %d events again", events)
		}
	})
	t.Run("TLS and SASL", func(t *testing.T) {
		settings := map[string]string{ours.EnvCA: os.Getenv("EVCTL_BROKER_CA"), ours.EnvSASL: "plain", ours.EnvUser: "me", ours.EnvPassword: "secret"}
		secured := ci.Topic{Brokers: []string{tlsAddress}, Name: "parcels", Environ: func(name string) string { return settings[name] }}
		if events, _ := judged(t, secured); events != 240 {
			t.Errorf("judged %d events", events)
		}
		settings[ours.EnvPassword] = "wrong"
		if _, err := ci.ValidateTopic(context.Background(), nil, secured, ci.Validation{}); err == nil || !strings.Contains(err.Error(), "uthentication failed") {
			t.Errorf("got %v", err)
		}
	})
}
