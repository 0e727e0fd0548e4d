// Package stringformat checks strings against the formats of JSON Schema that
// validators are known to check more loosely, or more strictly, than the
// documents that define them. Start with [Check], which reads names as drafts
// from 7 on do. Formats on which validators agree with the official suite, such
// as dates, are left to them.
package stringformat

// Check returns the check of a format, or nil for one that this package leaves
// to validators.
func Check(name string) func(string) bool {
	switch name {
	case "hostname":
		return isHostname
	case "idn-hostname":
		return isInternationalHostname
	case "ipv4":
		return isIPv4
	case "uri":
		return func(s string) bool { return isReference(s, true, false) }
	case "uri-reference":
		return func(s string) bool { return isReference(s, false, false) }
	case "iri":
		return func(s string) bool { return isReference(s, true, true) }
	case "iri-reference":
		return func(s string) bool { return isReference(s, false, true) }
	case "uri-template":
		return isTemplate
	}
	return nil
}
