#!/bin/sh
# What `make bench-proto` runs: evctl check on a public tree of some 3,200 .proto
# files of which two commits differ in some 260, beside buf breaking on images
# of both, in turn. Prints CPU seconds (user and system) and peak memory.
#
#   GOOGLEAPIS  a clone or mirror of github.com/googleapis/googleapis; else it is cloned
#   BUF         the buf binary; else it is installed with npm
#   ROUNDS      how often each runs, default 3; evctl without its cache of verdicts
#
# Nothing of it enters the project.
set -eu
old=4679f0c8e3 new=f8291d2b89
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(cd "$(dirname "$0")/../.." && pwd)

command -v /usr/bin/time >/dev/null || { echo "bench-proto: needs GNU time (Debian: time)" >&2; exit 1; }
if [ -z "${BUF:-}" ]; then
	(cd "$work" && npm install --silent --ignore-scripts --prefix buf @bufbuild/buf >/dev/null)
	BUF=$(ls "$work"/buf/node_modules/@bufbuild/buf-*/bin/buf)
fi
if [ -z "${GOOGLEAPIS:-}" ]; then
	GOOGLEAPIS=$work/googleapis
	git clone -q --bare --filter=blob:none https://github.com/googleapis/googleapis "$GOOGLEAPIS"
fi

# Left out: what is large and generated, and what declares extensions twice.
for side in old new; do
	mkdir "$work/$side"
	eval commit=\$$side
	git -C "$GOOGLEAPIS" archive "$commit" -- '*.proto' ':!google/ads' ':!google/cloud/compute' ':!preview' | tar -x -C "$work/$side"
	"$BUF" build "$work/$side" -o "$work/$side.binpb"
done

repo=$work/repo
git() { command git -c user.name=bench -c user.email=bench@example.com "$@"; }
git init -q -b main "$repo"
{
	echo "version: 1"
	echo "schemas:"
	folders=
	for name in a b c d e h i j k; do
		echo "  - {path: \"$folders{f}.proto\", subject: \"$folders{f}\", root: \".\"}"
		folders="$folders{$name}/"
	done
} >"$work/evctl.yaml"
for side in old new; do
	[ "$side" = old ] || { git -C "$repo" checkout -q -b change && git -C "$repo" rm -rq .; }
	cp -R "$work/$side/." "$work/evctl.yaml" "$repo/"
	git -C "$repo" add -A
	git -C "$repo" commit -qm "$side"
done
echo "$(git -C "$repo" ls-files '*.proto' | wc -l) files, $(git -C "$repo" diff --name-only main | wc -l) of them changed"

(cd "$here" && go build -o "$work/evctl" ./cmd/evctl)
export EVCTL_CACHE=off # verdicts are worked out each time
measure() { # NAME COMMAND…
	name=$1
	shift
	/usr/bin/time -o "$work/time" -f "$name %U %S %M" "$@" >/dev/null 2>&1 || true # findings
	awk 'NF == 4 { printf "%-6s %6.2f CPU s %8.0f MB\n", $1, $2 + $3, $4 / 1024 }' "$work/time"
}
for round in $(seq "${ROUNDS:-3}"); do
	cd "$repo" && measure evctl "$work/evctl" check --against main -f json
	measure buf "$BUF" breaking "$work/new.binpb" --against "$work/old.binpb" --config '{"version":"v2","breaking":{"use":["FILE"]}}'
done
