#!/bin/sh
# install.sh WHO PACKAGE PROGRAM: installs a Debian package for the script WHO, or exits with 2 and
# one line about the missing program.
set -eu
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
	echo "$1: there is no $3 (Debian: $2)" >&2
	exit 2
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ apt-get update -q && apt-get install -y -q --no-install-recommends "$2"; } > "$log" 2>&1 || {
	cat "$log" >&2
	exit 2
}
