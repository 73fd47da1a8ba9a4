package sweep_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
)

// rows runs a spec and returns its table.
func rows(t *testing.T, text string, args ...string) *table.Table {
	t.Helper()
	dir := t.TempDir()
	out, log, code := run(t, text, append(args, "-out", dir, "-q")...)
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, out, log)
	}
	got, err := table.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// On a Gaussian posterior SGLD and Langevin dynamics have the variances of their closed forms, and
// AdL the variance for a fixed ξ, within 4.5 standard errors. Parameters have their own columns.
func TestGaussian(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64", "T = 6400", `scheme = "ODABADO"`+"\n", "", "gamma = 1\n", "",
		"n = [1, 5]", "scheme = [\"SGLD\", \"OABAO\", \"ODABADO\"]\ngamma = [1, 2]\nn = [5, 10]\n"+
			"data.ndata = [20, 40]",
		"ndata = 20\n", "").Replace(small)
	got := rows(t, text)
	errors := got.Where("quantity", "variance error theta1", "source", table.Simulation)
	if n := errors.Len(); n != 2*2+2*2*2+2*2*2 { // γ makes no difference to SGLD
		t.Fatalf("%d points", n)
	}
	for i := range errors.Len() {
		scheme, ndata := errors.Cell(i, "scheme"), errors.Float(i, "data.ndata")
		n, dt, eps := errors.Float(i, "n"), errors.Float(i, "dt"), errors.Float(i, "epsilon")
		if want := ndata * (ndata - n) / n; eps != want {
			t.Errorf("ε(n) = %g, want %g", eps, want)
		}
		variance := got.Where("quantity", "variance theta1", "scheme", scheme, "gamma",
			errors.Cell(i, "gamma"), "n", n, "data.ndata", ndata)
		if variance.Len() != 1 || math.Abs(variance.Float(0, "exact")*(1+ndata)-1) > 1e-9 {
			t.Errorf("variance of the posterior: %v, want %g", variance.Strings("exact"), 1/(1+ndata))
		}
		gamma := errors.Float(i, "gamma")
		if scheme == "SGLD" {
			if errors.Cell(i, "gamma")+errors.Cell(i, "eta")+errors.Cell(i, "friction") != "" {
				t.Error("SGLD has a friction")
			}
			gamma = 0
		}
		data := dataset.Gaussian(int(ndata), 0, 1, 1)
		law := exact.NewGaussian(&model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1})
		e, want := errors.Estimate(i), law.RelError(scheme, eps, gamma, dt)
		if z := (e.Value - want) / e.StdErr; errors.Cell(i, "status") == table.OK &&
			!(math.Abs(z) < 4.5) {
			t.Errorf("%s, γ = %g, n = %g of %g: %.3g ± %.2g, want %.3g", scheme, gamma, n, ndata, e.Value,
				e.StdErr, want)
		}
	}
	if n := errors.Where("status", table.OK).Len(); n < errors.Len()*3/4 {
		t.Errorf("only %d points of %d are ok", n, errors.Len())
	}
}

// Points differ by their sampling and their control variates: on a Gaussian posterior control
// variates leave no noise, and reshuffling little.
func TestBetterGradients(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64", "T = 6400", `"ODABADO"`, `"OABAO"`, "n = [1, 5]",
		"n = [2]\nsampling = [\"without\", \"reshuffle\"]\ncontrol = [\"none\", \"mode\", [0.5]]").
		Replace(small)
	errors := rows(t, text).Where("quantity", "variance error theta1", "source", table.Simulation)
	if errors.Len() != 6 {
		t.Fatalf("%d points", errors.Len())
	}
	data := dataset.Gaussian(20, 0, 1, 1)
	law := exact.NewGaussian(&model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1})
	for i := range errors.Len() {
		g, control := law, errors.Cell(i, "control")
		if control != "none" {
			g.V = 0
		}
		sampling := minibatch.Sampling(errors.Cell(i, "sampling"))
		e := errors.Estimate(i)
		cycle := exact.Cycle{Gaussian: g, Sampling: sampling, Total: 20, N: 2}
		want := cycle.RelError("OABAO", 1, 1e-2, 5)
		if z := (e.Value - want) / e.StdErr; !(math.Abs(z) < 4) {
			t.Errorf("%s, control variates %s: %.3g ± %.2g, want %.3g", sampling, control, e.Value,
				e.StdErr, want)
		}
	}
}

// Adding points changes no other point.
func TestMorePoints(t *testing.T) {
	t.Parallel()
	few, more := rows(t, small), rows(t, strings.Replace(small, "n = [1, 5]", "n = [3, 5, 1]", 1))
	for i := range few.Len() {
		at := []any{"n", few.Cell(i, "n"), "quantity", few.Cell(i, "quantity"), "source",
			few.Cell(i, "source")}
		if u := more.Where(at...); u.Len() != 1 || u.Cell(0, "value") != few.Cell(i, "value") {
			t.Errorf("%v: %v, was %s", at, u.Strings("value"), few.Cell(i, "value"))
		}
	}
}

// Lists outside the table, and tables of runs, stand for the same points.
func TestLists(t *testing.T) {
	t.Parallel()
	want := rows(t, small).Floats("value")
	for _, lists := range []string{
		"n = [1, 5]", "[runs.a]\nn = 1\n[runs.b]\nat = [{n = 5, dt = 1e-2}]",
	} {
		got := rows(t, strings.Replace(small, "[sweep]\nn = [1, 5]", lists, 1)).Floats("value")
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d values, %d with [sweep]", lists, len(got), len(want))
		}
	}
}

// With more than three parameters the reference is a run. It is not called exact, and errors
// relative to a reference that is not stationary do not count.
func TestReferenceRun(t *testing.T) {
	t.Parallel()
	const logistic = `seed = 1
T = 1280
replicas = 64
burn_in = 5
observe_every = 0.01
blocks = 4
scheme = "SGLD"
dt = 5e-3
[sweep]
n = [10, 60, 80, 100]
sampling = ["with", "without"]
[model]
kind = "logistic"
[data]
kind = "mnist"
pca = "whiten"
d = 4
ndata = 100
held_out = 0
`
	for _, c := range []struct {
		name, text string
		ok         bool // the reference is stationary
	}{
		{"stationary", logistic, true},
		{"slow", "gamma = 1e5\n" + logistic, false},
	} {
		got := rows(t, c.text)
		if n := got.Where("scheme", "OABAO", "n", 100).Len(); n != 8 {
			t.Errorf("%s: %d rows of the reference, want 8", c.name, n)
		}
		for i := range got.Len() {
			q := got.Cell(i, "quantity")
			if x := got.Cell(i, "exact"); x != "" {
				t.Errorf("%s: %s is %s, exactly", c.name, q, x)
			}
			ok, reference := got.Cell(i, "status") == table.OK, got.Cell(i, "scheme") == "OABAO"
			if ok != (c.ok || !reference && !strings.Contains(q, " error ")) {
				t.Errorf("%s: %s has the status %s", c.name, q, got.Cell(i, "status"))
			}
		}
	}
}

// With three parameters the reference is a quadrature. For a linear regression with normal noise it
// is N(P⁻¹ Zᵀy/σ², P⁻¹), P = I/σ_θ² + ZᵀZ/σ².
func TestThree(t *testing.T) {
	t.Parallel()
	got := rows(t, `seed = 1
T = 64
replicas = 64
burn_in = 1
observe_every = 0.1
blocks = 4
scheme = "OABAO"
gamma = 1
dt = 1e-2
[sweep]
n = [10]
[model]
kind = "linear"
sigma = 0.5
sigma_theta = 2
[data]
kind = "linear"
theta = [1, -2, 0.5]
sigma = 0.5
ndata = 50
seed = 1
`)
	data := dataset.Linear(50, []float64{1, -2, 0.5}, false, 0.5, 0, 1)
	p, b := mat.NewSymDense(3, linalg.Identity(3, 1./4)), mat.NewVecDense(3, nil)
	for i, y := range data.Y {
		z := mat.NewVecDense(3, nil)
		for k := range 3 {
			z.SetVec(k, float64(data.Row(i)[k]))
		}
		p.SymRankOne(p, 4, z)
		b.AddScaledVec(b, 4*y, z)
	}
	var c mat.Cholesky
	c.Factorize(p)
	var mean mat.VecDense
	var cov mat.SymDense
	c.SolveVecTo(&mean, b)
	c.InverseTo(&cov)
	for k := range 3 {
		for quantity, want := range map[string]float64{
			"mean": mean.AtVec(k), "variance": cov.At(k, k),
		} {
			u := got.Where("quantity", fmt.Sprintf("%s theta%d", quantity, k+1))
			if u.Len() != 1 || !(math.Abs(u.Float(0, "exact")/want-1) < 1e-8) {
				t.Errorf("%s of component %d: %v, want %g", quantity, k, u.Strings("exact"), want)
			}
		}
	}
}

// TestMany: with more data than an index of 16 bits can name the reference is a Laplace
// approximation. For a Gaussian and a linear regression it is exact, and the points have errors of
// the expected size.
func TestMany(t *testing.T) {
	t.Parallel()
	const keys = `seed = 1
T = 6.4
replicas = 64
burn_in = 0.02
observe_every = 1e-3
blocks = 4
gamma = 300
eta = 1e-4
dt = 1e-4
n = 200
[sweep]
scheme = ["OABAO", "ODABADO"]
friction = ["scalar"]
`
	for name, text := range map[string]string{
		"gaussian": `
model = {kind = "gaussian", sigma_x = 1, sigma_theta = 1}
data = {kind = "gaussian", mu = [0.5], sigma = [1], ndata = 70000, seed = 3}
`,
		"mixture": `
model = {kind = "mixture", w = 0.4, sigma1 = 1, sigma2 = 1, sigma_theta = 1}
data = {kind = "mixture", w = 0.4, mu = [-2, 3], sigma = [1, 1], ndata = 70000, seed = 3}
`,
		"linear": `
model = {kind = "linear", sigma = 1, sigma_theta = 2}
data = {kind = "linear", theta = [0.5, -1, 2], sigma = 1, intercept = true, ndata = 70000, seed = 3}
`,
		"logistic": `
model = {kind = "logistic", sigma_theta = 2}
data = {kind = "classes", c2 = 1, ndata = 70000, seed = 3}
`,
	} {
		const total = 70_000
		got := rows(t, strings.Replace(keys, "\n[sweep]", text+"[sweep]", 1))
		constant := name == "gaussian" || name == "linear" // Σ_x, and the same in all components
		mean := got.Where("quantity", "mean theta1")
		variance := got.Where("quantity", "variance theta1")
		known := got.Where("source", table.Prediction, "n", total).Len() > 0
		if exact := mean.Cell(0, "exact") != ""; exact != constant || known == constant {
			t.Fatalf("%s: the moments are exact: %v, and in rows: %v", name, exact, known)
		}
		if name == "gaussian" {
			m := &model.Gaussian{X: dataset.Gaussian(total, 0.5, 1, 3).X, SigmaX: 1, SigmaTheta: 1}
			if e := mean.Float(0, "exact")/m.Mean() - 1; math.Abs(e) > 1e-9 {
				t.Errorf("relative error %g of the mean", e)
			}
			if e := variance.Float(0, "exact")*m.Precision() - 1; math.Abs(e) > 1e-7 {
				t.Errorf("relative error %g of the variance", e)
			}
		}
		errors := got.Where("quantity", "variance error theta1", "source", table.Simulation)
		langevin := errors.Where("scheme", "OABAO").Estimate(0)
		adl := errors.Where("scheme", "ODABADO").Estimate(0)
		off := got.Where("quantity", "mean error theta1", "scheme", "OABAO").Estimate(0)
		if !(langevin.Value > 5*langevin.StdErr) || constant && !(math.Abs(adl.Value) < 4.5*adl.StdErr) {
			t.Errorf("%s: errors of the variance %.3g of Langevin dynamics, %.3g of AdL", name, langevin,
				adl)
		}
		if !(math.Abs(off.Value) < 4*off.StdErr) {
			t.Errorf("%s: error %.3g of the mean", name, off)
		}
	}
}

// TestLayouts: a full ξ, in the layout of many dimensions, has the law of a single block, which
// that layout does not have, and nearly that of the frictions in the eigenvectors of Σ̄. The
// standard deviation of the prior has an effect.
func TestLayouts(t *testing.T) {
	t.Parallel()
	got := rows(t, `seed = 1
T = 1600
replicas = 64
burn_in = 10
observe_every = 0.02
blocks = 4
scheme = "ODABADO"
gamma = 1
eta = 1
dt = 1e-2
n = 20
[sweep]
friction = ["full", "blocks-4", "rotated", "fixed"]
model.sigma_theta = [0.2, 1]
[model]
kind = "logistic"
[data]
kind = "mnist"
pca = "whiten"
d = 4
ndata = 50
held_out = 0
`)
	for _, quantity := range []string{"variance theta1", "mean theta2", "variance theta3"} {
		at := []any{"quantity", quantity, "source", table.Simulation, "model.sigma_theta", 0.2}
		full := got.Where(append(at, "friction", "full")...).Estimate(0)
		wide := got.Where("quantity", quantity, "model.sigma_theta", 1, "friction", "full").Estimate(0)
		se := 0.0
		for _, friction := range []string{"blocks-4", "rotated", "fixed"} {
			other := got.Where(append(at, "friction", friction)...).Estimate(0)
			se = math.Hypot(full.StdErr, other.StdErr)
			if math.Abs(full.Value-other.Value) > 4.5*se {
				t.Errorf("%s: %.4g of a full ξ, %.4g, %s", quantity, full, other, friction)
			}
		}
		if math.Abs(full.Value-wide.Value) < 9*se {
			t.Errorf("%s: %.4g, with σ_θ = 1 %.4g", quantity, full, wide)
		}
	}
	// ξ is predicted, in its own coordinates, but its variance is not: Σ_x depends on θ
	for _, at := range [][]any{
		{"friction", "full", "quantity", "xi 11"}, {"friction", "rotated", "quantity", "xi' 11"},
	} {
		at = append(at, "model.sigma_theta", 1, "source")
		want := got.Where(append(at, table.Prediction)...)
		xi := got.Where(append(at, table.Simulation)...).Estimate(0)
		if want.Len() != 1 || !(math.Abs(xi.Value-want.Float(0, "value")) < 4.5*xi.StdErr) {
			t.Errorf("%v: %.4g, predicted %v", at, xi, want.Strings("value"))
		}
	}
	if n := got.Where("quantity", "var xi 11", "source", table.Prediction).Len(); n > 0 {
		t.Error("the variance of ξ is predicted")
	}
}
