package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// What the libraries check of a string's content where formats are asserted,
// under the names of formats.
const (
	Base64       = "base64 (contentEncoding)"
	JSONText     = "application/json (contentMediaType)"
	JSONInBase64 = "application/json in base64 (contentMediaType)"
)

const (
	base64    = "base64"
	mediaJSON = "application/json"
)

// Content returns the formats that contentEncoding and contentMediaType ask of a
// string, and the schema of what is in it. Each is empty where the keyword says
// nothing: the draft does not have it, or nobody knows how to read such content.
func Content(schema *jsondoc.Node, d Dialect) (encoding, mediaType string, content *jsondoc.Node) {
	if d < Draft7 {
		return "", "", nil
	}
	if schema.TextOf("contentEncoding") == base64 {
		encoding = Base64
	}
	if schema.TextOf("contentMediaType") == mediaJSON && !idleContent(schema, "contentMediaType") {
		mediaType = JSONText
		if encoding != "" {
			mediaType = JSONInBase64
		}
	}
	if d >= Draft2019 && !idleContent(schema, "contentSchema") {
		content = schema.Get("contentSchema")
	}
	return encoding, mediaType, content
}

// idleContent reports whether a keyword says nothing about a content that is
// encoded in an unknown way, or is not JSON.
func idleContent(schema *jsondoc.Node, keyword string) bool {
	encoding := schema.Get("contentEncoding")
	encoded := encoding != nil && encoding.Text != base64
	switch keyword {
	case "contentMediaType":
		return encoded
	case "contentSchema":
		return encoded || schema.TextOf("contentMediaType") != mediaJSON
	}
	return false
}

// contentKeywords returns the keywords that stand for one of the formats above.
func contentKeywords(format string) string {
	switch format {
	case Base64:
		return `"contentEncoding":"base64"`
	case JSONText:
		return `"contentMediaType":"application/json"`
	case JSONInBase64:
		return `"contentEncoding":"base64","contentMediaType":"application/json"`
	}
	return ""
}
