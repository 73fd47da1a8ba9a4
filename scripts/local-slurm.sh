#!/usr/bin/env bash
# local-slurm.sh: a real Slurm on this machine, for tests, that leaves nothing behind.
#
#   scripts/local-slurm.sh start DIR             installs packages, starts it, prints its SLURM_CONF
#   scripts/local-slurm.sh controller DIR stop   stops only slurmctld …
#   scripts/local-slurm.sh controller DIR start  … and starts it again
#   scripts/local-slurm.sh stop DIR              ends it with all its jobs and removes DIR
#
# Configuration, key, sockets, state, logs and the numbers of its processes are in the folder DIR,
# which start makes. The folders above it must be open to everybody, as munged requires. The daemons
# listen only on 127.0.0.1. stop finds processes by their number and start time, and jobs by the
# name of the cluster in their environment. It needs root and Debian 12 (Slurm 22.05). Exit code 3:
# Slurm cannot be installed here.
#
# In the environment:  NODES (2) pretended nodes, each a slurmd with CPUS (2) CPUs, whatever the
# machine has; EXTRA, more lines of slurm.conf.
set -euo pipefail
umask 022 # munged rejects folders that others may write to
PATH=$PATH:/usr/sbin:/sbin
say() { echo "local-slurm.sh: $*" >&2; }
die() { say "$*"; exit 1; }
[ $# -ge 2 ] || die "usage: local-slurm.sh start|stop|controller DIR [stop|start]"
action=$1
[[ $2 == /?* && $2 != *[[:space:]]* ]] || die "expected an absolute path without spaces, got '$2'"
base=$2
[ ${#base} -le 80 ] || die "the path of a socket would be too long: $base"
export SLURM_CONF=$base/slurm.conf

# start_time PID: field 22 of /proc/PID/stat, nothing for a zombie or a missing process
start_time() {
	local line
	line=$(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null) || return 0
	[ "${line%% *}" = Z ] || cut -d ' ' -f 20 <<< "$line"
}
alive() { # alive FILE: the process named by a file of pids/ is still the started process
	local pid start
	read -r pid start 2> /dev/null < "$1" && [ -n "$start" ] && [ "$(start_time "$pid")" = "$start" ]
}
end() { # end FILE: ends that process, by force after five seconds
	local pid i
	alive "$1" || return 0
	read -r pid _ < "$1"
	kill -TERM "$pid" 2> /dev/null || true
	for ((i = 0; i < 50; i++)); do
		alive "$1" || return 0
		sleep 0.1
	done
	kill -KILL "$pid" 2> /dev/null || true
}
launch() { # launch NAME COMMAND…: starts a daemon with its own environment
	local name=$1 uts=() host
	shift
	host=$(sed -n 's/^SlurmctldHost=\(.*\)(.*/\1/p' "$SLURM_CONF")
	if [ "$host" != "$(uname -n)" ]; then
		# shellcheck disable=SC2016
		uts=(unshare --uts -- sh -c 'hostname "$0" && exec "$@"' "$host")
	fi
	env -i PATH="$PATH" HOME=/root LANG=C.UTF-8 SLURM_CONF="$SLURM_CONF" \
		setsid "${uts[@]}" "$@" < /dev/null >> "$base/log/$name.out" 2>&1 &
	echo "$! $(start_time $!)" > "$base/pids/$name"
}
left() { # the jobs' processes, also those that left their process tree
	local cluster dir env
	cluster=$(sed -n 's/^ClusterName=//p' "$SLURM_CONF" 2> /dev/null) || return 0
	[ -n "$cluster" ] || return 0
	for dir in /proc/[0-9]*; do
		env=$(tr '\0' '\n' 2> /dev/null < "$dir/environ") || continue
		if grep -q '^SLURM_JOB_ID=' <<< "$env" && grep -qx "SLURM_CLUSTER_NAME=$cluster" <<< "$env"; then
			echo "${dir#/proc/}"
		elif grep -qx "SLURM_CONF=$SLURM_CONF" <<< "$env" &&
			[ "$(cat "$dir/comm" 2> /dev/null)" = slurmstepd ]; then
			echo "${dir#/proc/}"
		fi
	done
}

packages() { # installs missing packages
	local need=() pair log made=
	for pair in munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client; do
		command -v "${pair%%:*}" > /dev/null || need+=("${pair##*:}")
	done
	[ ${#need[@]} -gt 0 ] || return 0
	[ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || {
		say "there is no Slurm (Debian: ${need[*]})"
		exit 3
	}
	say "installing ${need[*]}"
	if [ ! -e /usr/sbin/policy-rc.d ]; then # so that dpkg starts no services
		printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
		chmod 755 /usr/sbin/policy-rc.d
		made=1
	fi
	log=$(mktemp)
	{ apt-get -o DPkg::Lock::Timeout=120 update -q && DEBIAN_FRONTEND=noninteractive apt-get \
		-o DPkg::Lock::Timeout=120 install -y -q --no-install-recommends "${need[@]}"; } \
		> "$log" 2>&1 < /dev/null || made+=failed
	[ "${made#1}" = "$made" ] || rm -f /usr/sbin/policy-rc.d
	if [ "${made%failed}" != "$made" ]; then
		cat "$log" >&2
		rm -f "$log"
		say "Slurm cannot be installed here"
		exit 3
	fi
	rm -f "$log"
}

configure() { # writes slurm.conf, with free ports
	local nodes=${NODES:-2} port host i
	used() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }
	port=$((20000 + $$ % 10000)) # one for slurmctld, then one for each node
	for ((i = 0; i <= nodes; i++)); do
		if used $((port + i)); then
			port=$((20000 + (port + nodes + 1 - 20000) % 10000))
			i=-1
		fi
	done
	# slurmctld runs only on the machine of its name, and slurmd listens at the address of this name.
	host=$(uname -n)
	getent ahostsv4 "$host" | grep -q '^127\.' || host=localhost
	cat > "$SLURM_CONF" <<- CONF
		ClusterName=local$port
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=$port
		CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
		SlurmUser=root
		SlurmdUser=root
		AuthType=auth/munge
		CredType=cred/munge
		# cred_expire is how long a requeued job waits before it starts again.
		AuthInfo=socket=$base/munge/socket,cred_expire=5
		StateSaveLocation=$base/state
		SlurmdSpoolDir=$base/spool/%n
		SlurmctldPidFile=$base/slurmctld.pid
		SlurmdPidFile=$base/slurmd-%n.pid
		SlurmctldLogFile=$base/log/slurmctld.log
		SlurmdLogFile=$base/log/%n.log
		MailProg=/bin/true
		MpiDefault=none
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		# Jobs start at once.
		SchedulerType=sched/backfill
		SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
		KillWait=2
		ReturnToService=2
		SlurmdParameters=config_overrides
		NodeName=local[1-$nodes] NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] \\
		CPUs=${CPUS:-2} State=UNKNOWN
		PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
		${EXTRA:-}
	CONF
	[ "$nodes" -gt 1 ] ||
		sed -i 's/local\[1-1\]/local1/; s/Port=\[\([0-9]*\)-[0-9]*\]/Port=\1/' "$SLURM_CONF"
}

ready() { # the nodes that can take work
	timeout 5 sinfo -h -N -t idle,alloc,mix,comp -o %n 2> /dev/null | sort -u | wc -l
}

healthy() { # ends the start of a cluster whose daemons end, or are not ready after a minute
	local name why=
	for name in "$base"/pids/*; do
		alive "$name" || why="${name##*/} has ended"
	done
	[ $SECONDS -lt 60 ] || why='the daemons are not ready after a minute'
	[ -n "$why" ] || return 0
	tail -n 20 "$base"/log/* >&2 || true
	stop
	die "$why"
}

start() {
	local n nodes=${NODES:-2}
	[ ! -e "$base" ] || die "$base exists"
	packages
	SECONDS=0
	mkdir -p "$base" && mkdir -m 755 "$base"/{munge,state,spool,log,pids}
	(umask 077; head -c 128 /dev/urandom > "$base/munge/key")
	configure
	launch munged munged --foreground --key-file="$base/munge/key" --socket="$base/munge/socket" \
		--pid-file="$base/munge/pid" --log-file="$base/munge/log" --seed-file="$base/munge/seed"
	until munge -n -S "$base/munge/socket" > /dev/null 2>&1; do
		healthy || return
		sleep 0.05
	done
	launch slurmctld slurmctld -D -c
	for ((n = 1; n <= nodes; n++)); do launch "slurmd-$n" slurmd -D -N "local$n"; done
	until [ "$(ready)" -ge "$nodes" ]; do
		healthy || return
		sleep 0.1
	done
	echo "$SLURM_CONF"
}

stop() {
	local signal name i ids
	[ -e "$base" ] || return 0
	[ -d "$base/pids" ] || die "$base is not of local-slurm.sh"
	if alive "$base/pids/slurmctld" && ids=$(timeout 5 squeue -h -o %A 2> /dev/null | sort -u) &&
		[ -n "$ids" ]; then
		# shellcheck disable=SC2086
		timeout 5 scancel $ids || true
		for ((i = 0; i < 50; i++)); do
			[ -n "$(timeout 5 squeue -h 2> /dev/null)" ] || break
			sleep 0.1
		done
	fi
	for name in "$base"/pids/slurmctld "$base"/pids/slurmd-* "$base"/pids/munged; do
		[ ! -e "$name" ] || end "$name"
	done
	for signal in TERM KILL; do
		ids=$(left)
		[ -n "$ids" ] || break
		say "ending processes of jobs with $signal:" $ids
		# shellcheck disable=SC2086
		kill -$signal $ids 2> /dev/null || true
		for ((i = 0; i < 20; i++)); do
			[ -n "$(left)" ] || break
			sleep 0.1
		done
	done
	rm -rf "$base"
}

case "$action ${3:-}" in
"start ") start ;;
"stop ") stop ;;
"controller stop") end "$base/pids/slurmctld" ;;
"controller start") launch slurmctld slurmctld -D ;;
*) die "usage: local-slurm.sh start|stop|controller DIR [stop|start]" ;;
esac
