package sweep

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress tells how far the work is: on a terminal a line that is written over, elsewhere a plain line now and then.
type progress struct {
	w        io.Writer
	name     string
	terminal bool
	workers  int
	tasks    int // all, and those to do
	todo     int

	mu       sync.Mutex
	total    float64 // expected seconds of one core
	done     float64
	finished int
	begun    time.Time
	last     time.Time
	quit     chan struct{}
	stopped  sync.WaitGroup
}

func newProgress(w io.Writer, name string, tasks, todo, workers int) *progress {
	p := &progress{w: w, name: name, tasks: tasks, todo: todo, workers: workers, quit: make(chan struct{})}
	if f, ok := w.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	return p
}

func (p *progress) expect(seconds float64) { p.total += seconds }

func (p *progress) add(seconds float64) {
	p.mu.Lock()
	p.done += seconds
	p.mu.Unlock()
}

func (p *progress) finish() {
	p.mu.Lock()
	p.finished++
	p.mu.Unlock()
}

func (p *progress) start() {
	p.begun = time.Now()
	p.last = p.begun
	if p.w == nil || p.todo == 0 {
		return
	}
	if !p.terminal {
		fmt.Fprintf(p.w, "%s: %d tasks, %d to do, about %s on %d workers\n", p.name, p.tasks, p.todo, short(p.total/float64(min(p.workers, p.todo))), p.workers)
	}
	p.stopped.Go(func() {
		every := 10 * time.Second
		if p.terminal {
			every = 200 * time.Millisecond
		}
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-p.quit:
				if p.terminal {
					fmt.Fprint(p.w, "\r\x1b[K")
				}
				return
			case <-t.C:
				p.print()
			}
		}
	})
}

func (p *progress) print() {
	p.mu.Lock()
	share := 1.0
	if p.total > 0 {
		share = min(1, p.done/p.total)
	}
	finished := p.finished
	p.mu.Unlock()
	left := "…"
	if share > 0 {
		left = short(time.Since(p.begun).Seconds() * (1 - share) / share)
	}
	line := fmt.Sprintf("%s: %d of %d tasks, %.0f %%, about %s left", p.name, finished, p.todo, 100*share, left)
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
	} else {
		fmt.Fprintln(p.w, line)
	}
}

func (p *progress) stop() {
	close(p.quit)
	p.stopped.Wait()
}

// short writes seconds for a reader.
func short(s float64) string {
	switch d := time.Duration(s * float64(time.Second)); {
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d < 2*time.Hour:
		return d.Round(time.Second).String()
	default:
		return d.Round(time.Minute).String()
	}
}
