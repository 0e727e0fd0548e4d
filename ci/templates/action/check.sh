#!/bin/sh
# Runs evctl check the way the action does.
#
#   check.sh EVCTL [ARG…]
#
# FORK=true: the pull request comes from a fork and has no secrets, so a remote
# registry is left out and the report says so. SARIF names a file to write.
set -eu
evctl=$1
shift
if [ "${FORK:-}" = true ]; then
	echo "evctl: a pull request from a fork has no secrets: comparing with git only" >&2
	set -- --offline "$@"
fi
if [ -n "${SARIF:-}" ]; then
	[ -z "${GITHUB_OUTPUT:-}" ] || echo "sarif=$SARIF" >>"$GITHUB_OUTPUT"
	set -- -f text -f github -f "sarif=$SARIF" "$@"
fi
exec "$evctl" check "$@"
