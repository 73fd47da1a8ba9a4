// Command bench measures what a step of the integrators costs, in ns a step and replica on one core, beside peers that simulate the same without them:
// scalar C, NumPy and plain Go (package peers). The forms of package vec go the way that experiments go: the scheme as a word, the model as an interface, a
// histogram of θ₁ every ten steps.
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
	"adl/pkg/table"
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
	if r.workers, err = workers(ctx, dir, works[len(works)-1], rounds, 1.5*seconds); err != nil {
		return err
	}
	r.print(w)
	if file == "" {
		return nil
	}
	return table.WriteFile(file, r.csv)
}

// work is a line of the table.
type work struct {
	name   string
	Job    peers.Job // but for Chains and Steps
	target float64   // times faster than scalar C with AVX-512
}

// works writes the data into dir.
func works(dir string) ([]work, error) {
	gauss, mix := filepath.Join(dir, "gaussian"), filepath.Join(dir, "mixture")
	err := errors.Join(
		table.WriteFile(gauss, dataset.Gaussian(100, 0, 1, 1).Write),
		table.WriteFile(mix, dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).Write))
	const dt = 1e-3
	return []work{
		{"SGLD Gaussian n=1", peers.Job{Data: gauss, Method: "sgld", N: 1, Dt: dt, Lo: -1.5, Hi: 1.5}, 2.7},
		{"OABAO mixture n=1", peers.Job{Data: mix, Method: "langevin", N: 1, Dt: dt, Lo: 0, Hi: 1.4}, 9},
		{"OABAO mixture n=10", peers.Job{Data: mix, Method: "langevin", N: 10, Dt: dt, Lo: 0, Hi: 1.4}, 7},
		{"OABAO mixture n=50", peers.Job{Data: mix, Method: "langevin", N: 50, Dt: dt, Lo: 0, Hi: 1.4}, 6},
		{"ODABADO full mixture n=5", peers.Job{Data: mix, Method: "adl", N: 5, Dt: dt, Lo: 0, Hi: 1.4}, 10},
	}, err
}

// competitor is a column of the table.
type competitor struct {
	name    string
	program peers.Program
	form    string // of vec, for its own forms
	chains  int
}

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
		case errors.As(err, &exit) && strings.HasPrefix(string(exit.Stderr), "vec: VEC="): // there is no such form here
			missing = append(missing, strings.TrimSpace(string(exit.Stderr)))
		default:
			return nil, nil, err
		}
	}
	all = append(all, competitor{name: plainGo, program: peers.Program{Command: []string{self, "plain"}}, chains: 64})
	for _, p := range []struct {
		name    string
		program func(context.Context, string) (peers.Program, error)
		chains  int
	}{{scalarC, peers.C, 64}, {numPy, peers.NumPy, 1024}} {
		switch program, err := p.program(ctx, dir); {
		case err == nil:
			all = append(all, competitor{name: p.name, program: program, chains: p.chains})
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
