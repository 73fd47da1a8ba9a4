// Command figures runs the programs of several figures.
//
//	go run ./scripts/figures [-bin DIR] fig01 fig02 … [-- FLAGS]
//
// gives every program the flags. What needs no computing is made first, as many programs side by
// side as there are cores; then the others one after another, since each of them uses all cores,
// the short ones first.
// With -plan or -why among the flags all run side by side, and a last line counts the tasks of all
// figures. The output of programs that run side by side appears in the order of the figures. The
// exit code is that of the first program that fails; none is started after it. With -engine slurm
// among the flags, all programs submit what is missing, and then wait for it together.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("figures", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: figures [-bin DIR] [-j N] fig01 fig02 … [-- FLAGS]")
		fs.PrintDefaults()
	}
	bin := fs.String("bin", ".bin", "`folder` of the programs")
	most := fs.Int("j", runtime.GOMAXPROCS(0), "`number` of programs side by side")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	}
	names, flags := fs.Args(), []string(nil)
	if i := slices.Index(names, "--"); i >= 0 {
		names, flags = names[:i], names[i+1:]
	}
	if len(names) == 0 || *most < 1 {
		fs.Usage()
		return 2
	}
	g := &group{bin: *bin, most: *most, flags: flags, stdout: stdout, stderr: stderr}
	signals := make(chan os.Signal, 1)
	defer close(signals)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	go g.forward(signals)
	if asks(flags, "plan") || asks(flags, "why") {
		return g.report(names)
	}
	return g.make(names)
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

// make makes the figures: first what needs no computing, then the others, one by one.
func (g *group) make(names []string) int {
	var rest []string
	code := g.together(names, []string{"-cached"}, func(name string, out []byte, code int) bool {
		if code == unfinished {
			rest = append(rest, name)
			return false
		}
		return true
	})
	if code == 0 && remote(g.flags) {
		return g.submit(rest)
	}
	for _, name := range g.shortFirst(rest) {
		if code != 0 {
			break
		}
		code = g.start(name, g.flags, g.stdout, g.stderr)
	}
	return code
}

// remote reports whether the programs have their tasks computed by Slurm.
func remote(flags []string) bool {
	for i, f := range flags {
		name, value, ok := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if name == "engine" && (ok && value == "slurm" || i+1 < len(flags) && flags[i+1] == "slurm") {
			return true
		}
	}
	return false
}

// submit makes figures whose tasks Slurm computes. First every program submits, which takes
// measures of speed, as many side by side as there are cores; those with the longest tasks first,
// since what starts late ends late. Then all wait for their jobs.
func (g *group) submit(names []string) int {
	names = g.longestFirst(names)
	all := func(string, []byte, int) bool { return true }
	code := g.together(names, []string{"-detach"}, all)
	if code != 0 || asks(g.flags, "detach") {
		return code
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			var out bytes.Buffer
			c := g.start(name, g.flags, &out, &locked{&mu, g.stderr})
			mu.Lock()
			defer mu.Unlock()
			io.Copy(g.stdout, &out)
			code = cmp.Or(code, c)
		})
	}
	wg.Wait()
	return code
}

// locked is a writer for several programs. They write whole lines.
type locked struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// shortFirst sorts the names of programs by how long they may take.
func (g *group) shortFirst(names []string) []string {
	seconds := g.planned(names, lasting)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(seconds[a], seconds[b]) })
	return names
}

// longestFirst sorts the names of programs by their longest tasks, the longest first: the jobs that
// are submitted first start first.
func (g *group) longestFirst(names []string) []string {
	seconds := g.planned(names, longest)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(seconds[b], seconds[a]) })
	return names
}

// planned returns the seconds that form finds in what programs print with -plan.
func (g *group) planned(names []string, form *regexp.Regexp) map[string]float64 {
	seconds := map[string]float64{}
	if len(names) < 2 {
		return seconds // there is nothing to sort
	}
	for _, name := range names {
		var out bytes.Buffer
		if g.start(name, append([]string{"-plan"}, g.flags...), &out, io.Discard) != 0 {
			continue // it will say why
		}
		if m := form.FindSubmatch(out.Bytes()); m != nil {
			d, err := time.ParseDuration(string(m[1]))
			seconds[name] = d.Seconds()
			if err != nil { // days
				seconds[name] = math.Inf(1)
			}
		}
	}
	return seconds
}

// The last lines of -plan and of -why, and the time that is left.
var (
	tasks   = regexp.MustCompile(`: (\d+) tasks?, (\d+) cached, (\d+) to do`)
	lasting = regexp.MustCompile(` steps, about (.+) on \d+ worker`)
	longest = regexp.MustCompile(`(?: the longest task|1 to do: \S+ steps, about) (\S+)`)
	counted = regexp.MustCompile(
		`: (\d+) tasks?: (\d+) cached, (\d+) missing, (\d+) stale, (\d+) damaged\n$`)
)

// report runs programs that only print what there is to do, and sums up.
func (g *group) report(names []string) int {
	var plan, why [5]int
	var left time.Duration
	long := false // some figure takes days
	code := g.together(names, nil, func(_ string, out []byte, _ int) bool {
		if m := lasting.FindSubmatch(out); m != nil {
			d, err := time.ParseDuration(string(m[1]))
			left += d
			long = long || err != nil
		}
		add(&plan, tasks, out)
		add(&why, counted, out)
		return true
	})
	if code != 0 || len(names) < 2 {
		return code
	}
	if asks(g.flags, "why") {
		fmt.Fprintf(g.stdout, "all %d figures: %d tasks: %d cached, %d missing, %d stale, %d damaged\n",
			len(names), why[0], why[1], why[2], why[3], why[4])
	} else {
		about := ""
		switch {
		case long:
			about = ", days"
		case left > 0:
			about = ", about " + left.Round(time.Second).String()
		}
		fmt.Fprintf(g.stdout, "all %d figures: %d tasks, %d cached, %d to do%s\n",
			len(names), plan[0], plan[1], plan[2], about)
	}
	return 0
}

// add adds the numbers in a program's output to the sums.
func add(sums *[5]int, form *regexp.Regexp, out []byte) {
	for i, s := range form.FindSubmatch(out) {
		if n, err := strconv.Atoi(string(s)); err == nil && i > 0 {
			sums[i-1] += n
		}
	}
}

// short is the environment of programs that end soon: they collect garbage less often, which saves
// a tenth of their time. What the user's environment has goes before it.
var short = []string{"GOGC=400"}

// together runs programs side by side, with extra flags, and returns the exit code of the first
// that failed. The output of each is kept until those before it have ended, and printed if show
// says so, which is called in the order of the names.
func (g *group) together(
	names, extra []string, show func(name string, out []byte, code int) bool,
) int {
	type outcome struct {
		stdout, stderr bytes.Buffer
		code           int
		done           chan struct{}
	}
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
		if show(name, o.stdout.Bytes(), o.code) {
			io.Copy(g.stdout, &o.stdout)
			io.Copy(g.stderr, &o.stderr)
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
	path := filepath.Join(g.bin, name)
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path
	}
	cmd := exec.Command(path, flags...)
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
