package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"adl/scripts/internal/tool"
)

// drawVerb runs the programs of several figures and gives every program the flags behind --. What
// needs no computing is made first, as many programs side by side as there are cores; then figures
// of seconds, side by side too, on a part of the cores each; then the others one after another on
// all cores, the short ones first.
//
// With -plan among the flags all run side by side, and a last line counts the tasks of all figures.
// The output of programs that run side by side appears in the order of the figures. The exit code is
// that of the first program that fails; none is started after it.
var drawVerb = tool.Verb{
	Name: "draw",
	Args: "FIGURE... [-- FLAGS]",
	Text: "runs the programs of figures with the same flags",
	Start: func(c *tool.Call) func() error {
		bin := c.Flags.String("bin", ".bin", "`folder` of the programs")
		most := c.Flags.Int("j", runtime.GOMAXPROCS(0), "`number` of programs side by side")
		return func() error {
			names, flags := c.Args(), []string(nil)
			if i := slices.Index(names, "--"); i >= 0 {
				names, flags = names[:i], names[i+1:]
			}
			switch {
			case len(names) == 0:
				return tool.Usage("expected figures, such as fig07")
			case *most < 1:
				return tool.Usage("-j: expected a number of at least 1, got %d", *most)
			}
			g := &group{bin: *bin, most: *most, flags: flags, stdout: c.Stdout, stderr: c.Stderr}
			signals := make(chan os.Signal, 1)
			defer close(signals)
			signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer signal.Stop(signals)
			go g.forward(signals)
			if asks(flags, "plan") {
				return exit(g.report(names))
			}
			code := g.make(names)
			if code == 0 {
				g.tell(names)
			}
			return exit(code)
		}
	},
}

func exit(code int) error {
	if code == 0 {
		return nil
	}
	return tool.ExitCode(code)
}

// asks reports whether a flag without a value is among the flags of the programs.
func asks(flags []string, name string) bool {
	return slices.Contains(flags, "-"+name) || slices.Contains(flags, "--"+name)
}

// group is the programs of figures.
type group struct {
	bin            string
	most           int // programs side by side
	flags          []string
	stdout, stderr io.Writer

	mu      sync.Mutex
	running map[*exec.Cmd]bool
	stopped bool // a signal came: nothing is started any more
}

// Exit codes of programs: failed is that of one that could not be started, interrupted that of one
// that was not since a signal came. With -cached, unfinished says that there is something to
// compute.
const (
	failed      = 1
	interrupted = 130
	unfinished  = 3
)

// make makes the figures: first what needs no computing, then the others.
func (g *group) make(names []string) int {
	var rest []string
	plans := map[string]float64{}
	code := g.together(names, []string{"-cached"}, func(name string, o *outcome) bool {
		if o.code != unfinished {
			return true
		}
		rest, plans[name] = append(rest, name), planned(o.stderr.Bytes())
		return false
	})
	if code != 0 {
		return code
	}
	slices.SortStableFunc(rest, func(a, b string) int {
		return cmp.Compare(plans[a], plans[b])
	})
	quick, _ := slices.BinarySearchFunc(rest, brief, func(name string, s float64) int {
		return cmp.Compare(plans[name], s)
	})
	if side := min(quick, g.most); side > 1 && value(g.flags, "workers") == "" {
		slices.Reverse(rest[:quick]) // what ends last is short
		if !asks(g.flags, "q") {
			fmt.Fprintf(g.stderr, "side by side: %s\n", strings.Join(rest[:quick], ", "))
		}
		code = g.together(rest[:quick], []string{"-workers", fmt.Sprint(g.most / side)}, all)
		rest = rest[quick:]
	}
	for _, name := range rest {
		if code != 0 {
			break
		}
		code = g.start(name, g.flags, g.stdout, g.stderr)
	}
	return code
}

// all shows the output of every program.
func all(string, *outcome) bool { return true }

// brief is how many seconds a program may take on one core for it to run beside others. Most of
// what it does is not its tasks then, and for the most part takes one core.
const brief = 20.0

// value is the value that the flags of the programs give for a name, "" if nothing.
func value(flags []string, name string) (last string) {
	for i, f := range flags {
		switch n, v, ok := strings.Cut(strings.TrimLeft(f, "-"), "="); {
		case n != name || n == f:
		case ok:
			last = v
		case i+1 < len(flags):
			last = flags[i+1]
		}
	}
	return last
}

// tell says where the figures are, if that is the folder of another profile than the page's.
func (g *group) tell(names []string) {
	profile := value(g.flags, "profile")
	for _, name := range []string{"out", "set", "spec"} {
		if value(g.flags, name) != "" {
			return
		}
	}
	if profile == "" || profile == "paper" || asks(g.flags, "q") {
		return
	}
	what := names[0]
	if len(names) > 1 {
		what = fmt.Sprintf("%d figures", len(names))
	}
	fmt.Fprintf(g.stdout, "%s in figures/%s/; their page is figures/%[2]s/index.html, and that of "+
		"profile paper figures/index.html\n", what, profile)
}

// The last line of -plan, and the times in it.
var (
	counted = regexp.MustCompile(`: (\d+) tasks?, (\d+) cached, (\d+) to do`)
	lasting = regexp.MustCompile(` steps, about (.+?) on (\d+) workers?(?:, the longest task .+)?\n$`)
)

// planned reads the last line of -plan, for the seconds of work on one core.
func planned(out []byte) float64 {
	m := lasting.FindSubmatch(out)
	if m == nil {
		return math.Inf(1) // not known
	}
	s := seconds(m[1])
	if workers, err := strconv.Atoi(string(m[2])); err == nil {
		s *= float64(workers)
	}
	return s
}

// seconds reads a time of -plan. A time of days or years is infinite.
func seconds(s []byte) float64 {
	d, err := time.ParseDuration(string(s))
	if err != nil {
		return math.Inf(1)
	}
	return d.Seconds()
}

// report runs programs that only print what there is to do, and sums up.
func (g *group) report(names []string) int {
	var sums [3]int
	left := 0.0
	code := g.together(names, nil, func(_ string, o *outcome) bool {
		out := o.stdout.Bytes()
		if m := lasting.FindSubmatch(out); m != nil {
			left += seconds(m[1])
		}
		for i, s := range counted.FindSubmatch(out) {
			if n, err := strconv.Atoi(string(s)); err == nil && i > 0 {
				sums[i-1] += n
			}
		}
		return true
	})
	if code != 0 || len(names) < 2 {
		return code
	}
	about := ""
	switch {
	case math.IsInf(left, 1):
		about = ", days"
	case left > 0:
		about = ", about " + time.Duration(math.Round(left)*float64(time.Second)).String()
	}
	fmt.Fprintf(g.stdout, "all %d figures: %d tasks, %d cached, %d to do%s\n",
		len(names), sums[0], sums[1], sums[2], about)
	return 0
}

// short is the environment of programs that end soon: they collect garbage less often, which saves
// a tenth of their time. The user's environment goes before it.
var short = []string{"GOGC=400"}

// outcome is the output of a program, and its exit code.
type outcome struct {
	stdout, stderr bytes.Buffer
	code           int
	done           chan struct{}
}

// together runs programs side by side, with extra flags, and returns the exit code of the first
// that failed. The output of each is kept until those before it have ended, and printed if show
// says so, which is called in the order of the names.
func (g *group) together(
	names, extra []string, show func(name string, o *outcome) bool,
) int {
	outcomes := make([]outcome, len(names))
	for i := range outcomes {
		outcomes[i].done = make(chan struct{})
	}
	free := make(chan struct{}, g.most)
	go func() {
		for i, name := range names {
			free <- struct{}{}
			go func() {
				o := &outcomes[i]
				o.code = g.start(name, slices.Concat(extra, g.flags), &o.stdout, &o.stderr, short...)
				close(o.done)
				<-free
			}()
		}
	}()
	code := 0
	for i, name := range names {
		o := &outcomes[i]
		<-o.done
		if code != 0 {
			continue // wait for what runs
		}
		if show(name, o) {
			io.Copy(g.stderr, &o.stderr) // what it was about to do
			io.Copy(g.stdout, &o.stdout)
			if code = o.code; code != 0 {
				g.stop()
			}
		}
	}
	return code
}

// start runs a program with additions to the environment and returns its exit code.
func (g *group) start(
	name string, flags []string, stdout, stderr io.Writer, env ...string,
) int {
	program := tool.Program(g.bin, name)
	cmd := exec.Command(program, flags...)
	cmd.Stdout, cmd.Stderr, cmd.Env = stdout, stderr, append(env, os.Environ()...)
	g.mu.Lock()
	if g.stopped {
		g.mu.Unlock()
		return interrupted
	}
	err := cmd.Start()
	if err == nil {
		if g.running == nil {
			g.running = map[*exec.Cmd]bool{}
		}
		g.running[cmd] = true
	}
	g.mu.Unlock()
	if err != nil {
		fmt.Fprintf(stderr, "figures: %v\n", err)
		return failed
	}
	err = cmd.Wait()
	g.mu.Lock()
	delete(g.running, cmd)
	g.mu.Unlock()
	switch code := cmd.ProcessState.ExitCode(); {
	case code > 0:
		return code
	case err != nil:
		fmt.Fprintf(stderr, "figures: %s: %v\n", name, err)
		return failed
	}
	return 0
}

// stop lets no program start any more.
func (g *group) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
}

// forward passes signals on to the programs, and waits for them to end by themselves.
func (g *group) forward(signals <-chan os.Signal) {
	for s := range signals {
		g.mu.Lock()
		g.stopped = true
		for cmd := range g.running {
			cmd.Process.Signal(s) // an error says that it has ended
		}
		g.mu.Unlock()
	}
}
