// Command bench measures what a step of the integrators costs, a replica on one core, beside peers that simulate the same without them: scalar C and, for the
// simpler works, NumPy and plain Go (package peers). The forms of package vec go the way that experiments go: the scheme as a word, the model as an interface, a
// histogram every ten steps of θ₁, or of a network's output at a point.
//
// Every measurement is a program of its own, in CPU time; a round takes one of each, so that what else the machine does hits all alike; the table has the medians of the
// rounds. What a machine lacks, a form of vec, gcc or NumPy, is left out and named.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && children[args[0]] != nil {
		if err := child(children[args[0]], args[1:], stdout); err != nil {
			fmt.Fprintf(stderr, "bench %s: %v\n", args[0], err)
			return 1
		}
		return 0
	}
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	rounds := fs.Int("rounds", 5, "`number` of measurements of which the median is taken")
	seconds := fs.Float64("seconds", 0.2, "`duration` of a measurement")
	file := fs.String("csv", "", "`file` to write the table to, as CSV")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	case fs.NArg() > 0:
		fmt.Fprintf(stderr, "bench: unexpected argument %q\n", fs.Arg(0))
		return 2
	case *rounds < 1 || !(*seconds > 0):
		fmt.Fprintln(stderr, "bench: rounds and seconds must be positive")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := bench(ctx, *rounds, *seconds, *file, stdout); err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		fmt.Fprintln(stderr, "bench:", err)
		return 1
	}
	return 0
}

func bench(ctx context.Context, rounds int, seconds float64, file string, w io.Writer) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	works, err := works(dir)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, machine())
	all, missing, err := competitors(ctx, dir, works[0].Job)
	if err != nil {
		return err
	}
	for _, c := range all {
		if v := c.program.Version; v != "" {
			fmt.Fprintf(w, "%s: %s\n", c.name, v)
		}
	}
	for _, m := range missing {
		fmt.Fprintln(w, "left out:", m)
	}
	r, err := measure(ctx, works, all, rounds, seconds)
	if err != nil {
		return err
	}
	if r.workers, err = workers(ctx, dir, r.works[r.find(adlWork)], rounds, 1.5*seconds); err != nil {
		return err
	}
	r.print(w)
	if file == "" {
		return nil
	}
	return files.Write(file, r.csv)
}

// work is a line of the table, with what should come out. An aim of 0 is none.
type work struct {
	name   string
	Job    peers.Job // but for Chains and Steps
	chains int       // as many as experiments move together; 0: as many as a competitor likes best
	unit   string    // in which the table has its times
	target float64   // times faster than scalar C with AVX-512
	most   float64   // units that a step may take with AVX-512
	times  float64   // times adlWork's step that a step may take
}

// adlWork is the work that others are compared with, and that several workers do.
const adlWork = "ODABADO full mixture n=5"

// units are what a number of a unit is in ns.
var units = map[string]float64{"ns": 1, "µs": 1000}

// works writes the data into dir.
func works(dir string) ([]work, error) {
	file := func(name string) string { return filepath.Join(dir, name) }
	gauss, mix, classes, scores := file("gaussian"), file("mixture"), file("classes"), file("scores")
	err := errors.Join(
		files.Write(gauss, dataset.Gaussian(100, 0, 1, 1).Write),
		files.Write(mix, dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).Write),
		files.Write(classes, dataset.TwoClasses(500, 0.03, 1).Write),
		writeScores(scores, 12251, 100))
	const dt = 1e-3
	return []work{
		{name: "SGLD Gaussian n=1", Job: peers.Job{Data: gauss, Method: "sgld", N: 1, Dt: dt, Lo: -1.5, Hi: 1.5}, unit: "ns", target: 2.7},
		{name: "OABAO mixture n=1", Job: peers.Job{Data: mix, Method: "langevin", N: 1, Dt: dt, Lo: 0, Hi: 1.4}, unit: "ns", target: 9},
		{name: "OABAO mixture n=10", Job: peers.Job{Data: mix, Method: "langevin", N: 10, Dt: dt, Lo: 0, Hi: 1.4}, unit: "ns", target: 7},
		{name: "OABAO mixture n=50", Job: peers.Job{Data: mix, Method: "langevin", N: 50, Dt: dt, Lo: 0, Hi: 1.4}, unit: "ns", target: 6},
		{name: adlWork, Job: peers.Job{Data: mix, Method: "adl", N: 5, Dt: dt, Lo: 0, Hi: 1.4}, unit: "ns", target: 10},
		{name: "eAdL K=35 full mixture n=5", Job: peers.Job{Data: mix, Method: "eadl", N: 5, Dt: dt, Lo: 0, Hi: 1.4}, unit: "ns", times: 4},
		{name: "ODABADO diagonal network n=1", Job: peers.Job{Data: classes, Method: "network", N: 1, Dt: dt, Lo: 0, Hi: 1}, unit: "ns", most: 90},
		{name: "ODABADO diagonal network n=25", Job: peers.Job{Data: classes, Method: "network", N: 25, Dt: dt, Lo: 0, Hi: 1}, unit: "ns", most: 350},
		{name: "ODABADO scalar logistic n=100", Job: peers.Job{Data: scores, Method: "logistic-scalar", N: 100, Dt: dt, Lo: -4, Hi: 1}, chains: 8, unit: "µs", most: 4.5},
		{name: "ODABADO full logistic n=100", Job: peers.Job{Data: scores, Method: "logistic-full", N: 100, Dt: dt, Lo: -4, Hi: 1}, chains: 8, unit: "µs", most: 14},
		{name: "ODABADO scalar logistic n=12251", Job: peers.Job{Data: scores, Method: "logistic-scalar", N: 12251, Dt: dt, Lo: -4, Hi: 1}, chains: 8, unit: "µs", most: 150},
	}, err
}

// writeScores writes data for logistic regression of the size and kind of MNIST's principal scores, and a point near the posterior's mode, where chains begin.
func writeScores(path string, total, d int) error {
	l := dataset.Surrogate(total, d, true, 1)
	return errors.Join(
		files.Write(path, l.Write),
		files.Write(path+".start", dataset.Data{X: mode(l), Origin: "near the mode"}.Write))
}

// mode climbs the posterior: the scores have about unit covariance, so that the largest curvature is about N/4.
func mode(l dataset.Labelled) []float64 {
	m := &model.Logistic{Z: l.Z, D: l.D, Y: l.Y}
	g := m.WideGradient(len(l.Y))
	theta, f := vec.Rows(vec.Wide(l.D)), vec.Rows(vec.Wide(l.D))
	for range 300 {
		g.Eval([][]vec.Row{f}, [][]vec.Row{theta}, [][]uint16{nil})
		vec.AddScaled(theta, f, 3/float64(len(l.Y)))
	}
	x := make([]float64, l.D)
	for i := range x {
		x[i] = theta[i/vec.Lanes][i%vec.Lanes]
	}
	return x
}

// competitor is a column of the table.
type competitor struct {
	name    string
	program peers.Program
	form    string // of vec, for its own forms
	chains  int
	basic   bool // has the methods that every peer has, and no others
}

// does says whether the competitor has a job's method.
func (c competitor) does(j peers.Job) bool { return !c.basic || j.Basic() }

const (
	plainGo = "plain Go"
	scalarC = "scalar C"
	numPy   = "NumPy"
)

// forms of package vec, the fastest first.
var forms = []string{"avx512", "avx2", "portable"}

// competitors finds what there is on this machine; missing says what there is not.
func competitors(ctx context.Context, dir string, j peers.Job) (all []competitor, missing []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	for _, form := range forms {
		c := competitor{name: form, program: peers.Program{Command: []string{self, "vec"}}, form: form, chains: 64}
		j.Chains, j.Steps = c.chains, peers.Every
		var exit *exec.ExitError
		switch _, err := c.run(ctx, j); {
		case err == nil:
			all = append(all, c)
		case errors.As(err, &exit) && strings.HasPrefix(string(exit.Stderr), "bench vec: VEC="+form): // the machine lacks it
			missing = append(missing, strings.TrimSpace(string(exit.Stderr)))
		default:
			return nil, nil, err
		}
	}
	all = append(all, competitor{name: plainGo, program: peers.Program{Command: []string{self, "plain"}}, chains: 64, basic: true})
	for _, p := range []struct {
		name    string
		program func(context.Context, string) (peers.Program, error)
		chains  int
		basic   bool
	}{{scalarC, peers.C, 64, false}, {numPy, peers.NumPy, 1024, true}} {
		switch program, err := p.program(ctx, dir); {
		case err == nil:
			all = append(all, competitor{name: p.name, program: program, chains: p.chains, basic: p.basic})
		case errors.Is(err, peers.ErrMissing):
			missing = append(missing, err.Error())
		default:
			return nil, nil, err
		}
	}
	return all, missing, nil
}

// run does a job in a program of its own that has one core.
func (c competitor) run(ctx context.Context, j peers.Job) (*peers.Result, error) {
	cmd := exec.CommandContext(ctx, c.program.Command[0], append(c.program.Command[1:len(c.program.Command):len(c.program.Command)], j.Args()...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "VEC="+c.form)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("%s: %w: %s", c.name, err, strings.TrimSpace(string(exit.Stderr)))
		}
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return peers.Read(string(out))
}
