#!/bin/sh
# What `make check` runs: no test, only whether the tree is in order.
set -eu
fail=0
complain() { printf 'check: %s\n' "$*" >&2; fail=1; }

unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || complain "run gofmt -w on: $unformatted"

staticcheck=$(cd tests/tools && go tool -n staticcheck)
for module in . tests golangci; do
	(cd "$module" && go vet ./... && go vet -tags corpus ./...) || complain "go vet in $module"
	(cd "$module" && "$staticcheck" ./...) || complain "staticcheck in $module"
	(cd "$module" && go mod tidy -diff >/dev/null) || complain "run go mod tidy in $module"
done
(cd tests/catalog && go vet .) || complain "go vet in tests/catalog" # the rest of it downloads: make test-catalog

grep -q '^go 1\.26$' go.mod || complain "go.mod must say go 1.26"
! grep -q '^toolchain' go.mod || complain "go.mod must not name a toolchain"

# Generated files are fresh: generate, and see whether anything changed.
digest() { git ls-files -coz --exclude-standard | xargs -0 cksum 2>/dev/null | cksum; }
before=$(digest)
make -s docs >/dev/null
[ "$before" = "$(digest)" ] || complain "generated files were stale: run make docs and commit"

go run ./cmd/evctl check --all --color never || complain "evctl check on this repository"
[ "$fail" -eq 0 ] && echo "check: in order"
exit "$fail"
