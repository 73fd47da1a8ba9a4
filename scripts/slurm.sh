#!/usr/bin/env bash
# slurm.sh PROGRAM JOBS [FLAGS…]: computes a figure by a job array of Slurm, and then draws it.
#
# All jobs run the program with -share on one cache, which every node must see: each job computes
# tasks that no other job is computing. There are no more jobs than tasks to do. If some jobs fail or
# are killed, the others do their tasks. The same command continues where an earlier one stopped. With
# WAIT=1 it shows the progress until the figure is drawn, and has the program's exit code.
#
# sbatch takes its options from the environment: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT, …
set -euo pipefail
usage() { echo "usage: slurm.sh PROGRAM JOBS [FLAGS…], with a number of jobs (make slurm FIG=7 JOBS=64)" >&2; exit 2; }
[ $# -ge 2 ] && [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || usage
program=$1 jobs=$2
shift 2
name=$(basename "$program")
log=$PWD/results/cache/slurm
mkdir -p "$log/bin"
copy=$log/bin/$name-$(sha256sum "$program" | cut -c 1-12) # the program may be rebuilt meanwhile
[ -e "$copy" ] || { cp "$program" "$copy.$$" && mv "$copy.$$" "$copy"; }
plan=$("$copy" -plan "$@")
todo=${plan%% to do*} todo=${todo##* }
[ "$jobs" -le "$todo" ] || {
	jobs=$((todo > 0 ? todo : 1))
	echo "$name: tasks to do: $todo, so JOBS=$jobs"
}
submit() { # submit OUTPUT COMMAND [OPTIONS…]
	local output=$1 command=$2
	shift 2
	printf '#!/usr/bin/env bash\n%s\n' "$command" | sbatch --parsable --output="$log/$output" "$@" | cut -d ';' -f 1
}
array=$(submit "$name-%A_%a.txt" "exec ${copy@Q} -q -share -workers 1 ${*@Q}" \
	--job-name="$name" --array="1-$jobs" --requeue --open-mode=append)
# afterany: some may fail. -cached draws, or reports missing results.
ended=$log/$name-$array.ended
draw=$(submit "$name-$array.txt" "${copy@Q} -cached ${*@Q}; code=\$?; echo \$code > ${ended@Q}; exit \$code" \
	--job-name="$name-draw" --dependency="afterany:$array")
echo "$name: jobs $array, then $draw draws; logs in $log; squeue -j $array,$draw; scancel $array $draw"
[ -n "${WAIT-}" ] || exit 0
last=
# No answer, for instance from a stopped controller, does not mean that the job has ended.
while [ ! -e "$ended" ] && squeue -h -j "$draw" 2>&1 | grep -qv 'Invalid job id'; do
	line=$("$copy" -plan "$@" 2> /dev/null || true)
	[ "$line" = "$last" ] || echo "$line"
	last=$line
	sleep 5
done
sleep 1 # until this machine sees the file
cat "$log/$name-$array.txt" || true
[ -e "$ended" ] || { echo "$name: job $draw ended before it drew" >&2; exit 1; }
exit "$(cat "$ended")"
