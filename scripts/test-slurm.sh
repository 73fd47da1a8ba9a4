#!/usr/bin/env bash
# Runs figures and failures on a real Slurm of this machine, which it starts and stops. Where Slurm
# cannot be installed it says that nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
chmod 755 "$tmp"
trap 'scripts/slurm.sh stop "$tmp/slurm"; rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
# Small limits, so that the tests reach them. Commands give up after five seconds on a controller
# that is down.
export EXTRA='MaxArraySize=11
MaxJobCount=24
MinJobAge=5
MessageTimeout=5'
code=0
conf=$(scripts/slurm.sh start "$tmp/slurm") || code=$?
if [ $code = 3 ]; then
	echo 'test-slurm: SKIPPED: NOTHING WAS TESTED, since Slurm cannot be installed here' >&2
	exit 0
fi
[ $code = 0 ] || exit $code
SLURM_CONF=$conf SLURM_TEST=$tmp/slurm go test -count=1 -timeout 20m -v -run '^TestRealSlurm$' \
	./pkg/experiment
