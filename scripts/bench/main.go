// Command bench measures the cost of a step of the integrators, per replica on one core, beside
// peers that simulate the same without them: scalar C and, for the simpler works, NumPy and plain
// Go (package peers). The forms of package vec take the path of the experiments: the scheme as a
// word, the model as an interface, and a histogram of θ₁, or of a network's output at a point,
// every ten steps.
//
// Every measurement is a program of its own, in CPU time. A round takes one of each, so that other
// load on the machine affects all alike; the table has the medians of the rounds. Peers that a
// machine lacks, a form of vec, gcc or NumPy, are left out and named.
//
// With -vs FILE, a bench program built from another commit takes the place of the peers:
//
//	git worktree add ../old COMMIT && (cd ../old && go build -o /tmp/old ./scripts/bench)
//	make bench ARGS='-vs /tmp/old'
//
// Both programs are measured in turn, and the table adds their ratios in every form. Where the
// linker happens to place a loop moves a row by up to 8 %; a difference between the sources is one
// that programs built with several seeds, go build -ldflags=-randlayout=1, have on the average.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/scripts/internal/tool"
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
	verbs := []tool.Verb{stepsVerb, budgetVerb, emulatedVerb, rawbitsVerb}
	return tool.Run("bench", verbs, args, stdout, stderr)
}

var stepsVerb = tool.Verb{
	Name: "steps",
	Text: "times a step beside scalar C, NumPy and plain Go, or beside another bench program",
	Start: func(c *tool.Call) func() error {
		rounds := c.Flags.Int("rounds", 5, "`number` of measurements of which the median is taken")
		seconds := c.Flags.Float64("seconds", 0.2, "`duration` of a measurement")
		ndata := c.Flags.Int("ndata", allScores, "`number` of data of logistic regression")
		file := c.Flags.String("csv", "", "`file` to write the table to, as CSV")
		vs := c.Flags.String("vs", "", "bench program, a `file`, to compare with instead of the peers")
		return func() error {
			switch {
			case *rounds < 1 || !(*seconds > 0):
				return tool.Usage("rounds and seconds must be positive")
			case *ndata < 100 || *ndata > allScores:
				return tool.Usage("ndata must be from 100 to %d", allScores)
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			err := bench(ctx, *rounds, *seconds, *ndata, *file, *vs, c.Stdout)
			if err != nil && ctx.Err() != nil {
				return errors.New("interrupted")
			}
			return err
		}
	},
}

func bench(
	ctx context.Context, rounds int, seconds float64, ndata int, file, vs string, w io.Writer,
) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	works, err := works(dir, ndata)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, machine())
	all, missing, err := competitors(ctx, dir, vs, works[0].Job)
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
	if vs == "" {
		r.workers, err = workers(ctx, dir, r.works[r.find(adlWork)], rounds, 1.5*seconds)
		if err != nil {
			return err
		}
	}
	r.print(w)
	if file == "" {
		return nil
	}
	return files.Write(file, r.csv)
}

// work is a row of the table.
type work struct {
	name   string
	Job    peers.Job // but for Chains and Steps
	chains int       // as many as experiments move together; 0: as many as suit a competitor best
	unit   string    // in which the table has its times
}

// adlWork is the work that several workers do.
const adlWork = "ODABADO full mixture n=5"

// units are the lengths of the units in ns.
var units = map[string]float64{"ns": 1, "µs": 1000}

// allScores is the number of the project's principal scores of MNIST, for training.
const allScores = 12251

// works writes the data into dir, ndata of logistic regression.
func works(dir string, ndata int) ([]work, error) {
	file := func(name string) string { return filepath.Join(dir, name) }
	gauss, mix, classes, scores := file("gaussian"), file("mixture"), file("classes"), file("scores")
	mixture := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382)
	err := errors.Join(
		files.Write(gauss, dataset.Gaussian(100, 0, 1, 1).Write),
		files.Write(mix, mixture.Write),
		files.Write(classes, dataset.TwoClasses(500, 0.03, 1).Write),
		writeScores(scores, ndata, 100))
	job := func(data, method string, n int, lo, hi float64) peers.Job {
		return peers.Job{Data: data, Method: method, N: n, Dt: 1e-3, Lo: lo, Hi: hi}
	}
	langevin := func(n int) peers.Job { return job(mix, "langevin", n, 0, 1.4) }
	network := func(n int) peers.Job { return job(classes, "network", n, 0, 1) }
	logistic := func(friction string, n int) peers.Job {
		return job(scores, "logistic-"+friction, n, -4, 1)
	}
	return []work{
		{"SGLD Gaussian n=1", job(gauss, "sgld", 1, -1.5, 1.5), 0, "ns"},
		{"OABAO mixture n=1", langevin(1), 0, "ns"},
		{"OABAO mixture n=10", langevin(10), 0, "ns"},
		{"OABAO mixture n=50", langevin(50), 0, "ns"},
		{adlWork, job(mix, "adl", 5, 0, 1.4), 0, "ns"},
		{"eAdL K=35 full mixture n=5", job(mix, "eadl", 5, 0, 1.4), 0, "ns"},
		{"ODABADO diagonal network n=1", network(1), 0, "ns"},
		{"ODABADO diagonal network n=25", network(25), 0, "ns"},
		{"ODABADO scalar logistic n=10", logistic("scalar", 10), 8, "µs"},
		{"ODABADO full logistic n=10", logistic("full", 10), 8, "µs"},
		{"ODABADO scalar logistic n=100", logistic("scalar", 100), 8, "µs"},
		{"ODABADO full logistic n=100", logistic("full", 100), 8, "µs"},
		{fmt.Sprintf("ODABADO scalar logistic n=%d", ndata), logistic("scalar", ndata), 8, "µs"},
	}, err
}

// writeScores writes the first of the project's principal scores of MNIST, and a point near the
// posterior's mode, where chains begin.
func writeScores(path string, total, d int) error {
	l, err := scores(total, d)
	if err != nil {
		return err
	}
	return errors.Join(
		files.Write(path, l.Write),
		files.Write(path+".start", dataset.Data{X: mode(l), Origin: "near the mode"}.Write))
}

// scores returns the first of the project's principal scores of MNIST.
func scores(total, d int) (dataset.Labelled, error) {
	source := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: d, N: total}
	l, _, err := source.Load(dataset.Places{})
	return l, err
}

// mode climbs the posterior. The scores have about unit covariance, so the largest curvature is
// about N/4.
func mode(l dataset.Labelled) []float64 {
	m := &model.Logistic{Z: l.Z, D: l.D, Y: l.Y}
	g := m.Gradient(vec.Components, len(l.Y))
	rows := vec.Components.Rows(l.D)
	theta, f := vec.Rows(rows), vec.Rows(rows)
	for range 300 {
		g.Eval(f, theta, nil)
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
	form    string // of vec; empty for peers
	other   bool   // the program of -vs
	chains  int
	basic   bool // has the methods that every peer has, and no others
}

// does reports whether the competitor has a job's method.
func (c competitor) does(j peers.Job) bool { return !c.basic || j.Basic() }

const (
	plainGo = "plain Go"
	scalarC = "scalar C"
	avx2C   = "C for AVX2" // scalar C as a processor without AVX-512 would run it
	numPy   = "NumPy"
)

// forms of package vec, the fastest first.
var forms = []string{"avx512", "avx2", "portable"}

// competitors finds the competitors of this machine, and names those missing: the forms of vec, and
// the peers or, if vs is not empty, the forms of another bench program.
func competitors(
	ctx context.Context, dir, vs string, j peers.Job,
) (all []competitor, missing []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	for _, form := range forms {
		own := competitor{name: form, form: form, chains: 64}
		own.program.Command = []string{self, "vec"}
		pair := []competitor{own}
		if vs != "" {
			own.name, own.other, own.program.Command = "other "+form, true, []string{vs, "vec"}
			pair = append(pair, own)
		}
		for _, c := range pair {
			reason, err := c.lacks(ctx, j)
			switch {
			case err != nil:
				return nil, nil, err
			case reason != "" && !slices.Contains(missing, reason):
				missing = append(missing, reason)
			case reason != "":
			default:
				all = append(all, c)
			}
		}
	}
	if vs != "" {
		return all, missing, nil
	}
	plain := peers.Program{Command: []string{self, "plain"}}
	all = append(all, competitor{name: plainGo, program: plain, chains: 64, basic: true})
	for _, p := range []struct {
		name    string
		program func() (peers.Program, error)
		chains  int
		basic   bool
	}{
		{scalarC, func() (peers.Program, error) { return peers.C(ctx, dir) }, 64, false},
		{avx2C, func() (peers.Program, error) { return peers.C(ctx, dir, "-mno-avx512f") }, 64, false},
		{numPy, func() (peers.Program, error) { return peers.NumPy(ctx, dir) }, 1024, true},
	} {
		if p.name == avx2C && all[0].form != "avx512" {
			continue // as scalar C is
		}
		switch program, err := p.program(); {
		case err == nil:
			c := competitor{name: p.name, program: program, chains: p.chains, basic: p.basic}
			all = append(all, c)
		case errors.Is(err, peers.ErrMissing):
			if !slices.Contains(missing, err.Error()) {
				missing = append(missing, err.Error())
			}
		default:
			return nil, nil, err
		}
	}
	return all, missing, nil
}

// lacks runs a few steps and returns the reason if the machine lacks the competitor's form.
func (c competitor) lacks(ctx context.Context, j peers.Job) (reason string, err error) {
	j.Chains, j.Steps = c.chains, peers.Every
	_, err = c.run(ctx, j)
	var exit *exec.ExitError
	if errors.As(err, &exit) && strings.HasPrefix(string(exit.Stderr), "bench vec: VEC="+c.form) {
		return strings.TrimSpace(string(exit.Stderr)), nil
	}
	return "", err
}

// run does a job in a program of its own that has one core.
func (c competitor) run(ctx context.Context, j peers.Job) (*peers.Result, error) {
	args := append(slices.Clone(c.program.Command[1:]), j.Args()...)
	cmd := exec.CommandContext(ctx, c.program.Command[0], args...)
	cmd.Env = append(os.Environ(),
		"GOMAXPROCS=1", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "VEC="+c.form)
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
