package claims

import (
	"maps"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/claim"
	"adl/pkg/exact"
	"adl/pkg/table"
)

// committed reads a result of profile paper.
func committed(t *testing.T, names ...string) *table.Table {
	t.Helper()
	ts := &claim.Tables{Tables: map[string]*table.Table{}}
	for _, name := range names {
		u, err := table.ReadFile("../../results/paper/" + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		ts.Tables[name] = u
	}
	return claim.Union(names...)(ts)
}

// changed returns a table with other cells: change gets the index, the quantity and the cells of
// every row.
func changed(t *table.Table, change func(i int, quantity string, row table.Row)) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			if t.Cell(i, c) != "" {
				row[c] = t.Cell(i, c)
			}
		}
		change(i, t.Cell(i, "quantity"), row)
		u.Add(row)
	}
	return u
}

// scaled multiplies the value of a row, and the exact value if there is one.
func scaled(row table.Row, f float64) {
	for _, c := range []string{"value", "exact"} {
		if row[c] != nil {
			row[c] = f * cell(row, c)
		}
	}
}

func cell(row table.Row, column string) float64 {
	switch x := row[column].(type) {
	case string:
		f, _ := strconv.ParseFloat(x, 64)
		return f
	case float64:
		return x
	}
	return math.NaN()
}

// all returns the same verdict for several claims.
func all(verdict string, titles ...string) map[string]string {
	m := map[string]string{}
	for _, title := range titles {
		m[title] = verdict
	}
	return m
}

func TestFigure3(t *testing.T) {
	given := committed(t, "fig03", "study-weak-order")
	const small = 1e-4 // of the posterior's precision, where Σ_x is as it is
	judgeCases(t, of("fig03", nil, "study-weak-order"),
		tableCase{Name: "as it is", Table: given},
		tableCase{
			Name: "a vague posterior", Want: all(claim.Holds, "S1-1 a", "S2.2-4 a", "S2.2-4 b",
				"S2.3.2-4 a", "S2.4.2-4 a", "S2.5.1-5", "S2.5.1-7 b", "S2.5.1-8 a", "S2.5.1-9 a",
				"S2.5.1-10"),
			Table: changed(given, func(i int, quantity string, row table.Row) {
				if row["a"] == nil {
					return
				}
				l := exact.Gaussian{A: small * cell(row, "a"), V: cell(row, "v")}
				row["a"] = l.A
				switch quantity {
				case "variance error", "variance error at n = Nd", "variance error at equal ε(n)Δt":
					eps, dt := cell(row, "epsilon"), cell(row, "dt")
					x := l.SGLD(eps, dt)
					if row["method"] == "Langevin" {
						x = l.Langevin(eps, cell(row, "gamma"), dt)
					}
					if row["value"] = x; row["exact"] != nil {
						row["exact"] = x
					}
				case "ε(n)":
					row["value"] = gaussianData
				}
			}),
		},
		tableCase{
			Name: "all wrong", Want: all(claim.Fails, "S2.1-1 a", "S2.1-1 b", "S2.5.1-3 a"),
			Table: changed(given, func(i int, quantity string, row table.Row) {
				f := math.Exp(3 * math.Sin(float64(7*i))) // 1/20 to 20
				switch quantity {
				case "variance error":
					row["value"] = row["exact"]
					scaled(row, f)
				case "variance error at n = Nd":
					scaled(row, 1000*f)
				case "mean", "skewness", "excess kurtosis":
					row["value"] = 0
				case "stationary mean less μ_post", "E Z³ for symmetric data",
					"third central moment for symmetric data", "distance of a step's map from appendix B":
					row["value"] = f
				case "Shapiro–Wilk deviate of the means of replicas":
					row["value"] = 9
				case "ε(n)":
					scaled(row, f/20)
				case "slope in ε(n)Δt for other v":
					row["value"] = 1 / cell(row, "v")
				case "mean of the posterior", "variance of the posterior":
					row["value"] = f
				default:
					if len(quantity) > 8 && quantity[:8] == "one-step" {
						row["value"] = 2
						break
					}
					scaled(row, f)
				}
			}),
		},
		tableCase{
			Name: "the rest vanishes with all data", Want: all(claim.Holds, "S2.3.2-1 c"),
			Table: changed(given, func(_ int, quantity string, row table.Row) {
				if quantity == "variance error at small Δt" && row["n"] == "100" && row["gamma"] == nil {
					row["value"] = cell(row, "dt") * cell(row, "a") / 2
				}
			}),
		},
		tableCase{
			Name: "the simulation is wrong", Want: map[string]string{
				"S2.2-7 b": claim.Fails, "S2.3.2-3 a": claim.Undecided, "S2.5.1-2 a": claim.Undecided,
			},
			Table: changed(given, func(i int, quantity string, row table.Row) {
				switch quantity {
				case "variance error":
					row["value"] = 1.1 * cell(row, "value")
				case "mean":
					row["value"] = 10
				}
			}),
		},
		tableCase{
			Name: "third moments of lower order", Want: all(claim.Fails, "S2.5.1-3 b"),
			Table: changed(given, func(_ int, quantity string, row table.Row) {
				if quantity == "skewness" {
					scaled(row, 1/cell(row, "dt"))
				}
			}),
		},
		tableCase{
			Name: "errors grow like the root of Δt", Want: all(claim.Fails, "S2.5.1-7 c"),
			Table: changed(given, func(_ int, quantity string, row table.Row) {
				if quantity == "variance error" || quantity == "variance error at n = Nd" {
					scaled(row, math.Sqrt(1e-4/cell(row, "dt")))
				}
			}),
		},
		tableCase{Name: "nothing", Table: table.New(given.Columns()...)},
	)
}

// law says what a table of Figure 4 holds. Every claim holds for the distribution good.
type law struct {
	error    func(method, sampling string, epsilon, dt float64) float64
	all      float64 // error of SGLD with all data per Δt
	step     float64 // predicted error of Langevin dynamics per Δt²
	slope    float64 // simulated slopes over predicted ones
	normal   float64 // p of the replicas' means
	exponent float64 // of the standard error in T
	batch    float64 // mini-batching part for larger n over that for n = 1
	signed   float64 // signed error over leading order
	power    float64 // of ε(n) in the next term, which is of order Δt²
	outside  float64 // mass outside over the error
	below    float64 // mass of π outside
	distance float64 // from the normal distribution
	sets     func(i float64) (sgld, langevin, norm float64)
}

const rate = 0.02 // slope of the errors

// bend is linear up to 0.1 and half as steep beyond.
func bend(x float64) float64 { return min(x, 0.05+x/2) }

func good() law {
	return law{
		error: func(_, _ string, epsilon, dt float64) float64 { return bend(rate * epsilon * dt) },
		all:   0.1, step: 1, slope: 1, normal: 0.5, exponent: -0.5, batch: 1, signed: 1, power: 2,
		outside: 0.01, below: 1e-12, distance: 0.1,
		sets: func(i float64) (_, _, _ float64) { x := 1 + 1e-3*i; return x, x, x },
	}
}

// table returns the table u with the values of the distribution, simulated ones with a standard
// error of half a percent.
func (l law) table(u *table.Table) *table.Table {
	return changed(u, func(_ int, quantity string, row table.Row) {
		row["status"] = table.OK
		method, _ := row["method"].(string)
		sampling, _ := row["sampling"].(string)
		eps, dt, set := cell(row, "epsilon"), cell(row, "dt"), cell(row, "data set")-10001
		var x float64
		switch quantity {
		case "L1":
			if x = l.error(method, sampling, eps, dt); row["run"] == "all data" {
				x = l.all * dt
			}
		case "outside":
			x = l.outside * l.error(method, sampling, eps, dt)
		case "leading order":
			x = rate * eps * dt
		case "signed error":
			x = l.signed * rate * eps * dt
		case "next term per (ε(n)Δt)²":
			x = 0.03 * math.Pow(eps, l.power-2)
		case "batch part":
			if x = rate * eps * dt; row["n"] != "1" {
				x *= l.batch
			}
		case "mean":
			row["stderr"] = math.Pow(cell(row, "T"), l.exponent)
			return
		case "Shapiro–Wilk deviate of the means of replicas":
			x = -distuv.UnitNormal.Quantile(l.normal)
		case "posterior outside":
			x = l.below
		case "norm of Sigma":
			_, _, x = l.sets(set)
		case "distance of theta1 to normal", "distance of theta2 to normal":
			x = l.distance
		case "slope":
			sgld, langevin, _ := l.sets(set)
			switch {
			case row["data set"] != nil && method == "SGLD":
				x = sgld
			case row["data set"] != nil:
				x = langevin
			default:
				per := map[any]float64{"dt": l.all, "dt^2": l.step, "epsilon dt": rate}
				x = per[row["per"]]
			}
			if row["source"] == table.Simulation {
				x *= l.slope
			}
		default:
			return
		}
		row["value"], row["stderr"] = x, 0
		if row["source"] == table.Simulation && quantity[0] != 'S' {
			row["stderr"] = 0.005 * math.Abs(x)
		}
	})
}

func TestFigure4(t *testing.T) {
	names := []string{"fig04", "study-slopes", "study-mixture-sets"}
	given := table.New(append(committed(t, "study-slopes").Columns(), "data set", "in")...)
	for _, name := range names {
		changed(committed(t, name), func(_ int, _ string, row table.Row) {
			row["in"] = name
			given.Add(row)
			delete(row, "in")
		})
	}
	judge := func(t *table.Table) []claim.Part {
		ts := &claim.Tables{Tables: map[string]*table.Table{}}
		for _, name := range names {
			ts.Tables[name] = t.Where("in", name)
		}
		return about(ts)
	}
	holds := map[string]string{}
	for _, c := range judge(given) {
		holds[c.Title()] = claim.Holds
	}
	change := func(f func(*law)) *table.Table {
		l := good()
		f(&l)
		return l.table(given)
	}
	judgeCases(t, judge,
		tableCase{Name: "good", Table: good().table(given), Want: holds},
		tableCase{
			Name:  "a large error with all the data",
			Table: change(func(l *law) { l.all, l.step = 100, 1e6 }),
			Want:  all(claim.Fails, "S1-1 b", "S2.3.2-4 b", "S2.4.2-2 b", "S2.5.2-2 c"),
		},
		tableCase{
			Name: "the samplings and methods differ", Table: change(func(l *law) {
				l.error = func(method, sampling string, epsilon, dt float64) float64 {
					e := bend(rate * epsilon * dt)
					if sampling == "without" {
						e *= 5
					}
					if method == "Langevin" {
						e *= 5
					}
					return e
				}
			}),
			Want: all(claim.Fails, "S2.2-2 c", "S2.5.2-1 a", "S2.5.2-1 b", "S2.4.2-4 b", "S2.5.2-3"),
		},
		tableCase{
			Name: "errors grow as Δt and ε fall", Table: change(func(l *law) {
				l.error = func(_, _ string, epsilon, dt float64) float64 {
					return 0.09 / math.Sqrt(1+1e5*dt*dt*epsilon)
				}
			}),
			Want: all(claim.Fails, "S2.3.2-3 a", "S2.3.2-3 b", "S2.2-4 b", "S2.5.2-2 a", "S2.5.2-2 b",
				"S2.5.2-4 a", "S2.5.2-4 b", "S2.5.2-5 b"),
		},
		tableCase{
			Name: "the next term is of the printed order", Table: change(func(l *law) { l.power = 1.5 }),
			Want: all(claim.Fails, "the next term of the error is of order (ε(n)Δt)²"),
		},
		tableCase{
			Name: "straight", Table: change(func(l *law) {
				l.error = func(_, _ string, epsilon, dt float64) float64 { return 0.05 * epsilon * dt }
			}),
			Want: all(claim.Fails, "S2.5.2-4 c", "S2.5.2-5 a"),
		},
		tableCase{
			Name: "other numbers", Table: change(func(l *law) {
				l.slope, l.normal, l.exponent, l.batch, l.signed = 1.5, 1e-6, -0.2, 1.5, 1.5
				l.outside, l.below, l.distance = 0.5, 0.1, 0.01
				l.sets = func(i float64) (sgld, langevin, norm float64) {
					return 1 / (1 + i), 2 / (1 + i), 1 + i
				}
			}),
			Want: all(claim.Fails, "S2.3.2-1 b", "S2.4.2-1 b", "S2.1-2 c", "S2.1-2 d", "S2.1-1 a",
				"S2.1-1 b", "S2.2-7 c", "S2.2-4 a", "S2.5.2-6 a", "S2.5.2-6 b", "S5-7", "S2.3.2-2 b",
				"S2.4.3-1 a"),
		},
	)
	for _, c := range judge(table.New(given.Columns()...)) {
		if c.Verdict != claim.Undecided || c.Measured == "" {
			t.Errorf("%s of nothing: %s, %q", c.Title(), c.Verdict, c.Measured)
		}
	}
}

// draw returns the tables of Figures 1 and 2 with a distance of c/√n from a normal distribution for
// data sets, but 0 for one in some, moments of the draws that are off by some standard errors, and
// identities that hold but for a rounding.
func draw(t *table.Table, c float64, zeros int, rounding, off float64) *table.Table {
	return changed(t, func(i int, quantity string, row table.Row) {
		d := c / math.Sqrt(cell(row, "n"))
		switch quantity {
		case "distance of the mean from 0", "distance of the covariance from I":
			row["value"] = rounding
		case otherData:
			if row["value"] = d; zeros > 0 && int(cell(row, "set"))%zeros == 0 {
				row["value"] = 0
			}
		case "kolmogorov":
			row["value"], row["exact"] = d, d
		case "mean", "variance", "covariance", "skewness", "excess kurtosis":
			row["value"] = cell(row, "exact") + off*cell(row, "stderr")
		}
	})
}

func TestFigures1And2(t *testing.T) {
	const mean, covariance = "S2.2-3 a", "S2.2-3 b"
	one, two := committed(t, "fig01"), committed(t, "fig02")
	judgeCases(t, of("fig01", nil),
		tableCase{Name: "far", Table: draw(one, 0.2, 0, 0, 0), Want: all(claim.Holds,
			mean, covariance, "S2.2-8 a", "S2.2-8 b", "skewness and kurtosis")},
		tableCase{Name: "near", Table: draw(one, 0.03, 0, 1e-3, 9), Want: all(claim.Fails,
			"S2.2-8 a", "S2.2-8 b", "skewness and kurtosis")},
		tableCase{Name: "near, as drawn", Table: draw(one, 0.03, 0, 1e-3, 0),
			Want: all(claim.Fails, mean, covariance)},
	)
	judgeCases(t, of("fig02", nil),
		tableCase{Name: "far", Table: draw(two, 0.2, 0, 0, 0), Want: map[string]string{
			mean: claim.Holds, covariance: claim.Holds, "S2.2-8 c": claim.Holds, "S0-2 b": claim.Holds,
			"S2.2-8 d": claim.Holds, "S2.2-9 a": claim.Fails, "S2.2-9 b": claim.Fails,
			"S2.2-7 a": claim.Holds, "skewness and kurtosis": claim.Holds,
		}},
		tableCase{Name: "near", Table: draw(two, 0.015, 0, 1e-3, 0), Want: map[string]string{
			mean: claim.Fails, covariance: claim.Fails, "S2.2-8 c": claim.Fails, "S0-2 b": claim.Fails,
			"S2.2-8 d": claim.Fails, "S2.2-9 a": claim.Holds, "S2.2-9 b": claim.Holds,
		}},
		tableCase{Name: "very far", Table: draw(two, 1, 0, 0, 9), Want: map[string]string{
			mean: claim.Undecided, "S2.2-7 a": claim.Fails, "skewness and kurtosis": claim.Fails,
		}},
		tableCase{Name: "half of the sets", Table: draw(two, 0.2, 2, 0, 0), Want: all(
			claim.Undecided, "S2.2-8 c", "S2.2-9 b", "S2.2-7 a", "S0-2 b")},
		tableCase{Name: "no sets", Table: two.Where("set", nil), Want: all(
			claim.Undecided, "S2.2-8 c", "S2.2-9 b", "S2.2-7 a", "S0-2 b")},
	)
}

// varying is a table of Figure 6 where Σ varies by a factor, where Σ_x does so for all data sets
// but one in some, and where Σ_x tends to Σ with a power of the number of data.
func varying(t *table.Table, factor float64, but int, power float64) *table.Table {
	return changed(t, func(i int, quantity string, row table.Row) {
		f := factor
		if but > 0 && row["set"] != nil && int(cell(row, "set"))%but == 0 {
			f = 1.01
		}
		switch quantity {
		case "least Sigma11", "least Sigma22":
			row["value"] = 1
		case "largest Sigma11", "largest Sigma22", "largest over least Sigma_x11",
			"largest over least Sigma_x22":
			row["value"] = f
		case "largest change", "largest change of Sigma_x":
			row["value"] = (f - 1) / 4
		case "relative deviation of Sigma_x":
			row["value"] = f - 1
		case "relative distance of Sigma_x":
			row["value"] = math.Pow(cell(row, "ndata"), power)
			row["stderr"] = 0.02 * row["value"].(float64)
		}
	})
}

func TestFigure6(t *testing.T) {
	given := committed(t, "fig06", "study-covariance").Where("theta1", nil)
	names := []string{
		"S0-2 a", "S1-4 a", "S1-4 b", "S3.3.2-2 a", "S3.3.2-2 b", "S3.3.2-3", "S4.3-1 a", "S4.3-1 b",
	}
	little := all(claim.Fails, names...)
	maps.Copy(little, all(claim.Holds, "S0-2 a", "S3.3.2-2 a", "S3.3.2-2 b"))
	half := all(claim.Undecided, names...)
	maps.Copy(half, all(claim.Holds, "S1-4 a", "S3.3.2-2 a", "S3.3.2-3", "S4.3-1 a"))
	judgeCases(t, of("fig06", nil, "study-covariance"),
		tableCase{Name: "varies", Table: varying(given, 3.5, 11, -0.5), Want: all(claim.Holds,
			names...)},
		tableCase{Name: "constant", Table: varying(given, 1.05, 0, -1), Want: all(claim.Fails,
			names...)},
		tableCase{Name: "a little", Table: varying(given, 1.5, 0, -0.7), Want: little},
		tableCase{Name: "half of the sets", Table: varying(given, 3.5, 2, -0.5), Want: half},
	)
}

func TestFigure11(t *testing.T) {
	made := func(points, inside int) *table.Table {
		u := table.New(table.Columns([]string{"seed", "datum", "class"})...)
		for i := range points {
			u.Add(table.Row{"datum": i, "class": i % 2, "quantity": "x1", "value": 0})
		}
		for seed := range 201 { // 0 is our own
			row := table.Row{"seed": seed, "status": table.OK}
			x := 0.4
			if seed <= inside {
				x = 0.1
			}
			u.AddValue(row, "distance of x", x)
			u.AddValue(row, "between neighbours", 0.2)
		}
		return u
	}
	judgeCases(t, of("fig11", nil),
		tableCase{Name: "as in the paper", Table: made(500, 20),
			Want: all(claim.Holds, "S3.5-3 a", "S3.5-3 b")},
		tableCase{Name: "too few, among them", Table: made(498, 180),
			Want: all(claim.Fails, "S3.5-3 a", "S3.5-3 b")},
		tableCase{Name: "now and then", Table: made(500, 100),
			Want: all(claim.Undecided, "S3.5-3 b")},
	)
}

// projected is a table of Figure 15 with other projection errors, gradients, norms about a multiple
// of the paper's, and parts of a cell.
func projected(
	t *table.Table, full, fifteen, gradient, about, scatter, part float64,
) *table.Table {
	return changed(t, func(i int, quantity string, row table.Row) {
		wiggle := 0.02 * float64(i%3) // the norms are not multiples of each other
		switch quantity {
		case "projection error":
			errors := map[any]float64{"scalar": 2, "diagonal": 1.5, "full": full}
			if row["value"] = errors[row["friction"]]; row["K"] != "0" {
				row["value"] = fifteen
			}
		case "gradient of the squared distance":
			row["value"] = gradient
		case "projection error of another data set":
			f := about + scatter*math.Sin(cell(row, "set"))
			if row["value"] = f * scalarNorm; row["friction"] == "full" {
				row["value"] = (f + wiggle) * fullNorm
			}
		case "part of a cell where the monomial is above 0.1":
			row["value"] = part
		}
	})
}

func TestFigure15(t *testing.T) {
	given := committed(t, "fig15")
	names := []string{
		"S3.3.1-2 a", "S3.3.1-2 b", "S3.3.2-8 a", "S3.3.2-8 b", "S3.3.2-8 c", "S4.3-2 a",
		"projection error at K = 15",
	}
	judgeCases(t, of("fig15", nil),
		tableCase{Name: "true", Table: projected(given, 0.5, 0.05, 1e-14, 1, 0.1, 0.3),
			Want: all(claim.Holds, names...)},
		tableCase{Name: "false", Table: projected(given, 1.6, 0.5, 1e-3, 2, 0.1, 0.6),
			Want: all(claim.Fails, names...)},
		tableCase{Name: "some data sets", Table: projected(given, 0.5, 0.05, 1e-14, 1, 0.5, 0.6),
			Want: all(claim.Undecided, "S3.3.2-8 a", "S3.3.2-8 b")},
	)
}
