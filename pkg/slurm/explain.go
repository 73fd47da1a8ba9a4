package slurm

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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

// explain says what is known of a job.
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
	var idle []string
	for at, p := range e.packs {
		if j := e.know[at.run.element(at.pack)]; p.gone == 0 && j.state == "PENDING" && e.done(at) {
			idle = append(idle, at.run.element(at.pack))
		}
	}
	if len(idle) > 0 {
		slices.Sort(idle)
		_, _ = command(context.Background(), nil, "scancel", idle...)
	}
	for _, run := range runs(e.Dir, e.Figure) {
		stored := run.stored()
		all := true
		for _, p := range run.Packs {
			for _, key := range p.Keys {
				_, asked := e.where[key]
				all = all && (stored[key] || asked)
			}
		}
		if all {
			os.RemoveAll(run.dir)
		}
	}
	os.Remove(e.Dir) // if it is empty
}

// done reports whether all tasks of a pack are among those that were waited for.
func (e *Engine) done(at place) bool {
	for _, key := range at.run.Packs[at.pack].Keys {
		if _, ok := e.where[key]; !ok {
			return false
		}
	}
	return true
}
