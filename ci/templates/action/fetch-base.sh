#!/bin/sh
# Fetches the base branch deep enough to see where this branch left it.
#
#   fetch-base.sh BRANCH
#
# A shallow clone is deepened step by step, and made whole as a last resort.
set -eu
base=${1:?fetch-base.sh: name the base branch}
ref="+refs/heads/$base:refs/remotes/origin/$base"

git fetch --quiet --no-tags --depth=1 origin "$ref" 2>/dev/null || git fetch --quiet --no-tags origin "$ref"
for depth in 50 200 1000; do
	if git merge-base HEAD "refs/remotes/origin/$base" >/dev/null 2>&1; then exit 0; fi
	[ "$(git rev-parse --is-shallow-repository)" = true ] || break
	git fetch --quiet --no-tags --deepen="$depth" origin "$ref"
done
if git merge-base HEAD "refs/remotes/origin/$base" >/dev/null 2>&1; then exit 0; fi
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
	git fetch --quiet --no-tags --unshallow origin "$ref"
fi
git merge-base HEAD "refs/remotes/origin/$base" >/dev/null || {
	echo "evctl: this branch and $base share no history" >&2
	exit 1
}
