package validator

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	hamba "github.com/hamba/avro/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/avro"
	"github.com/evctl/evctl/envelope/protobuf"
	"github.com/evctl/evctl/tests/validator/ledger"
)

const entryAvro = `{"type":"record","name":"Entry","fields":[
	{"name":"entry_id","type":"string"},{"name":"account_id","type":"string"},{"name":"amount_minor","type":"long"},{"name":"currency","type":"string"},
	{"name":"direction","type":{"type":"enum","name":"Direction","symbols":["DEBIT","CREDIT"]}},{"name":"booked_on","type":"string"},
	{"name":"memo","type":["null","string"]},
	{"name":"lines","type":{"type":"array","items":{"type":"record","name":"Line","fields":[{"name":"account_id","type":"string"},{"name":"amount_minor","type":"long"}]}}}]}`

//go:embed ledger/entry.proto
var entryProto []byte

type entry struct {
	EntryID     string  `avro:"entry_id"`
	AccountID   string  `avro:"account_id"`
	AmountMinor int64   `avro:"amount_minor"`
	Currency    string  `avro:"currency"`
	Direction   string  `avro:"direction"`
	BookedOn    string  `avro:"booked_on"`
	Memo        *string `avro:"memo"`
	Lines       []line  `avro:"lines"`
}

type line struct {
	AccountID   string `avro:"account_id"`
	AmountMinor int64  `avro:"amount_minor"`
}

// entries draws payloads of some 240 bytes in Avro and in Protobuf.
func entries(t testing.TB, schema hamba.Schema) (inAvro, inProtobuf [][]byte) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		e := entry{EntryID: uuid(r), AccountID: fmt.Sprintf("acc_%d", r.IntN(1e6)), AmountMinor: int64(r.IntN(2e9) - 1e9), Currency: "EUR", Direction: "CREDIT", BookedOn: "2026-03-01"}
		m := &ledger.Entry{EntryId: e.EntryID, AccountId: e.AccountID, AmountMinor: e.AmountMinor, Currency: e.Currency, Direction: ledger.Direction_CREDIT, BookedOn: e.BookedOn}
		if r.IntN(2) == 0 {
			memo := "invoice 2026/117, café"
			e.Memo, m.Memo = &memo, &memo
		}
		for range 7 {
			l := line{fmt.Sprintf("acc_%d", r.IntN(1e6)), int64(r.IntN(1e6))}
			e.Lines, m.Lines = append(e.Lines, l), append(m.Lines, &ledger.Line{AccountId: l.AccountID, AmountMinor: l.AmountMinor})
		}
		inAvro, inProtobuf = append(inAvro, must(hamba.Marshal(schema, e))), append(inProtobuf, must(proto.Marshal(m)))
	}
	return inAvro, inProtobuf
}

// BenchmarkBytes measures payloads in Avro and Protobuf as BenchmarkEvents does
// events.
func BenchmarkBytes(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	schema := hamba.MustParse(entryAvro)
	inAvro, inProtobuf := entries(b, schema)
	a := must(avro.Compile(&evctl.Schema{Format: evctl.Avro, File: "entry.avsc", Text: []byte(entryAvro)}))
	p := must(protobuf.Compile(context.Background(), &evctl.Schema{Format: evctl.Protobuf, File: "entry.proto", Text: entryProto}))
	descriptor := (&ledger.Entry{}).ProtoReflect().Descriptor()
	b.Run("avro", func(b *testing.B) {
		race(b, agreeing(b, inAvro, []peer{
			{"evctl", func(data []byte) bool { return a.Check(data) == nil }},
			{"hamba", func(data []byte) bool { var e entry; return hamba.Unmarshal(schema, data, &e) == nil }},
			{"hamba-any", func(data []byte) bool { var e any; return hamba.Unmarshal(schema, data, &e) == nil }},
		}), inAvro)
	})
	b.Run("protobuf", func(b *testing.B) {
		race(b, agreeing(b, inProtobuf, []peer{
			{"evctl", func(data []byte) bool { return p.Check(data, protobuf.Writer) == nil }},
			{"generated", func(data []byte) bool { var e ledger.Entry; return proto.Unmarshal(data, &e) == nil }},
			{"dynamicpb", func(data []byte) bool { return proto.Unmarshal(data, dynamicpb.NewMessage(descriptor)) == nil }},
		}), inProtobuf)
	})
}

// agreeing returns the peers if they find all payloads valid. The first of them
// must find none that is cut short, as hamba does, and take no memory.
func agreeing(b *testing.B, payloads [][]byte, peers []peer) []peer {
	for _, data := range payloads {
		for _, p := range peers {
			if !p.judge(data) {
				b.Fatalf("%s refuses %x", p.name, data)
			}
		}
		if peers[0].judge(data[:len(data)-2]) {
			b.Fatalf("%x is valid when cut short", data)
		}
	}
	if n := testing.AllocsPerRun(100, func() { peers[0].judge(payloads[0]) }); n > 0 {
		b.Fatalf("%v allocations, want none", n)
	}
	return peers
}
