package slurm

import "adl/pkg/sweep"

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
