package protobuf

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxMessages bounds the messages in one, entries of maps among them: two bytes
// make one, which takes some five hundred when it is read.
const maxMessages = 1 << 17

// countMessages takes the messages in data from left, until there are none or bytes
// that are none, which reading them tells.
func countMessages(d protoreflect.MessageDescriptor, data []byte, left *int, depth int) {
	if depth > maxNested {
		return
	}
	for len(data) > 0 && *left >= 0 {
		number, wire, n := protowire.ConsumeTag(data)
		if n < 0 {
			return
		}
		data = data[n:]
		size := protowire.ConsumeFieldValue(number, wire, data)
		if size < 0 {
			return
		}
		if f := d.Fields().ByNumber(number); f != nil && f.Message() != nil {
			*left--
			switch wire {
			case protowire.BytesType:
				inside, _ := protowire.ConsumeBytes(data)
				countMessages(f.Message(), inside, left, depth+1)
			case protowire.StartGroupType:
				inside, _ := protowire.ConsumeGroup(number, data)
				countMessages(f.Message(), inside, left, depth+1)
			}
		}
		data = data[size:]
	}
}
