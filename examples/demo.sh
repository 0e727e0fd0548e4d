#!/bin/sh
# Plays two pull requests against the schemas in examples/, in a throw-away
# repository: one that evctl lets through, and one that it stops.
#
#   examples/demo.sh EVCTL      EVCTL is the binary to run
#
# Exits 0 when both end as they should.
set -eu

evctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
repo=$(mktemp -d)
trap 'rm -rf "$repo"' EXIT INT TERM

# Nothing of the caller's git or CI environment may leak into the demo.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GITHUB_ACTIONS GITHUB_BASE_REF GITLAB_CI \
	CI_MERGE_REQUEST_TARGET_BRANCH_NAME CI_MERGE_REQUEST_DIFF_BASE_SHA CI 2>/dev/null || true
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=demo GIT_AUTHOR_EMAIL=demo@example.com
export GIT_COMMITTER_NAME=demo GIT_COMMITTER_EMAIL=demo@example.com

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '\n%s\n' "$*"; }

pull_request() { # NAME WANTED-EXIT-CODE TITLE
	git checkout -q -b "$1" main
	cp -R "$here/pull-requests/$1/." .
	git add -A
	git commit -q -m "$3"
	say "Pull request: $3"
	git --no-pager diff --stat main
	echo "\$ evctl check -v"
	code=0
	"$evctl" check -v || code=$?
	if [ "$code" -ne "$2" ]; then
		echo "demo: evctl check exited $code, want $2" >&2
		exit 1
	fi
	echo "exit $code"
}

cd "$repo"
git init -q -b main
cp -R "$here/schemas" "$here/events" "$here/consumers" .
cat >evctl.yaml <<YAML
version: 1
registry: {name: events, dir: schemas}
envelope: {events: ["events/*.ndjson"]}
YAML
git add -A
git commit -q -m "Four event types, published"

pull_request passes 0 "Let an order carry a gift note, and a settlement its payout"
pull_request breaks 1 "Rename a few fields, take a new payment method"

say "In your own repository:"
cat <<'TEXT'
  go install github.com/evctl/evctl/cmd/evctl@latest
  evctl init        # looks around, writes evctl.yaml, a hook and a workflow
  evctl check       # what the pull request will say
TEXT
