package wire

// Fingerprint returns CRC-64-AVRO of a schema's parsing canonical form (Avro
// 1.12, "Schema Fingerprints").
func Fingerprint(canonical []byte) uint64 {
	const empty = 0xc15d213aa4d7a795
	fp := uint64(empty)
	for _, b := range canonical {
		fp ^= uint64(b)
		for range 8 {
			fp = fp>>1 ^ empty&-(fp&1)
		}
	}
	return fp
}
