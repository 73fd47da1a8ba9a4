package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/long"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Σ̄ is diagonal in its eigenvectors, with the same trace, and a diagonal ξ there has the s and the
// relaxation time of a full one. Too few gradients are refused, with the reason.
func TestRotate(t *testing.T) {
	m := studytest.Mixture(20)
	turned, err := Rotate(m, meanSigma, 200)
	if err != nil {
		t.Fatal(err)
	}
	sigma := linalg.Mul(linalg.Mul(linalg.Transpose(turned.Q), meanSigma), turned.Q)
	if sigma[1] > 1e-4*sigma[3] {
		t.Errorf("QᵀΣ̄Q = %g", sigma)
	}
	studytest.Near(t, "trace", linalg.Trace(sigma), linalg.Trace(meanSigma), 1e-14)
	diagonal, full := dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: 1, Eta: 2}, dynamics.AdL{
		Form: dynamics.Full{}, Gamma: 1, Eta: 2}
	studytest.Near(t, "λ",
		exact.Lambda(diagonal.Form, sigma), exact.Lambda(full.Form, meanSigma), 1e-14)
	studytest.Near(t, "time", exact.XiTime(diagonal, sigma, 1e4, 1e-3),
		exact.XiTime(full, meanSigma, 1e4, 1e-3), 1e-12)
	near := slices.Clone(meanSigma)
	near[0] += 1e-9 // another machine
	if other, _ := Rotate(m, near, 200); !slices.Equal(other.Q, turned.Q) {
		t.Errorf("rounding changes the axes: %v, %v", other.Q, turned.Q)
	}
	for mean, want := range map[float64]string{
		1: "the mean of Σ_x is over 199 gradients of a datum; with fewer than 100 d = 200 ",
		0: "the mean of Σ_x is not finite",
	} {
		gradients := 199
		if mean == 0 {
			gradients = 200
		}
		_, err := Rotate(m, []float64{1 / mean, 0, 0, 1}, gradients)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// correlated is a logistic regression with correlated covariates of different scales.
func correlated(n int) *model.Logistic {
	const d = 4
	r := rand.New(rand.NewPCG(5, 6))
	m := &model.Logistic{D: d}
	for range n {
		common, s := r.NormFloat64(), 0.0
		for k := range d {
			z := 0.9*common + 0.45*r.NormFloat64()
			m.Z = append(m.Z, float32(z))
			s += 0.3 * z * float64(k-1)
		}
		m.Y = append(m.Y, dynamics.Indicator(r.Float64() < 1/(1+math.Exp(-s))))
	}
	return m
}

// On correlated covariates a diagonal ξ errs as its prediction at frozen ξ says. In the
// eigenvectors of Σ̄ a diagonal ξ and a fixed friction have the small error of a full ξ, and so has
// n = Nd.
func TestRotatedBias(t *testing.T) {
	m := correlated(500)
	l, err := exact.NewLaplace(m)
	if err != nil {
		t.Fatal(err)
	}
	mean := exact.MeanGradCov(m, l.Draws(8, 1))
	turned, err := Rotate(m, mean, 16*500)
	if err != nil {
		t.Fatal(err)
	}
	sigma := linalg.Mul(linalg.Mul(linalg.Transpose(turned.Q), mean), turned.Q)
	for _, x := range []struct {
		friction Friction
		n        int
	}{{Diagonal, 20}, {Full, 20}, {Rotated, 20}, {Fixed, 20}, {Rotated, 500}} {
		c := &simulate.Chain{
			Model: m, N: x.n, Sampling: minibatch.Without, BurnIn: 10, T: 16 * 250, Every: 0.1,
			Replicas: 16, Blocks: 4, Layout: vec.Components, Theta: l.Draws(8, 2),
			Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01},
		}
		at, form := mean, dynamics.Form(dynamics.Diagonal{})
		predicted := form
		if x.friction == Full {
			form, predicted = dynamics.Full{}, dynamics.Full{}
		}
		c.Scheme.Friction = dynamics.AdL{Form: form, Gamma: 1, Eta: 1}
		if x.friction.turned() {
			c.Model, at, predicted = turned, sigma, dynamics.Full{}
		}
		if x.friction == Fixed {
			c.Scheme.Word, c.Scheme.Friction = "OABAO", dynamics.Fixed{Gamma: 1}
		}
		Settle(c, at, 0)
		c.XiVar = 1
		cov := l.AdL(predicted, mean, c.Epsilon(), 1, c.Scheme.Dt)
		samples := studytest.Run(t, c)
		for k := range 4 {
			v, exact := samples.Theta(k).Variance(), l.Cov[k*5]
			got, se, want := v.Value/exact, v.StdErr/exact, cov[k*5]/exact
			if !(math.Abs(got-want) < 4.5*se) || se > 0.025 || (want < 0.5) != (x.friction == Diagonal) {
				t.Errorf("%s, n = %d: variance %d is %.4g ± %.2g of the posterior's, want %.4g",
					x.friction, x.n, k, got, se, want)
			}
		}
	}
}

// On MNIST a diagonal ξ has the error of a full one in the eigenvectors of Σ̄ over all data, and
// gains hardly anything in those of Σ_x over a thousand.
func TestFewData(t *testing.T) {
	long.Test(t)
	source := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: 100, N: 12251}
	data, _, err := source.Load("")
	if err != nil {
		t.Fatal(err)
	}
	d := data.D
	m := &model.Logistic{Z: data.Z, D: d, Y: data.Y}
	l, err := exact.NewLaplace(m)
	if err != nil {
		t.Fatal(err)
	}
	mean := exact.LaplaceGradCov(m, m, l.Mode, l.Cov)
	epsilon, gamma, dt := 12251.*(12251-100)/100, 1., 1e-3
	// bias is the mean magnitude of the relative error of a variance in the coordinates as given.
	bias := func(form dynamics.Form, q []float64) float64 {
		in := func(a, q []float64) []float64 {
			return linalg.Mul(linalg.Mul(linalg.Transpose(q), a), q)
		}
		turned := *l
		turned.Precision = in(l.Precision, q)
		cov := in(turned.AdL(form, in(mean, q), epsilon, gamma, dt), linalg.Transpose(q))
		sum := 0.0
		for i := range d {
			sum += math.Abs(cov[i*(d+1)]/l.Cov[i*(d+1)] - 1)
		}
		return sum / float64(d)
	}
	axes := func(cov []float64) []float64 {
		_, q, _ := linalg.Axes(cov)
		return q
	}
	of := func(n int) []float64 { // the axes of Σ_x at the mode of the first n data
		some := &model.Logistic{Z: data.Z[:n*d], D: d, Y: data.Y[:n]}
		l, err := exact.NewLaplace(some)
		if err != nil {
			t.Fatal(err)
		}
		return axes(exact.GradCov(some, l.Mode))
	}
	for _, c := range []struct {
		name string
		form dynamics.Form
		q    []float64
		want float64
	}{
		{"full", dynamics.Full{}, linalg.Identity(d, 1), 0.00037},
		{"as given", dynamics.Diagonal{}, linalg.Identity(d, 1), 0.172},
		{"mean", dynamics.Diagonal{}, axes(mean), 0.00037},
		{"mode", dynamics.Diagonal{}, of(12251), 0.0033},
		{"10,000 data", dynamics.Diagonal{}, of(10_000), 0.028},
		{"1,000 data", dynamics.Diagonal{}, of(1000), 0.153},
	} {
		if got := bias(c.form, c.q); !(math.Abs(got/c.want-1) < 0.02) {
			t.Errorf("%s: variances err by %.3g, want %.3g", c.name, got, c.want)
		}
	}
}

// In a spec rotated and fixed are frictions. Their chains move in the eigenvectors of Σ̄, and start
// and are observed as others. A fixed friction has no D and no η, and is where ξ starts.
func TestRotatedRuns(t *testing.T) {
	text := strings.NewReplacer(`["scalar", "full", "diagonal"]`, `["full", "rotated", "fixed"]`,
		"draws = 2", "draws = 8", "eta = 2.0", "eta = [2.0, 3.0]").Replace(regressionText)
	load := func(c *experiment.Context, s Regression) (*RegressionPosterior, error) {
		ps, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		return ps[0], ps[0].List(c)
	}
	p := studytest.Of(t, text, load)
	var got []string
	streams := map[string]bool{}
	for _, r := range p.Runs {
		row := r.Cells()
		got = append(got, fmt.Sprint(row["method"], " ", row["scheme"], " ", row["friction"], " ",
			row["eta"]))
		streams[fmt.Sprint(r.Chain.Params())] = true
		m, turned := r.Chain.Model.(*model.Rotated)
		if turned != r.Friction.turned() || !slices.EqualFunc(r.Chain.Theta, p.Runs[0].Chain.Theta,
			slices.Equal) {
			t.Errorf("%s: model %T, starts at %v", r.Friction, r.Chain.Model, r.Chain.Theta[0])
		}
		if !turned {
			continue
		}
		sigma := linalg.Mul(linalg.Mul(linalg.Transpose(m.Q), p.Sigma), m.Q)
		for i, got := range linalg.Diagonal(r.Posterior.(*RegressionPosterior).Sigma) {
			studytest.Near(t, "Σ̄ there", got, sigma[i*6], 1e-4)
			s := exact.BatchNoise(r.Epsilon, r.Dt, got)
			xi := r.Chain.Xi
			if f, ok := r.Chain.Scheme.Friction.(dynamics.Fixed); ok {
				xi = linalg.Compose(f.Xi, linalg.Identity(5, 1))
			}
			studytest.Near(t, "ξ", xi[i*6], linalg.Round(exact.FrozenXi(s, 1, r.Dt), digits), 1e-15)
		}
	}
	if want := []string{
		"AdL ODABADO full 2", "AdL ODABADO full 3", "AdL ODABADO rotated 2",
		"AdL ODABADO rotated 3", "Langevin OABAO fixed <nil>",
	}; !slices.Equal(got, want) || len(streams) != len(want) {
		t.Errorf("got %q, %d keys, want %q", got, len(streams), want)
	}
	matrix := filepath.Join(t.TempDir(), "sigma.csv")
	if err := os.WriteFile(matrix, []byte(strings.Repeat("1 1 1 1 1\n", 5)), 0o600); err != nil {
		t.Fatal(err)
	}
	axes := func(basis string) []float64 {
		p := studytest.Of(t, strings.Replace(text, "draws = 8", "draws = 8\nbasis = "+basis, 1), load)
		return p.Runs[2].Chain.Model.(*model.Rotated).Q
	}
	for i, x := range axes(strconv.Quote(matrix)) {
		if i%5 == 0 { // the first eigenvector is (1, …, 1)/√5
			studytest.Near(t, "an axis of a file", x, 1/math.Sqrt(5), 1e-14)
		}
	}
	studytest.Mistakes(t, text, load, [][3]string{
		{"draws = 8", "draws = 8\nbasis = \"none.csv\"", `spec.toml:8: key "friction": rotated: matrix ` +
			`none.csv: no such file or directory, expected 5 lines of 5 numbers`},
		{"draws = 8", "draws = 8\nbasis = \"mode\"", `spec.toml:8: key "friction": rotated: the mean ` +
			`of Σ_x is over 50 gradients of a datum; `},
		{"draws = 8", "draws = 2", `spec.toml:8: key "friction": rotated: the mean of Σ_x is over 200 `},
		{"n = 10\ndraws", "sampling = \"reshuffle\"\nn = 10\ndraws",
			`spec.toml:8: key "friction": fixed is for independent batches, got reshuffle`},
		{`"fixed"`, `"fix"`, `spec.toml:8: key "friction[2]": unknown friction "fix", expected scalar, ` +
			`layers, diagonal, full, or blocks-N with blocks of order N, rotated or fixed`},
	}...)
}

// On a mixture a diagonal ξ in the eigenvectors of Σ̄ gives the moments of a full one, in the given
// coordinates, and its entries have a prime.
func TestRotatedMixture(t *testing.T) {
	text := strings.Replace(mixtureText, "T = 64.0", `T = 6400.0
burn_in_xi = 5.0
scheme = "ODABADO"
friction = ["full", "rotated", "fixed"]
gamma = 1.0
eta = 1.0
n = 20
dt = 0.01`, 1)
	type result struct {
		runs []*Run
		rows *table.Table
	}
	x := studytest.Of(t, text, func(c *experiment.Context, s MixtureRuns) (x result, err error) {
		if _, x.runs, err = s.Load(c); err != nil {
			return x, err
		}
		if err = Sample(c, x.runs); err != nil {
			return x, err
		}
		x.rows, err = MixtureErrors(c, s)
		return x, err
	})
	full := x.runs[0]
	for _, r := range x.runs[1:] {
		for k := range 2 {
			a, b := full.Theta(k).Mean(), r.Theta(k).Mean()
			if se := math.Hypot(a.StdErr, b.StdErr); !(math.Abs(a.Value-b.Value) < 4.5*se) || se > 0.02 {
				t.Errorf("%s: mean of θ_%d %v, of a full ξ %v", r.Friction, k+1, b, a)
			}
		}
		if row := r.Row(x.rows); row["status"] != table.OK || !(row["s"].(float64) > 0) {
			t.Errorf("%s: status %v, s = %v", r.Friction, row["status"], row["s"])
		}
	}
	for _, name := range []string{"xi' 11", "xi' 22"} {
		rows := x.rows.Where("quantity", name, "friction", Rotated)
		if got, want := rows.Float(0, "value"), rows.Float(1, "value"); math.Abs(got/want-1) > 0.1 {
			t.Errorf("%s = %g, predicted %g", name, got, want)
		}
	}
}
