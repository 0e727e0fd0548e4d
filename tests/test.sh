#!/bin/sh
# What `make test` runs: the tests of both modules, with the race detector where
# there is a C compiler. A test that needs more than Go and git skips and says
# how to get it; with EVCTL_STRICT=1 a skip is a failure.
set -eu
sum=$(cd tests/tools && go tool -n gotestsum)
log=$(mktemp)
trap 'rm -f "$log" "$log.$$"' EXIT
fail=0

run() { # MODULE [FLAG…]
	echo "== tests of $1"
	dir=$1
	shift
	(cd "$dir" && "$sum" --format pkgname --hide-summary output --jsonfile "$log.$$" -- "$@" ./...) || fail=1
	cat "$log.$$" >>"$log"
	rm -f "$log.$$"
}

go build -o bin/evctl ./cmd/evctl
if command -v "${CC:-cc}" >/dev/null 2>&1; then
	CGO_ENABLED=1 run . -race
else
	echo "no C compiler: running without the race detector"
	run .
fi
run tests -count=1 # they build the command, which the test cache does not see
run golangci

skipped=$(grep -c '"Action":"skip","Package":"[^"]*","Test"' "$log" || true)
echo "skipped tests: $skipped"
if [ "${EVCTL_STRICT:-}" = 1 ] && [ "$skipped" -gt 0 ]; then
	echo "EVCTL_STRICT=1: a skip is a failure" >&2
	fail=1
fi
exit "$fail"
