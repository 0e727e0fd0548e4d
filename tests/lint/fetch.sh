#!/bin/sh
# Gets the repositories that the lint labels speak of, each at its commit, and
# the modules that they need: fetch.sh [LABELS [FOLDER]]. Needs git, Go and the
# network; takes minutes and a few gigabytes. What is there already is kept.
set -eu
labels=${1:-${EVCTL_CORPUS:-$(dirname "$0")/../../../shared/corpus}/lint-labels.jsonl}
folder=${2:-${EVCTL_LINT_CORPUS:-/tmp/lintcorpus}}

field() { # NAME: its values, one a line of labels
	sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" "$labels"
}

mkdir -p "$folder"
field repo >"$folder/.repos"
field commit | paste -d ' ' "$folder/.repos" - | sort -u | while read -r repo commit; do
	dir=$folder/$(echo "${repo#github.com/}" | tr / +)
	[ -d "$dir" ] && continue
	echo "$repo at $commit"
	git init -q "$dir"
	git -C "$dir" fetch -q --depth 1 "https://$repo" "$commit" && git -C "$dir" checkout -q FETCH_HEAD || {
		echo "$repo: not fetched" >&2
		rm -rf "$dir"
	}
done

field file | paste -d ' ' "$folder/.repos" - | sort -u | while read -r repo file; do
	dir=$folder/$(echo "${repo#github.com/}" | tr / +)
	at=$dir/$(dirname "$file")
	while [ "$at" != "$dir" ] && [ ! -e "$at/go.mod" ]; do at=$(dirname "$at"); done
	[ -e "$at/go.mod" ] && echo "$at"
done | sort -u | while read -r module; do
	(cd "$module" && go list -e -deps ./... >/dev/null) || echo "$module: not all of what it needs could be downloaded" >&2
done
