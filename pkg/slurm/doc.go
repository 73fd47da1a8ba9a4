// Package slurm runs the tasks of a figure as jobs of Slurm, for clusters where all machines see
// one folder.
//
// # A run
//
// A submission is a run: a folder in slurm/ of the cache, with a manifest that never changes, which
// divides the tasks without a result into packs, some minutes each by the estimate, the longest
// tasks first; a copy of the program, so that it may be built anew while jobs wait; what it has
// prepared, so that jobs need not load and compute again what tasks are made from; a folder of
// logs; and an empty file for every result that a job has stored. A job array runs it, a pack an
// element, or several arrays where MaxArraySize or the room in the queue want it. A job is the
// figure's program with -pack: it makes the tasks of its pack, and computes them beside whatever
// else works on the cache, under leases and with checkpoints.
//
// The submitting program looks at the queue and at the folder of stored results, at most once a
// second and a tenth as often later, whatever the number of tasks. What a job or sbatch says of its
// success counts for nothing: in the end every result is loaded and verified. What has none is
// explained by the job's state, its exit code, its node and the end of its log, and the logs stay.
// The same command then submits only what is missing, and waits for what earlier runs still
// compute.
//
// A job that was requeued, preempted or lost its node goes on from its tasks' checkpoints, and
// takes over at once the leases of the job that it was before ([sweep.Cache.Post]). Jobs that a
// limit of time ends are not requeued by Slurm; the same command goes on from their checkpoints.
//
// Ctrl-C on a terminal asks whether to cancel the jobs or to leave them running; without a terminal
// they are cancelled, and a terminal that is closed leaves them. -detach leaves them at once. make
// status tells how far runs are.
//
// What a job does beside its tasks, from its start to its end, takes 7 to 25 ms for the figures of
// profile paper, and 42 to 49 ms for Figures 8, 9 and 10, which read MNIST, on a local disk
// (go test -run XX -bench Job ./experiments).
//
// # Settings
//
// [Settings] are the keys of the table [slurm], which any spec may have and -set can give (-set
// slurm.partition="long"), or variables of the environment (ADL_SLURM_PARTITION=long), for all
// figures. They change neither keys nor results nor the manifest of a figure. sbatch's own
// variables work as well, since only what is given is passed on. The cache must be in a folder that
// all nodes see under the same path (-cache), and so must the folder in which the command is given.
//
// # Other schedulers
//
// Programs with -share compute tasks until all results of a figure are there, beside any others on
// the same cache, on any machines, started and ended in any way; the same command without it then
// draws. What starts it many times, on PBS, LSF, Kubernetes (an indexed job, whose pods mount the
// folder), and on machines with ssh by GNU parallel:
//
//	qsub -J 1-64 -l walltime=2:00:00 -- /home/me/adl/.bin/fig04 -share -workers 1 \
//		-cache /home/me/cache
//	bsub -J 'fig04[1-64]' -W 2:00 .bin/fig04 -share -workers 1
//	kubectl create job fig04 --image=adl --dry-run=client -o json \
//		-- fig04 -share -workers 1 -cache /c |
//		jq '.spec += {completionMode: "Indexed", completions: 64, parallelism: 64} | .spec.template.spec
//		|= . + {volumes: [{name: "c", persistentVolumeClaim: {claimName: "adl"}}], containers:
//		[.containers[0] + {volumeMounts: [{name: "c", mountPath: "/c"}]}]}' | kubectl apply -f -
//	parallel --nonall -S host1,host2 'cd adl && .bin/fig04 -share'
//
// # How large a cluster is of use
//
// Profile paper on a simulated cluster: the real packs, manifests, leases and results in a real
// folder, at simulated times. A task takes what it took on a core of the machine of the table in
// experiments/SPEED.md, and the figures with the longest tasks come first; from one job to the next
// pass 4 seconds, half of them in Slurm and half until the program's first task begins. A worker is
// a CPU, and is idle also while it starts. Operations are files in the shared folder that all
// workers open, make, rename or remove in a second, on the average. On 64 workers and more the wall
// time is that of the longest task, which is one run of 64 replicas in lockstep, and is not
// divided.
//
//	workers   wall time     idle  operations
//	      1 10 h 54 min    6.1 %       0.63
//	      4  2 h 43 min    6.2 %        2.5
//	     16  0 h 41 min    6.8 %         10
//	     64  0 h 19 min   49.7 %         22
//	    256  0 h 19 min   87.4 %         22
//	   1000  0 h 19 min   96.8 %         22
//
// The size of packs is chosen by it: 240 seconds, or half of what a job gets if the work is spread
// over 64 of them, but at least 20. A table of other sizes is in the output of go test -v -run
// Simulated.
package slurm
