package work

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress reports the progress of the work: on a terminal in one line, elsewhere in a line from
// time to time.
type progress struct {
	Options
	todo  int
	total float64       // expected seconds of one core
	every time.Duration // interval between two lines, or rewrites of the line
	clear string        // removes the line on a terminal

	mu       sync.Mutex
	done     float64 // seconds
	finished int
	said     map[string]bool
	quit     chan struct{}
	stopped  sync.WaitGroup
}

// newProgress returns the progress of items with known expected times.
func newProgress(o Options, todo []*item) *progress {
	p := &progress{
		Options: o, todo: len(todo), every: 10 * time.Second, said: map[string]bool{},
		quit: make(chan struct{}),
	}
	for _, x := range todo {
		p.total += x.expect
	}
	if f, ok := o.Log.(*os.File); ok && !o.Quiet && term.IsTerminal(int(f.Fd())) {
		p.clear, p.every = "\r\x1b[K", 200*time.Millisecond
	}
	return p
}

// add records the completion of expected seconds and of tasks.
func (p *progress) add(seconds float64, tasks int) {
	p.mu.Lock()
	p.done += seconds
	p.finished += tasks
	p.mu.Unlock()
}

// say prints a line about an event.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if line := fmt.Sprintf(format, args...); p.Log != nil && !p.said[line] {
		p.said[line] = true
		fmt.Fprint(p.Log, p.clear)
		p.Options.say("%s", line)
	}
}

// start begins to report. It prints line unless the line would be overwritten.
func (p *progress) start(line string) {
	if p.Log == nil || p.Quiet {
		return
	}
	if p.clear == "" {
		p.Options.say("%s", line)
	}
	begun := time.Now()
	p.stopped.Go(func() {
		t := time.NewTicker(p.every)
		defer t.Stop()
		for {
			select {
			case <-p.quit:
				fmt.Fprint(p.Log, p.clear)
				return
			case <-t.C:
				p.print(time.Since(begun).Seconds())
			}
		}
	})
}

// print prints the progress after the given seconds.
func (p *progress) print(seconds float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := min(1, p.done/max(p.total, 1e-9))
	line := fmt.Sprintf("%d of %s done, %.0f %% of the work", p.finished, Count(p.todo, "task"),
		100*share)
	if share > 0 {
		line += fmt.Sprintf(", about %s left", Duration(seconds*(1-share)/share))
	}
	if p.clear == "" {
		p.Options.say("%s", line)
	} else {
		fmt.Fprintf(p.Log, "%s%s: %s", p.clear, p.Name, line)
	}
}

func (p *progress) stop() {
	close(p.quit)
	p.stopped.Wait()
}

// Duration formats seconds for people: 9.5s, 1m30s, 3h5m0s, 12 days.
func Duration(s float64) string {
	switch {
	case s < 10:
		return fmt.Sprintf("%.1fs", s)
	case s < 48*3600:
		return (time.Duration(s+0.5) * time.Second).String()
	}
	return fmt.Sprintf("%.3g days", s/24/3600)
}
