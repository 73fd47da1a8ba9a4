package slurm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/sweep"
)

// Status returns a line for every run in a folder, the oldest first, of the figures that are named,
// or of all: how many of its tasks are done, running, waiting and failed, and the time that is
// left. Where Slurm does not answer, the error says so, and unfinished work counts as neither
// running nor failed. has reports whether there is a result of a key.
func Status(ctx context.Context, dir string, figures []string, has func(key string) bool) (
	[]string, error,
) {
	list := slices.DeleteFunc(runs(dir, ""), func(r *run) bool {
		return len(figures) > 0 && !slices.Contains(figures, r.Figure)
	})
	slices.SortStableFunc(list, func(a, b *run) int { return a.Time.Compare(b.Time) })
	jobs, err := queueOf(ctx, list)
	if errors.Is(err, exec.ErrNotFound) {
		err = errors.New("there is no squeue on this machine")
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
	tasks, done := 0, 0
	var t tally
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
		element := r.element(i)
		j, listed := jobs[element]
		gone := !listed || j.ended()
		t.add(r, i, open, j, gone)
		if _, err := os.Stat(r.log(element)); answered && open > 0 && gone && err == nil {
			logs = append(logs, element)
		}
	}
	line := fmt.Sprintf("%s, profile %s, of %s: %d of %d tasks done", r.Figure, r.Profile,
		r.Time.Local().Format("2006-01-02 15:04"), done, tasks)
	if answered {
		line += t.String()
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

// tally counts tasks without a result and the time that they take.
type tally struct {
	running, waiting, failed int
	cpus                     int     // that run tasks
	left                     float64 // seconds on a CPU
	last                     float64 // seconds of the pack that ends last
}

// add counts the open tasks of a pack of a run. The job is not gone if it runs or waits.
func (t *tally) add(r *run, pack, open int, j job, gone bool) {
	p := r.Packs[pack]
	rest := p.Seconds * float64(open) / float64(len(p.Keys))
	switch {
	case open == 0:
	case gone:
		t.failed += open
	case j.running():
		t.running += open
		t.cpus += r.CPUs
		t.left += rest
		t.last = max(t.last, rest/float64(r.CPUs))
	default:
		t.waiting += open
		t.left += rest
	}
}

func (t tally) String() string {
	s := fmt.Sprintf(", %d running, %d waiting, %d failed", t.running, t.waiting, t.failed)
	if t.cpus > 0 {
		s += fmt.Sprintf(", about %s left", sweep.Duration(max(t.last, t.left/float64(t.cpus))))
	}
	return s
}

// logLines and logBytes bound the end of a log that Explain shows.
const (
	logLines = 8
	logBytes = 4 << 10
)

// Explain says what Slurm says of the job of a task, and shows the end of its log.
func (e *Engine) Explain(key string) string {
	at, ok := e.where[key]
	if !ok {
		return "no job has it"
	}
	element := at.run.element(at.pack)
	if element == "" {
		return fmt.Sprintf("pack %d was not submitted", at.pack)
	}
	if _, ok := e.whys[element]; !ok {
		e.whys[element] = e.explain(at, element)
	}
	return e.whys[element]
}

// explain describes a job as far as it is known.
func (e *Engine) explain(at place, element string) string {
	j, ok := e.know[element]
	if !ok || !j.ended() {
		if h, found := history(context.Background(), element); found {
			j, ok = h, true
		}
	}
	said := "Slurm does not know it any more"
	if ok {
		said = j.String()
	}
	if j.state == "COMPLETED" {
		said += ", but its result is not here: does every node see " + filepath.Dir(e.Dir) + "?"
	}
	s := fmt.Sprintf("job %s: %s", element, said)
	path := at.run.log(element)
	tail := tail(path)
	if tail == "" {
		return s + "\nits log is empty: " + path
	}
	return s + "\nthe end of " + path + ":\n  " + strings.ReplaceAll(tail, "\n", "\n  ")
}

// tail returns the last lines of a file.
func tail(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > logBytes {
		f.Seek(-logBytes, io.SeekEnd)
	}
	b, _ := io.ReadAll(io.LimitReader(f, logBytes))
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-logLines):], "\n")
}

// Close removes the folders of runs that have served their purpose, and ends jobs that wait for
// nothing. Where results are missing, the logs stay.
func (e *Engine) Close(ok bool) {
	if !ok {
		return
	}
	unasked := func(key string) bool { _, asked := e.where[key]; return !asked }
	var idle []string
	for at, p := range e.packs {
		element := at.run.element(at.pack)
		done := !slices.ContainsFunc(at.run.Packs[at.pack].Keys, unasked)
		if p.gone == 0 && e.know[element].state == "PENDING" && done {
			idle = append(idle, element)
		}
	}
	if len(idle) > 0 {
		slices.Sort(idle)
		_, _ = command(context.Background(), nil, "scancel", idle...)
	}
	for _, run := range runs(e.Dir, e.Figure) {
		stored := run.stored()
		if !slices.ContainsFunc(run.Packs, func(p Pack) bool {
			return slices.ContainsFunc(p.Keys, func(key string) bool {
				return !stored[key] && unasked(key)
			})
		}) {
			os.RemoveAll(run.dir)
		}
	}
	os.Remove(e.Dir) // if it is empty
}
