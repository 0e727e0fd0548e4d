#!/bin/sh
# Writes the dashboard the way the action does: a page, its data and metrics,
# and a summary of the job.
#
#   report.sh EVCTL FOLDER [ARG…]
#
# A repository that could not be judged is on the page; the exit code says so.
set -eu
evctl=$1
folder=$2
shift 2
mkdir -p "$folder"
code=0
"$evctl" report -f "html=$folder/index.html" -f "json=$folder/dashboard.json" -f "openmetrics=$folder/evctl.prom" -f "markdown=$folder/dashboard.md" "$@" || code=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$folder/dashboard.md" ]; then
	cat "$folder/dashboard.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
