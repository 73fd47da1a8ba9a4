// Package peers holds programs that simulate what package dynamics does, written as one would
// without it: what its speed is measured against.
//
// A peer is a program that is called
//
//	peer DATA METHOD N DT LO HI CHAINS BURN STEPS
//
// with the arguments of a Job, moves each of CHAINS chains by BURN + STEPS steps of METHOD, puts θ₁
// into a histogram of Bins cells on [LO, HI) every Every steps after the BURN first, and prints a
// Result: the seconds of CPU time that the stepping took and then, a line a chain, the mean of θ₁
// and of θ₁² as the histogram has them. The methods are
//
//	sgld             SGLD for the Gaussian with σ_x = σ_θ = 1, batches with replacement
//	langevin         OABAO at γ = 1 for the mixture with w = 0.4, σ₁ = σ₂ = 0.4, σ_θ = 1,
//	                 batches without replacement, as in all that follow
//	adl              ODABADO at γ = 1, η = 0.1 with a full ξ, for the same mixture
//	eadl             the same at η = 1 with the friction ξ(θ) of extended Adaptive Langevin
//	                 dynamics: four cells of [0, 1.4]² cut at (0.7, 0.7), tensor polynomials of
//	                 degree 2, f = √(2i+1) u₁^i √(2j+1) u₂^j, so K = 35 (section 4.4)
//	logistic-scalar  ODABADO at γ = η = 1 with a scalar ξ for logistic regression (section 3.4)
//	logistic-full    the same with a full ξ
//	network          ODABADO at γ = 1, η = 200 with a diagonal ξ for a neural network of 2 inputs
//	                 and 8 hidden units (section 3.5)
//
// from p = 0 and ξ = 3 I, but ξ = (1 + ε(n) Δt/64) I for logistic regression, ε(n) = N(N−n)/n, and
// from θ = 0 for sgld, (1, 0.5) for langevin and adl, that and (0.5, 1) in turn for eadl, the
// numbers in the file DATA.start for logistic regression, and random normals for the network. ξ(θ)
// of eadl starts constant. DATA has a datum a line; the last two models' have their components and,
// last, the label 0 or 1, with commas between them. For the network, its output P(y = 1|x, θ) at x
// = (1, 1.5) stands for θ₁. They are the same distributions in every peer, not the same random
// numbers. All peers have the first three methods; scalar C has all.
package peers

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Every histogram has Bins cells and is filled every Every steps.
const (
	Bins  = 500
	Every = 10
)

// Job is a task for a peer.
type Job struct {
	Data                string // file with a datum a line
	Method              string // sgld, langevin, adl, …
	N                   int    // data of a batch
	Dt                  float64
	Lo, Hi              float64 // of the histogram
	Chains, Burn, Steps int
}

// Basic says whether every peer has the job's method.
func (j Job) Basic() bool {
	return j.Method == "sgld" || j.Method == "langevin" || j.Method == "adl"
}

// Args are the arguments of a peer.
func (j Job) Args() []string {
	return strings.Fields(fmt.Sprintln(j.Data, j.Method, j.N, j.Dt, j.Lo, j.Hi, j.Chains, j.Burn,
		j.Steps))
}

// Parse reads what Args wrote.
func Parse(args []string) (Job, error) {
	if len(args) != 9 {
		return Job{}, fmt.Errorf("expected DATA METHOD N DT LO HI CHAINS BURN STEPS, "+
			"got %d arguments", len(args))
	}
	j := Job{Data: args[0], Method: args[1]}
	var errs [7]error
	j.N, errs[0] = strconv.Atoi(args[2])
	j.Dt, errs[1] = strconv.ParseFloat(args[3], 64)
	j.Lo, errs[2] = strconv.ParseFloat(args[4], 64)
	j.Hi, errs[3] = strconv.ParseFloat(args[5], 64)
	j.Chains, errs[4] = strconv.Atoi(args[6])
	j.Burn, errs[5] = strconv.Atoi(args[7])
	j.Steps, errs[6] = strconv.Atoi(args[8])
	return j, errors.Join(errs[:]...)
}

// Result is the output of a peer. Mean and Square have an entry a chain.
type Result struct {
	Seconds      float64 // of CPU time
	Mean, Square []float64
}

// Add appends the moments of a chain's histogram: Bins cells on [lo, hi) between one for what lies
// below, which counts as lo, and one for what lies above, which counts as hi.
func (r *Result) Add(count []uint32, lo, hi float64) {
	var n, s1, s2 float64
	for i, c := range count {
		x := lo + (float64(i)-0.5)*(hi-lo)/Bins
		switch i {
		case 0:
			x = lo
		case Bins + 1:
			x = hi
		}
		n, s1, s2 = n+float64(c), s1+float64(c)*x, s2+float64(c)*x*x
	}
	r.Mean, r.Square = append(r.Mean, s1/n), append(r.Square, s2/n)
}

// Write prints the result.
func (r *Result) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, r.Seconds)
	for i := range r.Mean {
		fmt.Fprintln(b, r.Mean[i], r.Square[i])
	}
	return b.Flush()
}

// Read reads what a peer printed.
func Read(s string) (*Result, error) {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	var r Result
	if _, err := fmt.Sscan(lines[0], &r.Seconds); err != nil {
		return nil, fmt.Errorf("expected a number of seconds, got %q: %w", lines[0], err)
	}
	for _, line := range lines[1:] {
		var m, q float64
		if _, err := fmt.Sscan(line, &m, &q); err != nil {
			return nil, fmt.Errorf("expected two moments, got %q: %w", line, err)
		}
		r.Mean, r.Square = append(r.Mean, m), append(r.Square, q)
	}
	return &r, nil
}

// Moments returns the mean over the chains of the mean of θ₁ and of its variance along the chain,
// and their standard errors.
func (r *Result) Moments() (mean, variance, meanErr, varianceErr float64) {
	v := make([]float64, len(r.Mean))
	for i, m := range r.Mean {
		v[i] = r.Square[i] - m*m
	}
	mean, meanErr = average(r.Mean)
	variance, varianceErr = average(v)
	return
}

func average(x []float64) (mean, stderr float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		stderr += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(stderr / (n - 1) / n)
}

var (
	//go:embed c
	scalarC embed.FS
	//go:embed numpy_chains.py
	numpyChains []byte
)

// ErrMissing reports that this machine lacks what a peer needs.
var ErrMissing = errors.New("not on this machine")

// Program is a peer as a command, to which the arguments of a job are added.
type Program struct {
	Command []string
	Version string
}

// C compiles the scalar C peer with gcc, for this processor and with further flags, into a new
// folder in dir. The error is ErrMissing where there is no gcc.
func C(ctx context.Context, dir string, flags ...string) (Program, error) {
	version, err := exec.CommandContext(ctx, "gcc", "-dumpfullversion").Output()
	if err != nil {
		return Program{}, fmt.Errorf("gcc: %w", ErrMissing)
	}
	dir, err = os.MkdirTemp(dir, "c")
	if err != nil {
		return Program{}, err
	}
	src, bin := filepath.Join(dir, "c", "scalar.c"), filepath.Join(dir, "scalar")
	if err := os.CopyFS(dir, scalarC); err != nil {
		return Program{}, err
	}
	flags = append([]string{"-O3", "-march=native"}, flags...)
	gcc := exec.CommandContext(ctx, "gcc", append(flags, "-o", bin, src, "-lm")...)
	if out, err := gcc.CombinedOutput(); err != nil {
		return Program{}, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	words := append([]string{"gcc", strings.TrimSpace(string(version))}, flags...)
	return Program{[]string{bin}, strings.Join(words, " ")}, nil
}

// NumPy writes the NumPy peer into dir. It is run by the first of python3 on the path and
// /usr/bin/python3 that has NumPy; the error is ErrMissing where none has.
func NumPy(ctx context.Context, dir string) (Program, error) {
	src := filepath.Join(dir, "numpy_chains.py")
	if err := os.WriteFile(src, numpyChains, 0o666); err != nil {
		return Program{}, err
	}
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		show := exec.CommandContext(ctx, python, "-c", "import numpy; print(numpy.__version__)")
		version, err := show.Output()
		if err == nil {
			return Program{[]string{python, src}, strings.TrimSpace(string(version)) + ", " + python}, nil
		}
	}
	return Program{}, fmt.Errorf("python3 with NumPy: %w", ErrMissing)
}
