package sweep

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress reports how far the work is: on a terminal in one line, elsewhere in lines now and then.
type progress struct {
	Options
	terminal bool
	every    time.Duration // interval between two lines
	tasks    int           // all of them
	todo     int           // those without a result

	mu       sync.Mutex
	total    float64 // expected seconds of one core
	done     float64
	finished int
	begun    time.Time
	said     map[string]bool
	quit     chan struct{}
	stopped  sync.WaitGroup
}

func newProgress(o Options, tasks, todo int) *progress {
	p := &progress{
		Options: o, every: 10 * time.Second, tasks: tasks, todo: todo, said: make(map[string]bool),
		quit: make(chan struct{}),
	}
	if !o.Quiet && isTerminal(o.Log) {
		p.terminal, p.every = true, 200*time.Millisecond
	}
	return p
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// expect adds a task of so many seconds to the work.
func (p *progress) expect(seconds float64) { p.total += seconds }

// add records that a part of the expected seconds is done.
func (p *progress) add(seconds float64) {
	p.mu.Lock()
	p.done += seconds
	p.mu.Unlock()
}

// Say prints a line about what happened.
func (p *progress) Say(format string, args ...any) {
	if p.Log == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	clear := ""
	if p.terminal {
		clear = "\r\x1b[K"
	}
	fmt.Fprintf(p.Log, "%s%s: %s\n", clear, p.Name, fmt.Sprintf(format, args...))
}

// once is Say, but for what was said before.
func (p *progress) once(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	p.mu.Lock()
	seen := p.said[line]
	p.said[line] = true
	p.mu.Unlock()
	if !seen {
		p.Say("%s", line)
	}
}

// finish records that a task is done.
func (p *progress) finish() {
	p.mu.Lock()
	p.finished++
	p.mu.Unlock()
}

func (p *progress) start() {
	p.begun = time.Now()
	if p.Log == nil || p.Quiet {
		return
	}
	about := p.total / float64(min(p.Workers, p.todo))
	if !p.terminal {
		fmt.Fprintf(p.Log, "%s: %s, %d to do, about %s on %s\n", p.Name, Count(p.tasks, "task"), p.todo,
			Duration(about), Count(p.Workers, "worker"))
	}
	p.stopped.Go(func() {
		t := time.NewTicker(p.every)
		defer t.Stop()
		for {
			select {
			case <-p.quit:
				p.print("")
				return
			case <-t.C:
				p.print(p.line())
			}
		}
	})
}

// print writes a line of progress, on a terminal over the last one.
func (p *progress) print(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.terminal:
		fmt.Fprintf(p.Log, "\r\x1b[K%s", line)
	case line != "":
		fmt.Fprintln(p.Log, line)
	}
}

// line describes how far the work is.
func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := 1.0
	if p.total > 0 {
		share = min(1, p.done/p.total)
	}
	line := fmt.Sprintf("%s: %d of %s, %.0f %%", p.Name, p.finished, Count(p.todo, "task"), 100*share)
	if share > 0 {
		line += fmt.Sprintf(", about %s left", Duration(time.Since(p.begun).Seconds()*(1-share)/share))
	}
	return line
}

func (p *progress) stop() {
	close(p.quit)
	p.stopped.Wait()
}

// Duration formats seconds for people: 9.5s, 1m30s, 3h5m, 12 days.
func Duration(s float64) string {
	const hour = 3600.0
	switch {
	case s < 10:
		return fmt.Sprintf("%.1fs", s)
	case s < 2*hour:
		return (time.Duration(s+0.5) * time.Second).String()
	case s < 48*hour:
		return strings.TrimSuffix((time.Duration(s/60+0.5) * time.Minute).String(), "0s")
	case s < 1000*24*hour:
		return fmt.Sprintf("%.0f days", s/hour/24)
	}
	return fmt.Sprintf("%.3g years", s/hour/24/365.25)
}
