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
// element, or several arrays if MaxArraySize or the queue's limit requires it. A job is the
// figure's program with -pack: it makes the tasks of its pack, and computes them beside whatever
// else works on the cache, under leases and with checkpoints.
//
// The submitting program looks at the queue and at the folder of stored results, at most once a
// second and a tenth as often later, whatever the number of tasks. It ignores the exit codes of
// jobs and of sbatch: in the end it loads and verifies every result. Where one is missing, it shows
// the job's state, its exit code, its node and the end of its log, and keeps the logs. The same
// command then submits only what is missing, and waits for what earlier runs still compute.
//
// A job that was requeued, preempted or lost its node goes on from its tasks' checkpoints, and
// takes over at once the leases of the job that it was before ([sweep.Cache.Post]). Jobs that a
// limit of time ends are not requeued by Slurm; the same command goes on from their checkpoints.
//
// Ctrl-C on a terminal asks whether to cancel the jobs or to leave them running; without a terminal
// they are cancelled, and a terminal that is closed leaves them. -detach leaves them at once. make
// plan ARGS=-jobs tells how far runs are.
//
// # Settings
//
// [Settings] are the keys of the table [slurm], which any spec may have and -set can give (-set
// slurm.partition="long"), or variables of the environment (ADL_SLURM_PARTITION=long), for all
// figures. They change neither keys nor results nor the manifest of a figure. sbatch's own
// variables work as well, since only what is given is passed on. The cache must be in a folder that
// all nodes see under the same path (-cache), and so must the folder in which the command is given.
//
// The size of packs is 240 seconds, or half of what a job gets if the work is spread over 64 of
// them, but at least 20: experiments/RUNNING.md has what a simulated cluster makes of that, and how
// to use other schedulers.
package slurm
