// Package sqltext_test holds internal/sqltext, which scans SQL of any dialect,
// against PostgreSQL's own parser, compiled to WebAssembly: on the SQL of the
// lint archives, on generated statements, and under the tag corpus on the SQL in
// the labelled repositories.
package sqltext_test
