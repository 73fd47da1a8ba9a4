package experiments

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// sgnht is the stochastic gradient Nosé–Hoover thermostat of Ding et al. (2014), Algorithm 2:
//
//	p ← p + Δt F̂(θ) − Δt ξ p + (2γΔt)^(1/2) G,   θ ← θ + Δt p,   ξ ← ξ + Δt (|p|²/d − 1).
//
// So it has η = d, and errors of order Δt. Where ξ is stationary, E |p|² = d at every Δt.
const sgnht = "SGNHT"

// adaptive are the methods with a moving ξ, those of order 2 first.
var adaptive = []string{"ODABADO scalar", "ODABADO diagonal", "ODABADO full", sgnht}

// conformance is results/conformance.csv, the stationary numbers that a correct sampler has.
type conformance struct{ strings.Builder }

// setup is what a sampler runs on. Cells of fields that are 0, as they do not apply, are empty.
type setup struct {
	target, data, method string
	d                    int
	gamma, eta           float64
	n                    int
	sampling             minibatch.Sampling
	dt                   float64
}

// The kinds of numbers.
const (
	atStep = "exact"  // at this Δt
	frozen = "frozen" // at this Δt, if ξ stays at its mean
	limit  = "limit"  // for Δt → 0 at this ε(n)Δt
)

// add writes a row: the mean or the variance of an observable, the average over the components of
// θ, p and the diagonal of ξ or, for xi12, over ξ_12, ξ_13, …. The tolerance bounds the difference
// from the number of a correct sampler.
func (c *conformance) add(s setup, quantity, of string, value float64, kind string, tol float64) {
	cells := []any{s.target, s.data, s.method, s.d, s.gamma, s.eta, s.n, s.sampling, s.dt}
	for _, x := range cells {
		if text := fmt.Sprint(x); text != "0" {
			c.WriteString(text)
		}
		c.WriteByte(',')
	}
	fmt.Fprintf(c, "%s,%s,%.12g,%s,%.3g\n", quantity, of, value, kind, tol)
}

// thermostat writes the rows of p ~ N(0, I) and of ξ, whose entries have the variance 1/η on the
// diagonal and 1/(2η) elsewhere, in the limit Δt → 0, with a relative tolerance.
func (c *conformance) thermostat(s setup, xi, tol float64) {
	if s.method == sgnht {
		c.add(s, "variance", "p", 1, atStep, 0)
	} else {
		c.add(s, "variance", "p", 1, limit, tol)
	}
	c.add(s, "mean", "xi", xi, limit, tol*xi)
	c.add(s, "variance", "xi", 1/s.eta, limit, tol/s.eta)
	if s.method == "ODABADO full" && s.d > 1 {
		c.add(s, "variance", "xi12", 0.5/s.eta, limit, tol/s.eta)
	}
}

// varP is the variance K of p after a step of ODABADO if ξ stays at its mean, where p² has the mean
// 1 at the two letters D: with α and σ of the letter O (see exact.Cycle),
//
//	(α² K + σ² + (K − σ²)/α²)/2 = 1.
func varP(xi, gamma, dt float64) float64 {
	alpha2 := math.Exp(-xi * dt)
	sigma2 := gamma / xi * (1 - alpha2)
	return (2 - sigma2 + sigma2/alpha2) / (alpha2 + 1/alpha2)
}

// normal writes the rows of N(0, I) with the exact gradient.
func (c *conformance) normal(d int) {
	g := exact.Gaussian{A: 1}
	for _, s := range []setup{
		{method: dynamics.SGLD, dt: 0.1},
		{method: "OABAO", gamma: 1, dt: 0.5},
	} {
		s.target, s.d = "normal", d
		c.add(s, "mean", "theta", 0, atStep, 0)
		c.add(s, "variance", "theta", 1+g.RelError(s.method, 0, s.gamma, s.dt), atStep, 0)
		if s.method == "OABAO" {
			c.add(s, "variance", "p", 1, atStep, 0)
		}
	}
	for _, method := range adaptive {
		s := setup{target: "normal", method: method, d: d, gamma: 1, eta: 1, dt: 0.05}
		relative := 1.5 * s.dt * s.dt
		switch method {
		case "ODABADO scalar":
			s.eta = float64(d) // ξ turns at the frequency (2d/η)^(1/2), which Δt must resolve
		case sgnht:
			s.eta, s.dt = float64(d), 0.01
			relative = s.gamma * s.dt
		}
		c.add(s, "mean", "theta", 0, atStep, 0)
		c.add(s, "variance", "theta", 1, limit, relative)
		c.thermostat(s, s.gamma, relative)
	}
}

// gaussian writes the rows of the paper's Gaussian posterior for batches of n data, at a γ, η, Δt
// of the splittings.
func (c *conformance) gaussian(
	x []float64, n int, sampling minibatch.Sampling, gamma, eta, dt float64,
) {
	m := &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}
	g, epsilon := exact.NewGaussian(m), sampling.Epsilon(len(x), n)
	cycle := exact.Cycle{Gaussian: g, Sampling: sampling, Total: len(x), N: n}
	s := setup{target: "gaussian", data: "data/gaussian100.csv", d: 1, n: n, sampling: sampling}
	theta := func(relError float64, kind string, tol float64) {
		c.add(s, "mean", "theta", m.Mean(), atStep, 0)
		c.add(s, "variance", "theta", (1+relError)/g.A, kind, tol/g.A)
	}
	s.method, s.dt = dynamics.SGLD, dt/10
	theta(cycle.RelError(s.method, 0, s.dt, 1), atStep, 0)
	s.method, s.gamma, s.dt = "OABAO", gamma, dt
	theta(cycle.RelError(s.method, gamma, dt, 1), atStep, 0)
	if sampling.Along() {
		return // the noise of batches is not white, which ξ needs
	}
	noise := exact.BatchNoise(epsilon, dt, g.V) / (1 - g.A*dt*dt/4) // s
	for _, s.method = range adaptive {
		s.eta, s.dt = eta, dt
		if s.method == sgnht {
			s.eta, s.dt = 1, dt/5
			mean := gamma + epsilon*s.dt*g.V/2
			theta(0, limit, mean*s.dt)
			c.thermostat(s, mean, mean*s.dt)
			continue
		}
		xi, e := g.AdL(epsilon, gamma, dt)
		theta(e, frozen, math.Abs(e))
		c.add(s, "variance", "p", varP(xi, gamma, dt), frozen, math.Abs(e))
		c.add(s, "mean", "xi", xi, frozen, xi-(gamma+epsilon*dt*g.V/2))
		c.add(s, "variance", "xi", 1/eta, limit, (math.Abs(e)+noise)/eta)
	}
	s.method, s.eta, s.dt = "ODABADO scalar", eta, dt
	c.add(s, "s", "", noise, frozen, 0)
	c.add(s, "dt at s = 1", "", 1/math.Sqrt(epsilon*g.V/2+g.A/4), frozen, 0)
}

// mixture writes the rows of the paper's posterior of a mixture with all data, by quadrature.
func (c *conformance) mixture(x []float64) {
	m := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	var mean, square [2]float64
	exact.NewMixtureGrid(m, exact.Grid{}).Each(func(theta []float64, mass float64) {
		for i, t := range theta {
			mean[i] += mass * t
			square[i] += mass * t * t
		}
	})
	for _, method := range append([]string{"OABAO"}, adaptive...) {
		s := setup{"mixture", "data/mixture200.csv", method, 2, 1, 1, len(x), minibatch.Without, 0.002}
		relative := s.dt * s.dt * float64(len(x)) / (m.Sigma1 * m.Sigma1) // Δt² times a curvature
		switch method {
		case "OABAO":
			s.eta = 0
		case sgnht:
			s.eta = 2
			relative += s.gamma * s.dt
		}
		for i := range mean {
			theta, variance := fmt.Sprint("theta", i+1), square[i]-mean[i]*mean[i]
			c.add(s, "mean", theta, mean[i], limit, relative*math.Sqrt(variance))
			c.add(s, "variance", theta, variance, limit, relative*variance)
		}
		if method != "OABAO" {
			c.thermostat(s, s.gamma, relative)
		}
	}
}

// TestConformance compares results/conformance.csv with the exact numbers; -update writes it.
func TestConformance(t *testing.T) {
	var c conformance
	c.WriteString("target,data,method,d,gamma,eta,n,sampling,dt,quantity,of,value,kind,tolerance\n")
	for _, d := range []int{1, 2, 10} {
		c.normal(d)
	}
	data := map[string][]float64{}
	for _, name := range []string{"gaussian100", "mixture200"} {
		d, err := dataset.Source{File: "../data/" + name + ".csv"}.Load()
		if err != nil {
			t.Fatal(err)
		}
		data[name] = d.X
	}
	for _, n := range []int{10, 50} {
		for _, s := range []minibatch.Sampling{
			minibatch.Without, minibatch.With, minibatch.Reshuffle,
		} {
			c.gaussian(data["gaussian100"], n, s, 1, 1, 0.01)
			c.gaussian(data["gaussian100"], n, s, 5, 0.5, 0.02)
		}
	}
	c.mixture(data["mixture200"])

	const path = "../results/conformance.csv"
	if *update {
		if err := os.WriteFile(path, []byte(c.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != c.String() {
		t.Errorf("%s differs from the exact numbers. To write it: "+
			"go test ./experiments -run TestConformance -update", path)
	}
}

// conform runs scripts/conformance.py on a sampler written in Python. It returns the largest |z| of
// the rows, infinite where the sampler diverges, and whether the sampler passes.
func conform(t *testing.T, method, sampler, target string) (largest float64, ok bool, out string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sampler.py")
	if err := os.WriteFile(file, []byte(sampler), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(numpy(t), "../scripts/conformance.py", method, file, "1", target)
	b, err := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != 0 && code != 1 {
		t.Fatalf("%v: %s", err, b)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		z, err := strconv.ParseFloat(cells[max(len(cells)-2, 0)], 64)
		if err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		if math.IsNaN(z) {
			z = math.Inf(1)
		}
		largest = max(largest, math.Abs(z))
	}
	return largest, err == nil, string(b)
}

// TestConformanceOfSamplers runs scripts/conformance.py: a correct sampler passes, and with one
// mistake it fails, at |z| > 6.
func TestConformanceOfSamplers(t *testing.T) {
	t.Parallel()
	correct, err := os.ReadFile("../scripts/adl.py")
	if err != nil {
		t.Fatal(err)
	}
	if z, ok, out := conform(t, "ODABADO scalar", string(correct), ""); !ok || z > 6 {
		t.Errorf("scripts/adl.py fails:\n%s", out)
	} else if !strings.Contains(out, "\nnormal,,ODABADO scalar,1,1,1.0,,,0.05,mean,theta,0.0,") {
		t.Errorf("a row has other cells than in the table:\n%s", out)
	}
	for _, c := range []struct{ mistake, line, wrong, target string }{
		{"|p| for |p|²", "sum(axis=1, keepdims=True) - d", "sum(axis=1, keepdims=True)**0.5 - d",
			"normal"},
		{"a factor 2 missing in the noise", "expm1(-2 * h * s.xi)", "expm1(-h * s.xi)", "normal"},
		{"data drawn with replacement for without", `if s.sampling == "without"`, "if False",
			"gaussian"},
		{"1 for d in the target of ξ", "keepdims=True) - d)", "keepdims=True) - 1)", "normal"},
		{"half a step of θ lost", "s.theta = s.theta + h * s.p\n    D()", "D()", "normal"},
	} {
		if strings.Count(string(correct), c.line) != 1 {
			t.Fatalf("scripts/adl.py has no single %q", c.line)
		}
		sampler := strings.Replace(string(correct), c.line, c.wrong, 1)
		z, ok, out := conform(t, "ODABADO scalar", sampler, c.target)
		if ok || z <= 6 {
			t.Errorf("%s: |z| ≤ %g:\n%s", c.mistake, z, out)
		}
		t.Logf("%s: |z| = %g", c.mistake, z)
	}
}

// Without NumPy one line says what to install.
func TestConformanceWithoutNumPy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, map[string]string{"numpy.py": "raise ImportError"})
	c := exec.Command(numpy(t), "../scripts/conformance.py", "SGLD", "x.py")
	c.Env = append(os.Environ(), "PYTHONPATH="+dir)
	out, _ := c.CombinedOutput()
	if c.ProcessState.ExitCode() != 2 || strings.Count(string(out), "\n") != 1 ||
		!strings.HasPrefix(string(out), "needs NumPy: ") {
		t.Errorf("exit %d: %s", c.ProcessState.ExitCode(), out)
	}
}
