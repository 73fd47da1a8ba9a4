package experiments

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Samplers in Python: the updates of published packages, written anew from their formulas.
const (
	// SGLD of BlackJAX, for one chain: θ ← θ + Δt F̂(θ) + (2Δt)^(1/2) G.
	blackjaxSGLD = `
def chain(s, gradient, rng):
    s.theta = s.theta + s.dt * gradient(s.theta) + (2 * s.dt)**0.5 * rng.standard_normal(s.d)
`
	// BAOAB of SGMCMCJax, with the force at the end of the step before.
	jaxBAOAB = `
import numpy as np

def step(s, gradient, rng):
    h, alpha = s.dt / 2, np.exp(-s.gamma * s.dt)
    if not hasattr(s, "force"):
        s.force = gradient(s.theta)
    s.p = s.p + h * s.force
    s.theta = s.theta + h * s.p
    s.p = alpha * s.p + (1 - alpha**2)**0.5 * rng.standard_normal(s.p.shape)
    s.theta = s.theta + h * s.p
    s.force = gradient(s.theta)
    s.p = s.p + h * s.force
`
	// SGHMC of posteriors: all from the θ and p before the step.
	posteriorsSGHMC = `
def step(s, gradient, rng):
    force = gradient(s.theta)
    s.theta, s.p = s.theta + s.dt * s.p, (s.p + s.dt * force - s.dt * s.gamma * s.p
        + (2 * s.gamma * s.dt)**0.5 * rng.standard_normal(s.p.shape))
`
	// SGNHT of posteriors: as its SGHMC, also ξ from the p before.
	posteriorsSGNHT = `
def step(s, gradient, rng):
    force = gradient(s.theta)
    s.theta, s.p, s.xi = s.theta + s.dt * s.p, (s.p + s.dt * force - s.dt * s.xi * s.p
        + (2 * s.gamma * s.dt)**0.5 * rng.standard_normal(s.p.shape)), (
        s.xi + s.dt * ((s.p**2).mean(axis=1, keepdims=True) - 1))
`
	// SGNHT of SGMCMCJax, in v = Δt p and α = Δt ξ, with a = Δt γ: p first, then θ and ξ.
	jaxSGNHT = `
def step(s, gradient, rng):
    e, v, alpha = s.dt**2, s.dt * s.p, s.dt * s.xi
    noise = (2 * s.dt * s.gamma * e)**0.5
    v = v - alpha * v + e * gradient(s.theta) + noise * rng.standard_normal(v.shape)
    s.theta = s.theta + v
    alpha = alpha + (v**2).sum(axis=1, keepdims=True) / s.d - e
    s.p, s.xi = v / s.dt, alpha / s.dt
`
	oabao = `
import numpy as np

def step(s, gradient, rng):
    h, alpha = s.dt / 2, np.exp(-s.gamma * s.dt / 2)
    s.p = alpha * s.p + (1 - alpha**2)**0.5 * rng.standard_normal(s.p.shape)
    s.theta = s.theta + h * s.p
    s.p = s.p + s.dt * gradient(s.theta)
    s.theta = s.theta + h * s.p
    s.p = alpha * s.p + (1 - alpha**2)**0.5 * rng.standard_normal(s.p.shape)
`
	sgld = `
def step(s, gradient, rng):
    noise = rng.standard_normal(s.theta.shape)
    s.theta = s.theta + s.dt * gradient(s.theta) + (2 * s.dt)**0.5 * noise
`
)

// conform runs scripts/conformance.py on a sampler written in Python. It returns the last line, the
// largest |z| of the rows, infinite where the sampler diverges, and all lines.
func conform(t *testing.T, sampler string, args ...string) (verdict string, z float64, out string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sampler.py")
	if err := os.WriteFile(file, []byte(sampler), 0o666); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"../scripts/conformance.py"}, args...)
	c := exec.Command(numpy(t), append(args, file)...)
	c.Env = append(os.Environ(), "OMP_NUM_THREADS=1")
	b, err := c.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	verdict = lines[len(lines)-1]
	word, _, _ := strings.Cut(verdict, ":")
	code, known := map[string]int{"right": 0, "wrong": 1, "another scheme": 3}[word]
	if !known || c.ProcessState.ExitCode() != code {
		t.Fatalf("%v: %s", err, b)
	}
	for _, line := range lines[1 : len(lines)-1] {
		cells := strings.Split(line, ",")
		x, err := strconv.ParseFloat(cells[max(len(cells)-2, 0)], 64)
		if err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		if math.IsNaN(x) {
			x = math.Inf(1)
		}
		z = max(z, math.Abs(x))
	}
	return verdict, z, string(b)
}

// example is scripts/adl.py.
func example(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../scripts/adl.py")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Right samplers are right, and one that is another scheme is told which.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, sampler, target, want string }{
		{"ODABADO scalar", example(t), "", "right"},
		{"SGLD", blackjaxSGLD, "", "right"},
		{"BAOAB", jaxBAOAB, "gaussian", "right"},
		{"SGHMC Euler", posteriorsSGHMC, "", "right"},
		{"SGNHT Euler", posteriorsSGNHT, "", "right"},
		{"SGNHT", jaxSGNHT, "", "right"},
		{"BAOAB", oabao, "normal", "another scheme: these are the values of OABAO"},
		{"SGHMC", posteriorsSGHMC, "normal", "another scheme: these are the values of SGHMC Euler"},
	} {
		got, z, out := conform(t, c.sampler, "--target="+c.target, "--budget=600", c.method)
		if got != c.want {
			t.Errorf("%s: want %s\n%s", c.method, c.want, out)
		}
		t.Logf("%s, %s: |z| ≤ %.3g", c.method, got, z)
		if c.method == "ODABADO scalar" &&
			!strings.Contains(out, "\nnormal,,ODABADO scalar,1,1,1,,,0.05,mean,theta,0,") {
			t.Errorf("a row has other cells than in the table:\n%s", out)
		}
	}
}

// Samplers with one mistake are wrong, at |z| > 6 and a third of the budget.
func TestConformanceOfMistakes(t *testing.T) {
	t.Parallel()
	adl := example(t)
	for _, c := range []struct{ mistake, method, target, sampler, line, wrong string }{
		{"|p| for |p|²", "ODABADO scalar", "normal", adl,
			"sum(axis=1, keepdims=True) - d", "sum(axis=1, keepdims=True)**0.5 - d"},
		{"a factor 2 missing in the exponent of the noise", "ODABADO scalar", "normal", adl,
			"expm1(-2 * h * s.xi)", "expm1(-h * s.xi)"},
		{"data drawn with replacement for without", "ODABADO scalar", "gaussian", adl,
			`if s.sampling == "without"`, "if False"},
		{"1 for d in the target of ξ", "ODABADO scalar", "normal", adl,
			"keepdims=True) - d)", "keepdims=True) - 1)"},
		{"half a step of θ lost", "ODABADO scalar", "normal", adl,
			"s.theta = s.theta + h * s.p\n    D()", "D()"},
		{"the step for the deviation of the noise", "SGLD", "normal", sgld, "(2 * s.dt)**0.5", "s.dt"},
		{"no N/n", "SGLD", "gaussian", sgld, "gradient(s.theta)", "gradient(s.theta) * s.n / s.ndata"},
		{"half the step", "SGLD", "gaussian", sgld, "s.dt * gradient(s.theta) + (2 * s.dt)",
			"s.dt / 2 * gradient(s.theta) + s.dt"},
		{"a wrong sign of the force", "SGLD", "normal", sgld, "+ s.dt", "- s.dt"},
		{"noise of p without its factor 2", "SGHMC Euler", "normal", posteriorsSGHMC,
			"(2 * s.gamma", "(s.gamma"},
		{"ξ not updated by |p|²/d", "SGNHT Euler", "normal", posteriorsSGNHT,
			"(s.p**2).mean(axis=1, keepdims=True) - 1", "(s.p**2).sum(axis=1, keepdims=True) - s.d"},
		{"no square root in the noise of O", "BAOAB", "normal", jaxBAOAB,
			"(1 - alpha**2)**0.5", "(1 - alpha**2)"},
	} {
		if strings.Count(c.sampler, c.line) != 1 {
			t.Fatalf("the sampler has no single %q", c.line)
		}
		sampler := strings.Replace(c.sampler, c.line, c.wrong, 1)
		verdict, z, out := conform(t, sampler, "--target="+c.target, "--budget=500", c.method)
		if verdict != "wrong" || z <= 6 {
			t.Errorf("%s: |z| ≤ %g:\n%s", c.mistake, z, out)
		}
		t.Logf("%s: |z| = %.3g", c.mistake, z)
	}
}

// Without NumPy, or with a wrong argument, the exit code is 2 and the last line says why.
func TestConformanceUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, map[string]string{"without/numpy.py": "raise ImportError", "x.py": "x = 1"})
	x := filepath.Join(dir, "x.py")
	for _, c := range []struct{ path, method, want string }{
		{filepath.Join(dir, "without"), "SGLD", "needs NumPy: "},
		{"", "SGLD", "conformance.py: error: " + x + " has neither step nor chain"},
		{"", "SGD", "conformance.py: error: 'SGD' has no rows; methods: ABOBA, "},
	} {
		p := exec.Command(numpy(t), "../scripts/conformance.py", c.method, x)
		p.Env = append(os.Environ(), "PYTHONPATH="+c.path)
		out, _ := p.CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if p.ProcessState.ExitCode() != 2 || !strings.HasPrefix(lines[len(lines)-1], c.want) {
			t.Errorf("exit %d: %s", p.ProcessState.ExitCode(), out)
		}
	}
}
