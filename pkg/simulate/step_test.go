package simulate_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/files"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/vec"
)

// works lists the rows of BenchmarkStep, the methods of scripts/c/scalar.c and others, and as many
// steps of a replica as take about a tenth of a second with AVX-512.
var works = []struct {
	method   string
	n, steps int
}{
	{"sgld", 1, 1_000_000},
	{"langevin", 1, 400_000},
	{"langevin", 10, 140_000},
	{"langevin", 50, 32_000},
	{"adl", 5, 150_000},
	{"eadl", 5, 57_000},
	{"network", 1, 20_000},
	{"network", 25, 8_700},
	{"logistic-scalar", 10, 22_000},
	{"logistic-diagonal", 20, 15_000},
	{"logistic-rotated", 20, 15_000},
	{"logistic-full", 10, 1_500},
	{"logistic-scalar", 100, 5_000},
	{"logistic-diagonal", 100, 5_000},
	{"logistic-rotated", 100, 5_000},
	{"logistic-full", 100, 1_200},
	{"logistic-reshuffled", 100, 5_000},
	{"logistic-control", 100, 3_000},
	{"logistic-scalar", 12251, 80},
	{"logistic-million", 1000, 200},
}

// peerless are the rows that scripts/c/scalar.c lacks.
var peerless = []string{
	"logistic-diagonal", "logistic-rotated", "logistic-reshuffled", "logistic-control",
}

// BenchmarkStep times a step of a replica as in the experiments, in CPU time. If PEER is a compiled
// scripts/c/scalar.c, it times that program instead, under its file's name.
func BenchmarkStep(b *testing.B) {
	if err := vec.FormError(); err != nil {
		b.Skip(err)
	}
	form, peer := vec.Form(), os.Getenv("PEER")
	if peer != "" {
		form = filepath.Base(peer)
	}
	for _, w := range works {
		if peer != "" && slices.Contains(peerless, w.method) {
			continue
		}
		b.Run(fmt.Sprintf("of=%s/n=%d/form=%s", w.method, w.n, form), func(b *testing.B) {
			j, path := newJob(w.method, w.n), filepath.Join(b.TempDir(), "data")
			if peer != "" {
				start := dataset.Data{X: j.Theta[0], Origin: "where chains begin"}
				err := errors.Join(
					files.Write(path, j.data.Write), files.Write(path+".start", start.Write))
				if err != nil {
					b.Fatal(err)
				}
			}
			run := func(steps int) float64 {
				j.T = float64(steps*j.Replicas) * j.Scheme.Dt
				if peer != "" {
					return j.peer(b, peer, path)
				}
				return j.simulate(b)
			}
			run(10) // sets up the data shared by runs
			seconds := 0.0
			for b.Loop() {
				seconds += run(w.steps)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e9*seconds/float64(b.N*w.steps*j.Replicas), "cpu-ns/step")
		})
	}
}

// images are the scores of Figures 8 to 10, and the mode of their posterior.
var images = sync.OnceValues(func() (dataset.Labelled, []float64) {
	source := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: 100, N: 12251}
	data, _, err := source.Load("")
	if err != nil {
		panic(err)
	}
	l, err := exact.NewLaplace(&model.Logistic{Z: data.Z, D: data.D, Y: data.Y})
	if err != nil {
		panic(err)
	}
	return data, l.Mode
})

// rotatedImages is the posterior in the eigenvectors of Σ_x at the mode.
var rotatedImages = sync.OnceValue(func() *model.Rotated {
	data, mode := images()
	m := &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}
	_, q, _ := linalg.Axes(exact.GradCov(m, mode))
	return model.NewRotated(m, q)
})

// many is a sixteenth of a million data of 50 covariates, with few digits.
func many() dataset.Labelled {
	r := rand.New(rand.NewPCG(3, 4))
	data := dataset.Labelled{Z: make([]float32, 62_500*50), D: 50, Y: make([]float64, 62_500)}
	for i := range data.Z {
		data.Z[i] = float32(math.Round(8*r.NormFloat64()) / 8)
	}
	for i := range data.Y {
		data.Y[i] = float64(r.IntN(2))
	}
	return data
}

// job is a chain that scripts/c/scalar.c simulates too.
type job struct {
	*simulate.Chain
	method string
	data   interface{ Write(io.Writer) error }
}

func newJob(method string, n int) *job {
	c := &simulate.Chain{
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 1e-3}, N: n, Sampling: minibatch.Without,
		Every: 1e-2, Replicas: 64, Blocks: 1, Rest: true, Seed: 1,
	}
	j := &job{Chain: c, method: method}
	observe := simulate.Histogram{Of: dynamics.Component{I: 0}, Lo: -4, Hi: 4, Bins: 500}
	adl := func(form dynamics.Form, eta float64) dynamics.AdL {
		return dynamics.AdL{Form: form, Gamma: 1, Eta: eta}
	}
	xi := 3.0
	switch method {
	case "sgld":
		data := dataset.Gaussian(100, 0, 1, 1)
		c.Model, j.data = &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}, data
		c.Scheme.Word, c.Sampling, c.Theta = dynamics.SGLD, minibatch.With, [][]float64{{0}}
	case "langevin", "adl", "eadl":
		data := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382)
		c.Model = &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
		j.data, c.Theta = data, [][]float64{{1, 0.5}}
		switch method {
		case "langevin":
			c.Scheme.Word, c.Scheme.Friction = "OABAO", dynamics.Constant{Gamma: 1}
		case "adl":
			c.Scheme.Friction = adl(dynamics.Full{}, 0.1)
		case "eadl":
			basis := dynamics.Boxes{
				Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: 2,
			}
			for k := range 36 { // the norms of products of Legendre's polynomials
				basis.Scale = append(basis.Scale, math.Sqrt(float64((2*(k%3)+1)*(2*(k/3%3)+1))))
			}
			c.Scheme.Friction = dynamics.Extended{Base: adl(dynamics.Full{}, 1), Basis: basis}
			c.Theta = append(c.Theta, []float64{0.5, 1})
		}
	case "network":
		data := dataset.TwoClasses(500, 0.03, 1)
		m := &model.Network{Y: data.Y, Inputs: 2, Hidden: 8}
		for _, z := range data.Z {
			m.X = append(m.X, float64(z))
		}
		c.Model, j.data, c.Scheme.Friction = m, data, adl(dynamics.Diagonal{}, 200)
		observe.Of = dynamics.Output{Network: m, X: []float64{1, 1.5}}
		random, start := rand.New(rand.NewPCG(1, 2)), make([]float64, m.Dim())
		for i := range start {
			start[i] = random.NormFloat64()
		}
		c.Theta = [][]float64{start}
	case "logistic-scalar", "logistic-diagonal", "logistic-rotated", "logistic-full",
		"logistic-reshuffled", "logistic-control", "logistic-million":
		data, mode := images()
		m := &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}
		if method == "logistic-million" {
			data, mode = many(), make([]float64, 50)
			m = &model.Logistic{Z: slices.Repeat(data.Z, 16), D: 50, Y: slices.Repeat(data.Y, 16)}
			c.Scheme.Dt, c.Every = 1e-5, 1e-4
		}
		c.Model, j.data = m, data
		c.Layout, c.Replicas, c.Theta = vec.Components, 8, [][]float64{mode}
		c.Scheme.Friction = adl(dynamics.Scalar{}, 1)
		switch method {
		case "logistic-full":
			c.Scheme.Friction = adl(dynamics.Full{}, 1)
		case "logistic-rotated":
			c.Model = rotatedImages()
			fallthrough
		case "logistic-diagonal":
			c.Scheme.Friction = adl(dynamics.Diagonal{}, 1)
		case "logistic-reshuffled":
			c.Sampling = minibatch.Reshuffle
		case "logistic-control":
			c.Control = c.Theta
		}
		xi = 1 + c.Epsilon()*c.Scheme.Dt/64
	}
	c.Xi = slices.Repeat([]float64{xi}, c.Model.Dim())
	c.Observe = []simulate.Statistic{observe}
	return j
}

// simulate runs the chain, and returns the CPU time in seconds.
func (j *job) simulate(tb testing.TB) float64 {
	tb.Helper()
	start := cpu(tb)
	if _, err := j.Run(tb.Context(), func(float64) {}); err != nil {
		tb.Fatal(err)
	}
	return cpu(tb) - start
}

// peer does the same in C with the data at a path.
func (j *job) peer(tb testing.TB, program, path string) (seconds float64) {
	tb.Helper()
	_, steps, _ := j.Steps()
	args := fmt.Sprintln(path, j.method, j.N, j.Scheme.Dt, -4, 4, j.Replicas, 0, steps)
	out, err := exec.Command(program, strings.Fields(args)...).Output()
	if err == nil {
		_, err = fmt.Sscan(string(out), &seconds)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return seconds
}

// cpu is the CPU time of this process in seconds, which does not depend on other processes.
func cpu(tb testing.TB) float64 {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
