// Package studytest has helpers for tests of studies.
package studytest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/plots"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// run runs a program with a spec up to its table, and returns the result of compute, or the fault
// of the spec. Places in the spec are given as "spec.toml:LINE".
func run[S, R any](
	t *testing.T, text string, compute func(*experiment.Context, S) (R, error),
) (result R, err error) {
	t.Helper()
	computed := errors.New("computed")
	p := experiment.Program[S]{
		Name: "fig00", Title: "a test", Spec: []byte(text + "\n[profile.smoke]\n"),
		Compute: func(c *experiment.Context, s S) (_ *table.Table, err error) {
			if result, err = compute(c, s); err == nil {
				err = computed
			}
			return nil, err
		},
		Render: func(S, *table.Table) (*plots.Figure, error) { return nil, errors.ErrUnsupported },
	}
	var stdout, stderr bytes.Buffer
	dir := t.TempDir()
	p.Run([]string{"-q", "-out", dir, "-cache", dir, "-workers", "1", "-profile", "smoke"},
		&stdout, &stderr)
	msg := strings.TrimSpace(strings.TrimPrefix(stderr.String(), "fig00: "))
	if msg != computed.Error() {
		err = errors.New(strings.TrimPrefix(msg, "experiments/fig00/"))
	}
	return result, err
}

// Of returns the result of a program for a spec without a fault.
func Of[S, R any](t *testing.T, text string, compute func(*experiment.Context, S) (R, error)) R {
	t.Helper()
	r, err := run(t, text, compute)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Within checks that a program fails for a spec with an error that begins with want, or does not
// fail if want is empty.
func Within[S, R any](
	t *testing.T, text, want string, f func(*experiment.Context, S) (R, error),
) {
	t.Helper()
	switch _, err := run(t, text, f); {
	case want == "" && err != nil:
		t.Errorf("got %v", err)
	case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Mistakes is Within for a spec with one piece replaced: the piece, its replacement, and the error.
func Mistakes[S, R any](
	t *testing.T, text string, f func(*experiment.Context, S) (R, error), mistakes ...[3]string,
) {
	t.Helper()
	for _, m := range mistakes {
		Within(t, Change(t, text, m[0], m[1]), m[2], f)
	}
}

// Change returns the text with pieces replaced one after another.
func Change(t *testing.T, text string, oldnew ...string) string {
	t.Helper()
	for ; len(oldnew) > 0; oldnew = oldnew[2:] {
		if strings.Count(text, oldnew[0]) != 1 {
			t.Fatalf("%q does not occur exactly once in\n%s", oldnew[0], text)
		}
		text = strings.Replace(text, oldnew[0], oldnew[1], 1)
	}
	return text
}

// Run runs a chain and returns its samples.
func Run(t *testing.T, c *simulate.Chain) *simulate.Samples {
	t.Helper()
	return Read(t, c, Archive(t, c))
}

// Archive runs a chain.
func Archive(t *testing.T, c *simulate.Chain) table.Archive {
	t.Helper()
	a, err := c.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Read returns the samples of a chain from its result.
func Read(t *testing.T, c *simulate.Chain, a table.Archive) *simulate.Samples {
	t.Helper()
	x, err := c.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Near checks that a number is within a tolerance, relative to numbers above 1.
func Near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

// Mixture is the model of section 2.5.2 with n data.
func Mixture(n int) *model.Mixture {
	data := dataset.Mixture(n, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	return &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
}

// Gaussian is the model of section 2.5.1.
func Gaussian() *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
}

// GaussianChain is Adaptive Langevin dynamics on the Gaussian posterior with batches of one datum,
// at the time step where the noise of batches is s.
func GaussianChain(form dynamics.Form, s float64) (*simulate.Chain, exact.Gaussian) {
	m := Gaussian()
	law := exact.NewGaussian(m)
	f := dynamics.AdL{Form: form, Gamma: 1, Eta: 1}
	return &simulate.Chain{
		Model: m, N: 1, Sampling: minibatch.Without, T: 64 * 100, BurnIn: 10, Every: 0.05,
		Scheme:   dynamics.Scheme{Word: "ODABADO", Dt: math.Sqrt(2 * s / 9900 / law.V), Friction: f},
		Replicas: 64, Blocks: 8, Seed: 5, Theta: [][]float64{{m.Mean()}},
		Observe: []simulate.Statistic{
			simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{}},
		},
	}, law
}

// GaussianSpec is a spec of study.Gaussian and study.Runs, without points.
const GaussianSpec = `seed = 1
T = 640.0
replicas = 64
burn_in = 3.0
burn_in_xi = 5.0
observe_every = 0.02
blocks = 4
scheme = "ODABADO"
friction = "scalar"
gamma = 1.0
eta = 1.0
[data]
kind = "gaussian"
ndata = 100
mu = [0.5]
sigma = [1.0]
seed = 1
[model]
sigma_x = 1.0
sigma_theta = 1.0
`
