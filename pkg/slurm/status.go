package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/sweep"
)

// Status returns a line for every run in a folder, the oldest first, of the figures that are named,
// or of all: how many of its tasks are done, running, waiting and failed, and the time that is
// left. Where Slurm does not answer, the error says so, and what is not done counts as neither
// running nor failed. has reports whether there is a result of a key.
func Status(ctx context.Context, dir string, figures []string, has func(key string) bool) (
	[]string, error,
) {
	var list []*run
	var ids []string
	for _, r := range runs(dir, "") {
		if len(figures) > 0 && !slices.Contains(figures, r.Figure) {
			continue
		}
		list = append(list, r)
		for _, a := range r.arrays {
			ids = append(ids, a.ID)
		}
	}
	slices.SortStableFunc(list, func(a, b *run) int { return a.Time.Compare(b.Time) })
	var jobs map[string]job
	var err error
	if len(ids) > 0 {
		if jobs, err = queue(ctx, ids); errors.Is(err, exec.ErrNotFound) {
			err = errors.New("there is no squeue on this machine")
		}
	}
	var lines []string
	for _, r := range list {
		lines = append(lines, r.status(jobs, err == nil, has))
	}
	return lines, err
}

// status is the line about a run.
func (r *run) status(jobs map[string]job, answered bool, has func(key string) bool) string {
	stored := r.stored()
	var tasks, done, running, waiting, failed, cpus int
	var left, last float64
	var logs []string
	for i, p := range r.Packs {
		tasks += len(p.Keys)
		open := 0
		for _, key := range p.Keys {
			if !stored[key] && !has(key) {
				open++
			}
		}
		done += len(p.Keys) - open
		if open == 0 {
			continue
		}
		rest := p.Seconds * float64(open) / float64(len(p.Keys))
		element := r.element(i)
		switch j, listed := jobs[element]; {
		case !answered:
		case j.running():
			running += open
			cpus += r.CPUs
			left += rest
			last = max(last, rest/float64(r.CPUs))
		case listed && !j.ended():
			waiting += open
			left += rest
		default:
			failed += open
			if _, err := os.Stat(r.log(element)); err == nil {
				logs = append(logs, element)
			}
		}
	}
	line := fmt.Sprintf("%s, profile %s, of %s: %d of %d tasks done", r.Figure, r.Profile,
		r.Time.Local().Format("2006-01-02 15:04"), done, tasks)
	if answered {
		line += fmt.Sprintf(", %d running, %d waiting, %d failed", running, waiting, failed)
	}
	if cpus > 0 {
		line += fmt.Sprintf(", about %s left", sweep.Duration(max(last, left/float64(cpus))))
	}
	if len(logs) > 0 {
		names := strings.Join(logs[:min(3, len(logs))], ".txt, ") + ".txt"
		line += "; see " + filepath.Join(r.dir, logFolder, names)
		if len(logs) > 3 {
			line += ", …"
		}
	}
	return line
}
