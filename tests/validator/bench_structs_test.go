package validator

import (
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/goccy/go-json"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
)

func structPeers() []peer {
	return []peer{{"goccy", structPeer(json.Unmarshal)}, {"sonic", structPeer(sonic.ConfigFastest.Unmarshal)}}
}

func compileBoth(b *testing.B, s *evctl.Schema) {
	if _, err := program.Compile(s, evctl.Semantics{}, program.Writer); err != nil {
		b.Fatal(err)
	}
}

// A ledgerEvent is what a producer without a schema would write by hand.
type ledgerEvent struct {
	EventID          string `json:"event_id"`
	EventType        string `json:"event_type"`
	SchemaVersion    int64  `json:"schema_version"`
	SchemaRef        string `json:"schema_ref"`
	AggregateType    string `json:"aggregate_type"`
	AggregateID      string `json:"aggregate_id"`
	AggregateVersion int64  `json:"aggregate_version"`
	WriterEpoch      int64  `json:"writer_epoch"`
	OriginRegion     string `json:"origin_region"`
	OccurredAt       string `json:"occurred_at"`
	Producer         string `json:"producer"`
	CorrelationID    string `json:"correlation_id"`
	Traceparent      string `json:"traceparent"`
	Payload          struct {
		EntryID     string  `json:"entry_id"`
		AccountID   string  `json:"account_id"`
		AmountMinor int64   `json:"amount_minor"`
		Currency    string  `json:"currency"`
		Direction   string  `json:"direction"`
		BookedOn    string  `json:"booked_on"`
		Memo        *string `json:"memo"`
	} `json:"payload"`
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return len(s) > 0
}

func isUUID(s string) bool {
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' &&
		isHex(s[:8]) && isHex(s[9:13]) && isHex(s[14:18]) && isHex(s[19:23]) && isHex(s[24:])
}

func isTime(s string) bool {
	return len(s) == 24 && isDigits(s[:4]) && s[4] == '-' && isDigits(s[5:7]) && s[7] == '-' && isDigits(s[8:10]) && s[10] == 'T' &&
		isDigits(s[11:13]) && s[13] == ':' && isDigits(s[14:16]) && s[16] == ':' && isDigits(s[17:19]) && s[19] == '.' && isDigits(s[20:23]) && s[23] == 'Z'
}

func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '.' {
			return false
		}
	}
	return len(s) > 0
}

// structPeer decodes into the struct and checks by hand, as fast as that goes.
func structPeer(unmarshal func([]byte, any) error) func([]byte) bool {
	return func(event []byte) bool {
		var e ledgerEvent
		if unmarshal(event, &e) != nil {
			return false
		}
		p, t := &e.Payload, e.Traceparent
		return isUUID(e.EventID) && e.EventID[14] == '7' && isName(e.EventType) && e.SchemaVersion > 0 && strings.HasPrefix(e.SchemaRef, "events/") &&
			e.AggregateType != "" && e.AggregateID != "" && e.AggregateVersion > 0 && e.WriterEpoch > 0 && e.OriginRegion != "" && isTime(e.OccurredAt) &&
			e.Producer != "" && len(t) == 55 && t[2] == '-' && isHex(t[3:35]) && t[35] == '-' && isHex(t[36:52]) && isUUID(p.EntryID) &&
			strings.HasPrefix(p.AccountID, "acc_") && len(p.AccountID) <= 40 && isName(p.AccountID[4:]) && p.AmountMinor >= -1e12 && p.AmountMinor <= 1e12 &&
			isCurrency(p.Currency) && (p.Direction == "debit" || p.Direction == "credit") && len(p.BookedOn) == 10 && isDigits(p.BookedOn[:4]) &&
			(p.Memo == nil || len(*p.Memo) <= 140)
	}
}

func isCurrency(s string) bool {
	switch s {
	case "EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK":
		return true
	}
	return false
}
