package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// method is a method and its word for exact.Cycle. pSGLD has none.
type method struct{ name, word string }

var methods = []method{
	{"SGLD", "S"}, {"SGLD" + control, "S"}, {"pSGLD", ""}, {"pSGLD uncorrected", ""},
	{"OABAO", "OABAO"}, {"BAOAB", "BAOAB"}, {"BAOAB two batches", "BAOAB"},
	{"BAOAB" + control, "BAOAB"}, {"ABOBA", "ABOBA"}, {"OBABO", "OBABO"},
	{"SGHMC", "AE"}, {"SGHMC Euler", "F"},
	{"ODABADO scalar", "ODABADO"}, {"ODABADO diagonal", "ODABADO"}, {full, "ODABADO"},
	{"BADODAB", "BADODAB"}, {"SGNHT", "EAD"}, {"SGNHT Euler", "FD"},
}

const full, control = "ODABADO full", " control variates"

func (m method) overdamped() bool { return m.word == "" || m.word == "S" }
func (m method) adaptive() bool   { return strings.Contains(m.word, "D") }
func (m method) euler() bool      { return strings.ContainsAny(m.word, "EF") }

// setup is what a sampler runs on. Cells of fields that are 0, as they do not apply, are empty.
type setup struct {
	target, data, method string
	d                    int
	gamma, eta           float64
	n                    int
	sampling             minibatch.Sampling
	dt                   float64
}

const header = "target,data,method,d,gamma,eta,n,sampling,dt,quantity,of,value,kind,tolerance\n"

// row is the mean or the variance of an observable, the average over the components of θ, p and the
// diagonal of ξ or, for xi12, over ξ_12, ξ_13, …. The tolerance bounds the difference from the
// number of a correct sampler.
type row struct {
	of        string // quantity,of
	value     float64
	kind      string
	tolerance float64
}

// The kinds of numbers.
const (
	atStep = "exact"  // at this Δt
	frozen = "frozen" // at this Δt, if ξ stays at its mean
	limit  = "limit"  // for Δt → 0, of ξ at this ε(n)Δt
)

// The posteriors of sections 2.5.1 and 2.5.2, with the data of data/gaussian100.csv and
// data/mixture200.csv.
var (
	gaussian = &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
	mixture  = &model.Mixture{
		X: dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).X,
		W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1,
	}
)

// all returns all rows of results/conformance.csv. Methods of a kind have the same setups, so that
// a sampler can be compared with all of them.
func all() string {
	var setups []setup
	for _, d := range []int{1, 2, 10} {
		setups = append(setups, setup{target: "normal", d: d, gamma: 1, dt: 0.5})
	}
	for _, n := range []int{10, 50} {
		for _, sampling := range []minibatch.Sampling{
			minibatch.Without, minibatch.With, minibatch.Reshuffle,
		} {
			s := setup{target: "gaussian", gamma: 2, n: n, sampling: sampling, dt: 0.01}
			setups = append(setups, s)
			s.gamma, s.dt = 5, 0.02
			setups = append(setups, s)
		}
	}
	var rows strings.Builder
	for _, s := range append(setups, setup{target: "mixture", gamma: 1, dt: 0.002}) {
		dt := s.dt
		for _, m := range methods {
			s.method, s.dt = m.name, dt
			if m.overdamped() || m.adaptive() && s.target == "normal" {
				s.dt /= 10
			}
			rows.WriteString(s.rows())
		}
	}
	return rows.String()
}

// rows returns the rows of a method, or of all, with the parameters of s that it has.
func (s setup) rows() string {
	var text strings.Builder
	for _, m := range methods {
		if s.method != "" && s.method != m.name {
			continue
		}
		s := s
		s.method = m.name
		for _, r := range s.of(m) {
			for _, x := range []any{
				s.target, s.data, s.method, s.d, s.gamma, s.eta, s.n, s.sampling, s.dt,
			} {
				if cell := fmt.Sprint(x); cell != "0" {
					text.WriteString(cell)
				}
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, "%s,%.12g,%s,%.3g\n", r.of, r.value, r.kind, r.tolerance)
		}
	}
	return text.String()
}

// of returns the rows of a method, if any, and leaves in s the parameters that it has.
func (s *setup) of(m method) []row {
	mean, law, total := gaussian.Mean(), exact.NewGaussian(gaussian), gaussian.Ndata()
	switch s.target {
	case "normal":
		mean, law, total = 0, exact.Gaussian{A: 1}, 1
		s.n, s.sampling = 0, ""
	case "gaussian":
		s.data, s.d = "data/gaussian100.csv", 1
	case "mixture":
		s.data, s.d, s.n, s.sampling = "data/mixture200.csv", 2, mixture.Ndata(), minibatch.Without
	default:
		return nil
	}
	switch {
	case m.overdamped():
		s.gamma, s.eta = 0, 0
	case !m.adaptive():
		s.eta = 0
	case s.eta == 0 && (m.name == "ODABADO diagonal" || m.name == full):
		s.eta = 2
	case s.eta == 0:
		s.eta = float64(s.d)
	case m.euler() && s.eta != float64(s.d):
		return nil // SGNHT has η = d
	}
	controlled := strings.HasSuffix(m.name, control)
	if controlled {
		law.V = 0
	}
	switch {
	case m.word == "" && s.target == "normal":
		return preconditioned(m)
	case m.word == "", controlled && s.target != "gaussian":
		return nil
	case s.target == "mixture" && (m.word == "S" || m.word[0] == 'F'):
		return nil // unstable
	case s.target == "mixture":
		return s.quadrature(m)
	case s.eta > 0 && s.sampling.Along():
		return nil // for the noise of batches is not white
	}
	return s.linear(m, mean, exact.Cycle{
		Gaussian: law, Sampling: s.sampling, Total: total, N: max(s.n, 1),
		SplitBatch: m.name == "BAOAB two batches",
	})
}

// linear returns the rows of a Gaussian posterior, if there is a stationary state. Those of AdL are
// exact but for the fluctuations of ξ, which change means and variances by less than 1.5 Δt² d/η.
// In schemes of order 1, whose ξ may feel the p of this step or of that before, they change the
// mean of ξ by less than 2.5 Δt d/η, and its variance by less than 3 Δt d/η times 1/η. (These
// numbers are from simulations with Δt d/η up to 0.05.)
func (s setup) linear(m method, mean float64, c exact.Cycle) []row {
	xi, theta, p := c.Moments(m.word, s.gamma, s.dt)
	rows := []row{{"mean,theta", mean, atStep, 0}, {"variance,theta", theta, atStep, 0}}
	switch {
	case math.IsNaN(theta):
		return nil
	case s.gamma == 0:
		return rows
	case s.eta == 0:
		return append(rows, row{"variance,p", p, atStep, 0})
	}
	noise := c.Sampling.Epsilon(c.Total, c.N) * c.V * s.dt / 2
	turn := s.dt * float64(s.d) / s.eta
	order2 := 1.5 * s.dt * turn
	tol := math.Abs(c.A*theta-1) + order2
	rows[1].kind, rows[1].tolerance = frozen, tol*theta
	tolP, tolXi, tolVar := tol, xi-s.gamma-noise, tol+noise*s.dt
	if m.euler() {
		tolP, tolXi, tolVar = 0, 2.5*turn, tolVar+3*turn
	}
	return s.thermostat(rows, frozen, p, tolP, xi, tolXi+order2*xi, tolVar)
}

// thermostat appends the rows of p and of the entries of ξ, whose variances are 1/η on the diagonal
// and 1/(2η) elsewhere in the limit Δt → 0, with a relative tolerance.
func (s setup) thermostat(rows []row, kind string, p, tolP, xi, tolXi, tolVar float64) []row {
	v := 1 / s.eta
	rows = append(rows, row{"variance,p", p, kind, tolP}, row{"mean,xi", xi, kind, tolXi},
		row{"variance,xi", v, limit, tolVar * v})
	if s.method == full && s.d > 1 {
		rows = append(rows, row{"variance,xi12", v / 2, limit, tolVar * v})
	}
	return rows
}

// preconditioned returns the rows of pSGLD (Li et al., AAAI 2016) with α = 1/2 and λ = 1 on N(0,
// I). As Δt → 0 its G becomes 1/(λ + |θ|), and it adds c ∇G of the true correction ∇G, with c = 1 −
// α, or c = 0 without. So its law is π(θ) G^(c−1). At Δt ≤ 0.1 the variance is within 2 % of that.
func preconditioned(m method) []row {
	power, sum, square := 1.0, 0.0, 0.0
	if m.name == "pSGLD" {
		power = 0.5
	}
	for x := 5e-4; x < 12; x += 1e-3 { // θ is symmetric
		w := math.Exp(-x*x/2) * math.Pow(1+x, power)
		sum += w
		square += w * x * x
	}
	v := square / sum
	return []row{{"mean,theta", 0, atStep, 0}, {"variance,theta", v, limit, 0.02 * v}}
}

// quadrature returns the rows of the mixture with all data, for Δt → 0.
func (s setup) quadrature(m method) (rows []row) {
	tol := s.dt * s.dt * float64(s.n) / 0.16 // Δt² times a curvature
	if m.euler() {
		tol += s.gamma * s.dt
	}
	mean, cov := exact.NewMixtureGrid(mixture, exact.Grid{}).Moments()
	for i, of := range []string{"theta1", "theta2"} {
		v := cov[3*i]
		rows = append(rows, row{"mean," + of, mean[i], limit, tol * math.Sqrt(v)},
			row{"variance," + of, v, limit, tol * v})
	}
	if s.eta == 0 {
		return rows
	}
	return s.thermostat(rows, limit, 1, tol, s.gamma, tol*s.gamma, tol)
}
