package simulate

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/files"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// BenchmarkVerify measures what the probes of a task cost, beside the task itself with the paper's
// T: one point for every kind of figure. It reports the time of Verify in milliseconds, the
// expected time of the task in seconds, and their ratio in parts of a thousand.
func BenchmarkVerify(b *testing.B) {
	gauss := dataset.Gaussian(100, 0, 1, 1)
	mix := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382)
	gaussian := &model.Gaussian{X: gauss.X, SigmaX: 1, SigmaTheta: 1}
	mixture := &model.Mixture{X: mix.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	large := scores(12251, 100)
	images := &model.Logistic{Z: large.Z, D: large.D, Y: large.Y}
	classes := dataset.TwoClasses(500, 0.03, 1)
	net := &model.Network{Y: classes.Y, Inputs: 2, Hidden: 8}
	for _, z := range classes.Z {
		net.X = append(net.X, float64(z))
	}
	chain := func(m model.Model, word string, f dynamics.Friction, n int, dt float64) *Chain {
		observe := []Statistic{Moments{dynamics.Theta{}}}
		if m == model.Model(mixture) {
			observe = append(observe, Histogram{dynamics.Component{I: 0}, 0, 1.4, 500})
		}
		return &Chain{
			Model: m, Digest: "bench", Scheme: dynamics.Scheme{Word: word, Dt: dt, Friction: f}, N: n,
			Sampling: minibatch.Without, T: 1e6, BurnIn: 10, Every: 0.02, Replicas: 64, Blocks: 16,
			Theta: [][]float64{make([]float64, m.Dim())}, Xi: slices.Repeat([]float64{1}, m.Dim()),
			Observe: observe,
		}
	}
	adl := func(f dynamics.Form, eta float64) dynamics.AdL {
		return dynamics.AdL{Form: f, Gamma: 1, Eta: eta}
	}
	boxes := dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: 2,
	}
	logistic := func(f dynamics.Form, n int) *Chain {
		c := chain(images, "ODABADO", adl(f, 1), n, 1e-3)
		c.Layout, c.T, c.Replicas = vec.Components, 1e3, 8
		c.Observe = []Statistic{
			Moments{dynamics.Theta{}}, Moments{dynamics.Xi{Diagonal: true}}, Last{dynamics.Theta{}},
			Mean{Of: dynamics.Xi{}},
		}
		return c
	}
	network := func(f dynamics.Form, n int) *Chain {
		c := chain(net, "ODABADO", adl(f, 200), n, 1e-2)
		c.T = max(1.28e5, 4e5*500/float64(n)*1e-2) // epochs
		return c
	}
	noise := &NoiseDraws{
		Model: mixture, Digest: "bench", Theta: []float64{1, 0.2}, N: 30, Sampling: minibatch.Without,
		Draws: 6_400_000, Lo: -4, Hi: 4, Bins: 40,
	}
	for _, c := range []struct {
		name string
		task sweep.Prober
	}{
		{"noise, Figures 1 and 2", noise},
		{"SGLD, Figure 3", chain(gaussian, dynamics.SGLD, nil, 1, 5e-3)},
		{"Langevin, Figure 3", chain(gaussian, "OABAO", dynamics.Constant{Gamma: 1}, 95, 5e-3)},
		{"SGLD, Figure 4", chain(mixture, dynamics.SGLD, nil, 1, 1e-3)},
		{"Langevin, Figure 4", chain(mixture, "OABAO", dynamics.Constant{Gamma: 1}, 100, 1e-3)},
		{"AdL, Figure 5", chain(gaussian, "ODABADO", adl(dynamics.Scalar{}, 1), 1, 1e-2)},
		{"AdL, Figure 7", chain(mixture, "ODABADO", adl(dynamics.Full{}, 0.1), 5, 1e-2)},
		{"scalar, Figures 8 to 10", logistic(dynamics.Scalar{}, 100)},
		{"full, Figures 8 to 10", logistic(dynamics.Full{}, 100)},
		{"all data, Figure 10", logistic(dynamics.Scalar{}, 12251)},
		{"n = 1, Figures 12 and 13", network(dynamics.Diagonal{}, 1)},
		{"n = 100, Figures 12 and 13", network(dynamics.Diagonal{}, 100)},
		{"eAdL, Figure 14", chain(mixture, "ODABADO",
			dynamics.Extended{Base: adl(dynamics.Full{}, 0.1), Basis: boxes}, 5, 5e-3)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var short sweep.Verifier
			if x, ok := c.task.(*Chain); ok {
				s := *x
				s.T, s.BurnIn = 0, 0
				short = &s
			} else {
				s := *noise
				s.Draws = 64_000
				short = &s
			}
			a, err := short.Run(b.Context(), func(float64) {})
			if err != nil {
				b.Fatal(err)
			}
			seconds := math.Inf(1) // whatever else the machine does only adds time, as in Probe
			for b.Loop() {
				t := time.Now()
				if err := short.Verify(a); err != nil {
					b.Fatal(err)
				}
				seconds = min(seconds, time.Since(t).Seconds())
			}
			task := c.task.Probe() * c.task.Units()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e3*seconds, "ms")
			b.ReportMetric(task, "s/task")
			b.ReportMetric(1e3*seconds/task, "‰")
		})
	}
}

// BenchmarkCheckpoint measures what it takes to keep the largest states, as sweep does every half
// minute: in milliseconds, megabytes, and parts of a thousand of half a minute.
func BenchmarkCheckpoint(b *testing.B) {
	large := scores(400, 100)
	images := &model.Logistic{Z: large.Z, D: large.D, Y: large.Y}
	first, second := dynamics.Component{I: 0}, dynamics.Component{I: 1}
	full := logisticChain()
	full.Model, full.Replicas, full.XiVar = images, 8, 1
	full.Theta, full.Xi = [][]float64{make([]float64, 100)}, slices.Repeat([]float64{2}, 100)
	full.Observe = append(full.Observe, Mean{Of: dynamics.Xi{}})
	joint := mixtureChain()
	joint.Observe = append(joint.Observe,
		Joint{first, second, [2]float64{-1, -1}, [2]float64{2, 2}, 200})
	for name, c := range map[string]*Chain{
		"full ξ, 100 dimensions": full, "network": networkChain(vec.Replicas), "joint histogram": joint,
	} {
		b.Run(name, func(b *testing.B) {
			var saved func() table.Archive
			_, err := c.RunFrom(b.Context(), nil, func(_ bool, state func() table.Archive) {
				saved = state
			}, func(float64) {})
			if err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(b.TempDir(), "state")
			for b.Loop() {
				a := saved()
				err := files.Write(path, func(w io.Writer) error { return table.WriteNPZFast(w, a) })
				if err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e3*seconds, "ms")
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportMetric(1e3*seconds/30, "‰")
		})
	}
}
