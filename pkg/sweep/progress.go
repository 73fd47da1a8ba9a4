package sweep

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress reports how far the work is: on a terminal in one line, elsewhere in lines now and then.
type progress struct {
	Options
	todo  int
	total float64       // expected seconds of one core
	every time.Duration // interval between two lines; on a terminal, over the last one
	clear string        // what removes the line of a terminal

	mu       sync.Mutex
	done     float64 // seconds
	finished int
	said     map[string]bool
	quit     chan struct{}
	stopped  sync.WaitGroup
}

// newProgress is about items to do, of which the expected times are known.
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

// add records that so many of the expected seconds, and so many tasks, are done.
func (p *progress) add(seconds float64, tasks int) {
	p.mu.Lock()
	p.done += seconds
	p.finished += tasks
	p.mu.Unlock()
}

// say prints a line about what happened, once.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if line := fmt.Sprintf(format, args...); p.Log != nil && !p.said[line] {
		p.said[line] = true
		fmt.Fprint(p.Log, p.clear)
		p.Options.say("%s", line)
	}
}

// start begins to report, with a line that is printed unless it would be written over.
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

// print prints how far the work is after so many seconds.
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
