package sweep

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A pipe gets a line at the beginning, and one now and then.
func TestProgressOnPipe(t *testing.T) {
	var log bytes.Buffer
	ts := squares(3)
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}, Log: &log, Name: "fig00"}
	fill(t, o.Cache, ts[:1])
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	if got, want := log.String(), "fig00: 3 tasks, 2 to do, about 0.0s on 2 workers\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	log.Reset()
	if _, err := Run(context.Background(), tasks(ts), o); err != nil || log.Len() != 0 {
		t.Errorf("nothing to do: %q, %v", log.String(), err)
	}

	log.Reset()
	p := newProgress(Options{Log: &log, Name: "fig00", Workers: 2}, 4, 3)
	p.every = time.Millisecond
	p.expect(10)
	p.expect(20)
	p.expect(10)
	p.start()
	p.add(10)
	p.finish()
	time.Sleep(20 * time.Millisecond)
	p.stop()
	lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
	if len(lines) < 3 || lines[0] != "fig00: 4 tasks, 3 to do, about 20s on 2 workers" {
		t.Errorf("got %q", lines)
	}
	last := regexp.MustCompile(`^fig00: 1 of 3 tasks, 25 %, about 0\.\ds left$`)
	if l := lines[len(lines)-1]; !last.MatchString(l) {
		t.Errorf("the last line is %q", l)
	}
	if strings.ContainsAny(log.String(), "\r\x1b") {
		t.Errorf("control characters in %q", log.String())
	}
}

// A terminal gets one line, which is written over and gone in the end.
func TestProgressOnTerminal(t *testing.T) {
	var log bytes.Buffer
	p := newProgress(Options{Log: &log, Name: "fig00", Workers: 2}, 4, 3)
	p.terminal, p.every = true, time.Millisecond
	p.expect(10)
	p.start()
	time.Sleep(20 * time.Millisecond)
	p.stop()
	s := log.String()
	if !strings.HasPrefix(s, "\r\x1b[Kfig00: 0 of 3 tasks, 0 %\r\x1b[K") ||
		!strings.HasSuffix(s, "\r\x1b[K") || strings.Contains(s, "\n") {
		t.Errorf("got %q", s)
	}
}

// Files that are no terminals are told from those that are, and no writer is none.
func TestProgressWriters(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if newProgress(Options{Log: w}, 1, 1).terminal {
		t.Error("a pipe is taken for a terminal")
	}
	if f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err == nil {
		defer f.Close()
		if !newProgress(Options{Log: f}, 1, 1).terminal {
			t.Error("a terminal is not recognised")
		}
	}
	p := newProgress(Options{}, 1, 1)
	p.start()
	p.add(1)
	p.stop()
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		s    float64
		want string
	}{
		{0, "0.0s"}, {0.26, "0.3s"}, {9.94, "9.9s"}, {10.4, "10s"}, {59.6, "1m0s"}, {100, "1m40s"},
		{3700, "1h1m40s"}, {7200, "2h0m"}, {7260 + 31, "2h2m"},
		{40 * 3600, "40h0m"}, {50 * 3600, "2 days"}, {999 * 86400, "999 days"}, {1e9, "31.7 years"},
		{1e30, "3.17e+22 years"},
	} {
		if got := Duration(c.s); got != c.want {
			t.Errorf("%g s: got %q, want %q", c.s, got, c.want)
		}
	}
}
