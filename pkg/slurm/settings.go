// Package slurm runs the tasks of a figure as jobs of Slurm, for clusters where all machines see
// one folder under the same path. experiments/RUNNING.md shows its use, and other schedulers.
//
// # A run
//
// A submission is a run: a folder in slurm/ of the cache, with a manifest that never changes, which
// divides the tasks without a result into packs, the longest tasks first; a copy of the program, so
// that it may be built anew while jobs wait; what it has prepared, so that jobs need not compute
// again what tasks are made from; a folder of logs; and an empty file for every result that a job
// has stored. A job array runs it, a pack an element, or several arrays if MaxArraySize or the
// queue's limit requires it. A job is the figure's program with -pack: it makes the tasks of its
// pack, and computes them beside whatever else works on the cache, under leases and with
// checkpoints.
//
// The submitting program looks at the queue and at the folder of stored results once a second, and
// later a tenth as often, whatever the number of tasks. It ignores exit codes: in the end it loads
// and verifies every result. Where one is missing, it shows the state of the job and the end of its
// log. The same command then submits the missing tasks alone, and waits for what earlier runs still
// compute.
//
// A job that was requeued goes on from its tasks' checkpoints, and takes over at once the leases of
// the job that it was before ([sweep.Cache.Post]).
package slurm

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/sweep"
)

// Settings are the table [slurm] of a spec, which any spec may have. They change neither keys nor
// results. Empty and zero values are left to Slurm, or to the environment: sbatch's own variables
// (SBATCH_PARTITION, …), and one for every key of this table, such as ADL_SLURM_PREFIX for prefix.
type Settings struct {
	Partition string `toml:"partition" spec:"optional"`
	Account   string `toml:"account" spec:"optional"`
	Time      string `toml:"time" spec:"optional"`   // limit of a job, as sbatch -t takes it
	Memory    string `toml:"memory" spec:"optional"` // of a job, as sbatch --mem takes it

	// CPUs is the number of CPUs of a job, so of tasks at a time in it; 0 is 1.
	CPUs int `toml:"cpus" spec:"optional,min=1,max=4096"`
	// Options are more options of sbatch, separated by spaces.
	Options string `toml:"options" spec:"optional"`
	// Prefix stands before the command of a job: "module load x &&" or "apptainer exec image.sif".
	Prefix string `toml:"prefix" spec:"optional"`
	// Limit is the number of jobs that run at a time; 0 is as many as Slurm lets.
	Limit int `toml:"limit" spec:"optional,min=1,max=100000"`
	// Pack is the expected seconds of a pack of tasks; 0 is 240, and less where there is little to
	// do.
	Pack float64 `toml:"pack" spec:"optional,positive,max=1e7"`

	given []string // the keys whose values are from the environment
}

// Error says that a setting is wrong.
type Error struct {
	Key      string // of the table
	Variable string // of the environment, where the value is from it
	Reason   string
}

func (e *Error) Error() string {
	if e.Variable != "" {
		return e.Variable + ": " + e.Reason
	}
	return "slurm." + e.Key + ": " + e.Reason
}

// variable returns the name of the variable for a key.
func variable(key string) string { return "ADL_SLURM_" + strings.ToUpper(key) }

// WithEnvironment returns the settings with what the environment has for those that are not given.
// It returns an *Error where that is no value of the key.
func (s Settings) WithEnvironment(getenv func(string) string) (Settings, error) {
	fields := reflect.ValueOf(&s).Elem()
	for i := range fields.NumField() {
		key := fields.Type().Field(i).Tag.Get("toml")
		v := getenv(variable(key))
		if key == "" || v == "" || !fields.Field(i).IsZero() {
			continue
		}
		expected := ""
		switch p := fields.Field(i).Addr().Interface().(type) {
		case *string:
			*p = v
		case *int:
			n, err := strconv.Atoi(v)
			if *p = n; err != nil || n < 1 || n > 100000 {
				expected = "an integer from 1 to 100000"
			}
		case *float64:
			x, err := strconv.ParseFloat(v, 64)
			if *p = x; err != nil || !(x > 0 && x <= 1e7) {
				expected = "a positive number of seconds"
			}
		}
		if expected != "" {
			return s, &Error{key, variable(key), fmt.Sprintf("expected %s, got %.40q", expected, v)}
		}
		s.given = append(s.given, key)
	}
	return s, nil
}

// wrong returns an error about a setting.
func (s Settings) wrong(key, format string, args ...any) error {
	e := &Error{Key: key, Reason: fmt.Sprintf(format, args...)}
	if slices.Contains(s.given, key) {
		e.Variable = variable(key)
	}
	return e
}

// cpus is the number of CPUs of a job.
func (s Settings) cpus() int { return max(1, s.CPUs) }

// Sizes of packs in expected seconds of their job.
const (
	usual = 240.0 // where there is much to do
	least = 20.0  // a job takes seconds to start
	share = 2.0   // packs that a job at a time gets at least, so that they end together
	few   = 64    // jobs at a time where the settings do not limit them
)

// pack divides the work, the longest tasks first, into packs of so many seconds, in its order. A
// longer task is a pack of its own. Of seconds <= 0, pack chooses: the usual size, or less where
// the jobs that run at a time would get too few packs to end together.
func pack(work []sweep.Work, seconds float64, cpus, jobs int) []Pack {
	if seconds <= 0 {
		total := 0.0
		for _, w := range work {
			total += w.Seconds
		}
		if jobs == 0 {
			jobs = few
		}
		seconds = min(usual, max(least, total/float64(cpus)/float64(jobs)/share))
	}
	var packs []Pack
	for _, w := range work {
		n := len(packs) - 1
		if n < 0 || packs[n].Seconds+w.Seconds > seconds*float64(cpus) {
			packs = append(packs, Pack{})
			n++
		}
		packs[n].Keys = append(packs[n].Keys, w.Key)
		packs[n].At = append(packs[n].At, w.Index)
		packs[n].Seconds += w.Seconds
	}
	return packs
}
