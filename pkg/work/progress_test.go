package work

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A pipe gets the line of a plan at the beginning, then a line from time to time.
func TestProgressOnPipe(t *testing.T) {
	var log bytes.Buffer
	ts := squares(3)
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}, Log: &log, Name: "fig00"}
	fill(t, o.Cache, ts[:1])
	for _, want := range []string{
		"fig00: 3 tasks, 1 cached, 2 to do: 2 steps, about 0.1s on 2 workers\n", "",
	} {
		log.Reset()
		if _, err := Run(context.Background(), tasks(ts), o); err != nil || log.String() != want {
			t.Errorf("%v, got %q, want %q", err, log.String(), want)
		}
	}

	p := newProgress(o, []*item{{expect: 10}, {expect: 20}, {expect: 10}})
	p.every = time.Millisecond
	p.start("a plan")
	p.add(10, 1)
	time.Sleep(20 * time.Millisecond)
	p.stop()
	lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
	if len(lines) < 3 || lines[0] != "fig00: a plan" {
		t.Errorf("got %q", lines)
	}
	last := regexp.MustCompile(`^fig00: 1 of 3 tasks done, 25 % of the work, about 0\.\ds left$`)
	if l := lines[len(lines)-1]; !last.MatchString(l) {
		t.Errorf("the last line is %q", l)
	}
}

// A terminal gets one line, which is overwritten and removed in the end. Events are reported once.
func TestProgressOnTerminal(t *testing.T) {
	var log bytes.Buffer
	p := newProgress(Options{Log: &log, Name: "fig00"}, make([]*item, 0))
	p.clear, p.every, p.todo = "\r\x1b[K", time.Hour, 3
	p.start("a plan")
	p.print(0)
	p.say("it happened")
	p.say("it happened")
	p.stop()
	const want = "\r\x1b[Kfig00: 0 of 3 tasks done, 0 % of the work" +
		"\r\x1b[Kfig00: it happened\n\r\x1b[K"
	if got := log.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A terminal is distinguished from a file; a nil writer is not a terminal.
func TestProgressWriters(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if newProgress(Options{Log: f}, nil).clear == "" {
		t.Error("a terminal is not recognised")
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if newProgress(Options{Log: null}, nil).clear != "" {
		t.Error("a file is taken for a terminal")
	}
	p := newProgress(Options{}, nil)
	p.start("a plan")
	p.say("it happened")
	p.stop()
}

func TestDuration(t *testing.T) {
	for s, want := range map[float64]string{
		0: "0.0s", 0.26: "0.3s", 9.94: "9.9s", 10.4: "10s", 59.6: "1m0s", 100: "1m40s",
		3700: "1h1m40s", 50 * 3600: "2.08 days", 1e30: "1.16e+25 days",
	} {
		if got := Duration(s); got != want {
			t.Errorf("%g s: got %q, want %q", s, got, want)
		}
	}
}
