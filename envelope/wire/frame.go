package wire

import (
	"encoding/binary"
	"fmt"

	"github.com/evctl/evctl/internal/guid"
)

// A Format is a way to name the schema of a message.
type Format int

// The formats.
const (
	Bare         Format = iota // no header that a registry's serializer writes
	Confluent                  // 0x00, a schema id of 4 bytes, message indexes for Protobuf
	GUID                       // 0x01, a schema GUID of 16 bytes, message indexes for Protobuf
	Glue                       // 0x03, a compression, a schema version UUID of 16 bytes
	SingleObject               // 0xC3 0x01, a CRC-64-AVRO fingerprint of 8 bytes
)

var formatNames = [...]string{"no header", "Confluent prefix", "Confluent GUID header", "Glue header", "Avro single object"}

func (f Format) String() string { return formatNames[f] }

// A Name is what a header calls a schema. The fields that its format does not
// have are zero, so that two equal names are of one schema.
type Name struct {
	Format      Format
	ID          uint32   // Confluent: the schema id
	UUID        [16]byte // GUID, Glue
	Fingerprint uint64   // SingleObject: CRC-64-AVRO
}

// Text is the text form of the UUID.
func (n Name) Text() string { return guid.Format(n.UUID) }

// A Frame is a message taken apart.
type Frame struct {
	Name
	Compressed bool   // Glue: Payload is a zlib stream
	Payload    []byte // what follows the header; for Protobuf it starts with the message indexes
}

// Schema spells the name, for messages.
func (n Name) Schema() string {
	switch n.Format {
	case Confluent:
		return fmt.Sprintf("schema id %d", n.ID)
	case GUID:
		return "schema GUID " + n.Text()
	case Glue:
		return "schema version " + n.Text()
	case SingleObject:
		return fmt.Sprintf("schema fingerprint %016x", n.Fingerprint)
	}
	return "no schema"
}

// Parse takes a record's value apart. The first byte decides: a value that
// starts like no header is Bare, one that starts like a header and ends within
// it is an error. Payload shares the memory of value.
//
// Apicurio's own prefix of 0x00 and 8 bytes is an error, unless the id fills more
// than 4 of them: then it cannot be told from Confluent's, and is read as that.
func Parse(value []byte) (Frame, error) {
	if len(value) == 0 {
		return Frame{Payload: value}, nil
	}
	switch value[0] {
	case 0x00:
		return parseConfluent(value)
	case 0x01:
		return parseGUID(value)
	case 0x03:
		return parseGlue(value)
	case 0xC3:
		return parseSingleObject(value)
	}
	return Frame{Payload: value}, nil
}

// Header is the record header that names the schema of a record's value in
// place of a prefix. The one of the key is __key_schema_id.
const Header = "__value_schema_id"

// ParseRecord takes the value of a Kafka record apart whose [Header] holds these
// bytes; it is nil where the record has none, or one without a value. A value
// that the header speaks of has no prefix of its own.
func ParseRecord(header, value []byte) (Frame, error) {
	if header == nil {
		return Parse(value)
	}
	if len(header) == 0 || header[0] > 0x01 {
		return Frame{}, fmt.Errorf("record header %s starts with %#x, want 0x01 and a GUID, or 0x00 and an id", Header, header[:min(1, len(header))])
	}
	f, err := Parse(header)
	if err != nil {
		return Frame{}, fmt.Errorf("record header %s: %w", Header, err)
	}
	if indexes := f.Payload; len(indexes) > 0 { // Protobuf: they stand in the header
		f.Payload = append(append(make([]byte, 0, len(indexes)+len(value)), indexes...), value...)
		return f, nil
	}
	f.Payload = value
	return f, nil
}

func parseConfluent(value []byte) (Frame, error) {
	if len(value) < 5 {
		return Frame{}, short(Confluent, value, 5)
	}
	id := binary.BigEndian.Uint32(value[1:5])
	if id == 0 {
		return Frame{}, fmt.Errorf("%s: schema id 0, which no registry gives; is it Apicurio's own prefix, whose id has 8 bytes?", Confluent)
	}
	return Frame{Name: Name{Format: Confluent, ID: id}, Payload: value[5:]}, nil
}

func parseGUID(value []byte) (Frame, error) {
	if len(value) < 17 {
		return Frame{}, short(GUID, value, 17)
	}
	return Frame{Name: Name{Format: GUID, UUID: [16]byte(value[1:17])}, Payload: value[17:]}, nil
}

func parseGlue(value []byte) (Frame, error) {
	if len(value) < 18 {
		return Frame{}, short(Glue, value, 18)
	}
	f := Frame{Name: Name{Format: Glue, UUID: [16]byte(value[2:18])}, Payload: value[18:]}
	switch value[1] {
	case 0x00:
	case 0x05:
		f.Compressed = true
	default:
		return Frame{}, fmt.Errorf("glue header: compression %#02x, want 0x00 (none) or 0x05 (zlib)", value[1])
	}
	return f, nil
}

func parseSingleObject(value []byte) (Frame, error) {
	if len(value) > 1 && value[1] != 0x01 {
		return Frame{Payload: value}, nil
	}
	if len(value) < 10 {
		return Frame{}, short(SingleObject, value, 10)
	}
	return Frame{Name: Name{Format: SingleObject, Fingerprint: binary.LittleEndian.Uint64(value[2:10])}, Payload: value[10:]}, nil
}

func short(f Format, value []byte, want int) error {
	return fmt.Errorf("%s: the value ends after %d bytes, the header has %d", f, len(value), want)
}
