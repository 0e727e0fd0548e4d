package franz_test

import (
	"context"
	"errors"
	"log"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/franz"
)

var (
	validator *envelope.Validator // made when the program starts
	event     []byte
)

func ExampleNewClient() {
	client, err := franz.NewClient(&franz.Hook{Validator: validator}, kgo.SeedBrokers("localhost:9092"))
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	err = client.ProduceSync(context.Background(), &kgo.Record{Topic: "orders.events", Key: []byte("o_77"), Value: event}).FirstErr()
	var invalid *envelope.InvalidError
	if errors.As(err, &invalid) {
		log.Print(invalid.Violations())
	}
}
