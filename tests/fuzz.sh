#!/bin/sh
# Runs every fuzz target of both modules for the given time each.
set -eu
for module in . tests; do
	( cd "$module" && grep -rl --include='*_test.go' '^func Fuzz' . | sort | while read -r file; do
		[ "$module" = . ] && case $file in ./tests/*) continue ;; esac
		sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r target; do
			echo "fuzz: $target in $(dirname "$file")"
			go test -run '^$' -fuzz "^$target\$" -fuzztime "$1" -fuzzminimizetime 1x "$(dirname "$file")"
		done
	done )
done
