package main

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

// law says what a table holds. Every claim holds for the law good.
type law struct {
	error    func(method string, s minibatch.Sampling, epsilon, dt float64) float64
	all      float64 // error with all the data per Δt
	step     float64 // predicted error of Langevin dynamics per Δt²
	slope    float64 // simulated slopes over predicted ones
	normal   float64 // p of the replicas' means
	exponent float64 // of the standard error in T
	batch    float64 // mini-batching part for larger n over that for n = 1
	signed   float64 // signed error over leading order
	outside  float64 // mass outside over the error
	below    float64 // mass of π outside
	distance float64 // from the normal law
	sets     func(i int) (sgld, langevin, norm float64)
	langevin float64 // predicted slope
}

const rate = 0.02 // slope of the errors

// bend is linear up to 0.1 and half as steep beyond.
func bend(x float64) float64 { return min(x, 0.05+x/2) }

func good() law {
	return law{
		error: func(_ string, _ minibatch.Sampling, epsilon, dt float64) float64 {
			return bend(rate * epsilon * dt)
		},
		all: 0.1, step: 1, slope: 1, normal: 0.5, exponent: -0.5, batch: 1, signed: 1, outside: 0.01,
		below: 1e-12, distance: 0.1,
		sets:     func(i int) (sgld, langevin, norm float64) { x := 1 + 0.01*float64(i); return x, x, x },
		langevin: rate,
	}
}

func example() Spec {
	var s Spec
	s.Dt = []float64{5e-5, 1e-4, 2e-4, 5e-4, 1e-3}
	s.N = []int{1, 2, 5, 10, 20, 50, 100}
	s.Sampling = []minibatch.Sampling{minibatch.With, minibatch.Without}
	s.Method = []study.Method{{Name: "SGLD"}, {Name: "Langevin"}}
	s.Length.Replicas = 512
	return s
}

// noise is the relative standard error of everything that is simulated.
const noise = 0.005

func about(x float64) estimate.Estimate {
	return estimate.Estimate{Value: x, StdErr: noise * math.Abs(x)}
}

func (l law) table() *table.Table {
	s := example()
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per", "run", "T", "data set")...)
	add := func(row table.Row, run, source, quantity string, e estimate.Estimate) {
		r := table.Row{"status": table.OK, "source": source}
		for k, v := range row {
			r[k] = v
		}
		if run != "" {
			r["run"] = run
		}
		t.Measure(r, quantity, e)
	}
	const total = 200
	for _, m := range s.Method {
		for _, sampling := range s.Sampling {
			for _, dt := range s.Dt {
				for _, n := range s.N {
					p := study.Point{Sampling: sampling, Dt: dt, N: n, Epsilon: sampling.Epsilon(total, n)}
					row, e := p.Row(m.Name), l.error(m.Name, sampling, p.Epsilon, dt)
					add(row, "", table.Simulation, "L1", about(e))
					add(row, "", table.Simulation, "outside", about(l.outside*e))
					lead := rate * p.Epsilon * dt
					add(row, "", table.Prediction, "leading order", claim.Exact(lead))
					add(row, "", table.Simulation, "signed error", about(l.signed*lead))
				}
			}
		}
	}
	for _, dt := range s.Dt {
		row := study.Point{Sampling: minibatch.Without, Dt: dt, N: total}.Row("SGLD")
		add(row, "all data", table.Simulation, "L1", about(l.all*dt))
	}
	for _, n := range []int{1, 10, 20} {
		for _, at := range []float64{0.2, 0.4} {
			e := minibatch.With.Epsilon(total, n)
			row := study.Point{Sampling: minibatch.With, Dt: at / e, N: n, Epsilon: e}.Row("SGLD")
			x := about(rate * at)
			if n > 1 {
				x = about(rate * at * l.batch)
			}
			add(row, "equal", table.Simulation, "batch part", x)
		}
	}
	for _, n := range []int{1, 2, 5} {
		for _, T := range []float64{1e4, 4e4, 16e4} {
			row := study.Point{Sampling: minibatch.With, Dt: 1e-3, N: n}.Row("SGLD")
			row["T"] = T
			add(row, "length", table.Simulation, "mean",
				estimate.Estimate{Value: 1, StdErr: math.Pow(T, l.exponent)})
			add(row, "length", table.Simulation, "Shapiro–Wilk deviate of the means of replicas",
				claim.Exact(-distuv.UnitNormal.Quantile(l.normal)))
		}
	}
	for _, x := range []struct {
		method, per string
		value       float64
	}{
		{"SGLD", "dt", l.all}, {"SGLD", "epsilon dt", rate},
		{"Langevin", "dt^2", l.step}, {"Langevin", "epsilon dt", l.langevin},
	} {
		row := table.Row{"method": x.method, "per": x.per}
		add(row, "", table.Prediction, "slope", claim.Exact(x.value))
		add(row, "", table.Simulation, "slope", about(l.slope*x.value))
	}
	add(nil, "", table.Exact, "posterior outside", claim.Exact(l.below))
	for i := range 30 {
		a, b, norm := l.sets(i)
		row := table.Row{"data set": i + 1}
		add(table.Row{"data set": i + 1, "method": "SGLD", "per": "epsilon dt"}, "", table.Prediction,
			"slope", claim.Exact(a))
		add(table.Row{"data set": i + 1, "method": "Langevin", "per": "epsilon dt"}, "", table.Prediction,
			"slope", claim.Exact(b))
		add(row, "", table.Exact, "norm of Sigma", claim.Exact(norm))
		for k := range 2 {
			add(row, "", table.Exact, fmt.Sprintf("distance of theta%d to normal", k+1),
				claim.Exact(l.distance))
		}
	}
	for k := range 2 {
		add(nil, "", table.Exact, fmt.Sprintf("distance of theta%d to normal", k+1),
			claim.Exact(l.distance))
	}
	return t
}

func TestClaims(t *testing.T) {
	holds := map[string]string{}
	for _, c := range claims(example(), good().table()) {
		holds[c.Title()] = claim.Holds
	}
	fails := func(names ...string) map[string]string {
		m := map[string]string{}
		for _, n := range names {
			m[n] = claim.Fails
		}
		return m
	}
	change := func(f func(*law)) *table.Table {
		l := good()
		f(&l)
		return l.table()
	}
	claimtest.Run(t, func(t *table.Table) []claim.Claim { return claims(example(), t) },
		claimtest.Case{Name: "good", Table: good().table(), Want: holds},
		claimtest.Case{
			Name:  "a large error with all the data",
			Table: change(func(l *law) { l.all, l.step = 100, 1e6 }),
			Want:  fails("S1-1 b", "S2.3.2-4 b", "S2.4.2-2 b", "S2.5.2-2 c"),
		},
		claimtest.Case{
			Name: "the samplings and methods differ", Table: change(func(l *law) {
				l.error = func(m string, s minibatch.Sampling, epsilon, dt float64) float64 {
					e := bend(rate * epsilon * dt)
					if s == minibatch.Without {
						e *= 5
					}
					if m == "Langevin" {
						e *= 5
					}
					return e
				}
			}),
			Want: fails("S2.2-2 c", "S2.5.2-1 a", "S2.5.2-1 b", "S2.4.2-4 b", "S2.5.2-3"),
		},
		claimtest.Case{
			Name: "errors grow as Δt and ε fall", Table: change(func(l *law) {
				l.error = func(_ string, _ minibatch.Sampling, epsilon, dt float64) float64 {
					return 0.09 / math.Sqrt(1+1e5*dt*dt*epsilon)
				}
			}),
			Want: fails("S2.3.2-3 a", "S2.3.2-3 b", "S2.2-4 b", "S2.5.2-2 a", "S2.5.2-2 b",
				"S2.5.2-4 a", "S2.5.2-4 b", "S2.5.2-5 b"),
		},
		claimtest.Case{
			Name: "straight", Table: change(func(l *law) {
				l.error = func(_ string, _ minibatch.Sampling, epsilon, dt float64) float64 {
					return 0.05 * epsilon * dt
				}
			}),
			Want: fails("S2.5.2-4 c", "S2.5.2-5 a"),
		},
		claimtest.Case{
			Name: "other numbers", Table: change(func(l *law) {
				l.slope, l.normal, l.exponent, l.batch, l.signed = 1.5, 1e-6, -0.2, 1.5, 1.5
				l.outside, l.below, l.distance = 0.5, 0.1, 0.01
				l.sets = func(i int) (sgld, langevin, norm float64) {
					x := 1 + float64(i)
					return 1 / x, 2 / x, x
				}
			}),
			Want: fails("S2.3.2-1 b", "S2.4.2-1 b", "S2.1-2 c", "S2.1-2 d", "S2.1-1 a", "S2.1-1 b",
				"S2.2-7 c", "S2.2-4 a", "S2.5.2-6 a", "S2.5.2-6 b", "S5-7", "S2.3.2-2 b", "S2.4.3-1 a"),
		},
	)
}

// What is not known decides nothing.
func TestClaimsOfNothing(t *testing.T) {
	empty := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per", "run", "T", "data set")...)
	for _, c := range claims(example(), empty) {
		if c.Verdict != claim.Undecided || c.Measured == "" {
			t.Errorf("%s: %s, %q", c.Title(), c.Verdict, c.Measured)
		}
	}
}

// A range of Δt or n on which a claim holds is its reason.
func TestNarrow(t *testing.T) {
	l := good()
	l.outside = 0
	l.error = func(_ string, _ minibatch.Sampling, epsilon, dt float64) float64 {
		return rate*epsilon*dt + 1e6*dt*dt*dt
	}
	c := claim.Find(claims(example(), l.table()), "S2.5.2-2", "b")
	if c.Reason != claim.Parameters || c.Verdict != claim.Fails {
		t.Errorf("%+v", c)
	}
}
