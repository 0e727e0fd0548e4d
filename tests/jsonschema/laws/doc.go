// Package laws holds compat/jsonschema to laws that need no labels: over drawn
// schemas, a schema reads itself, a union reads its branches, a witness always
// verifies, and so on. It has tests only.
package laws
