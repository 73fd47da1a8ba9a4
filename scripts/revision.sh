#!/bin/sh
# Prints the revision of the code: the commit, and + if the code has been changed since. Prints
# nothing where this folder is no checkout of its own. A checkout may belong to another user: who
# builds the code trusts it already.
cd "$(dirname "$0")/.." || exit
git() { command git -c safe.directory='*' -c core.fsmonitor=false "$@" 2> /dev/null; }
up=$(git rev-parse --show-cdup) && [ -z "$up" ] && commit=$(git rev-parse --short=12 HEAD) || exit 0
changes=$(git status --porcelain -- go.mod go.sum pkg 'experiments/*.go' 'experiments/*.toml' \
	'scripts/*.go')
echo "$commit${changes:++}"
