package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Noise are the keys of a spec that draws the noise Z of a stochastic gradient (eq. hypothese).
type Noise struct {
	Seed      uint64             `toml:"seed"`
	Draws     int                `toml:"draws" spec:"min=640,max=1e7"` // for every n
	N         []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Extra     []int              `toml:"n_extra" spec:"optional,min=1,distinct"` // in the table only
	Sampling  minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	Theta     []float64          `toml:"theta"`
	Histogram struct {
		Lo       float64 `toml:"lo"`
		Hi       float64 `toml:"hi"`
		Bins     int     `toml:"bins" spec:"min=1,max=200"`
		AtomBins int     `toml:"atom_bins" spec:"min=1,max=200"` // where Z has no more values than there are data
	} `toml:"histogram"`
}

// Noise draws Z for the model of the data, and makes the table of what is measured about each coordinate, with what is known exactly in the column exact:
//
//	mean, variance, skewness, excess kurtosis
//	covariance      of Z₁ and Z₂, where there are two
//	kolmogorov      the distance from N(0, 1), with what noise alone would give in the column floor
//
// and, for s.N,
//
//	density         of the bin about z
//	outside         the mass outside the histogram
//	joint mass      of the cell about z, z2; cells that were not met are left out
//	atom            n = 1: the probability of a value z (of z, z2)
func (c *Context) Noise(m model.Model, d dataset.Data, s Noise) (*table.Table, error) {
	h := s.Histogram
	total := m.Data()
	ns := slices.Clone(s.N)
	var tasks []sweep.Task
	var noises []*simulate.Noise
	for j := range len(s.N) + len(s.Extra) {
		var n int
		var key string
		if j < len(s.N) {
			n, key = s.N[j], fmt.Sprintf("n[%d]", j)
		} else {
			n, key = s.Extra[j-len(s.N)], fmt.Sprintf("n_extra[%d]", j-len(s.N))
			if slices.Contains(s.N, n) {
				continue
			}
			ns = append(ns, n)
		}
		z := &simulate.Noise{
			Model: m, Digest: d.Digest(), Theta: s.Theta, N: n, Sampling: s.Sampling, Draws: s.Draws,
			Lo: h.Lo, Hi: h.Hi, Bins: h.Bins, Seed: s.Seed,
		}
		if n == 1 || s.Sampling == minibatch.Without && n == total-1 {
			z.Bins = h.AtomBins
		}
		if what, err := z.Check(); what == "n" && err != nil {
			return nil, c.Errorf(key, "%v", err)
		} else if err != nil {
			return nil, c.Errorf(what, "%v", err)
		}
		noises, tasks = append(noises, z), append(tasks, z)
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")...)
	atoms := exact.Atoms(m, s.Theta)
	for i, z := range noises {
		x, err := z.Read(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		noiseRows(t, z, x, atoms, i < len(s.N))
	}
	if slices.Contains(ns, 1) {
		atomRows(t, atoms, s.Sampling.Epsilon(total, 1))
	}
	return t, nil
}

func noiseRows(t *table.Table, z *simulate.Noise, x *simulate.NoiseSamples, atoms [][]float64, shown bool) {
	row := table.Row{"n": z.N, "epsilon": z.Sampling.Epsilon(z.Model.Data(), z.N), "status": table.OK, "source": table.Simulation}
	add := func(quantity string, e estimate.Estimate, exact float64) {
		row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, nil
		if !math.IsNaN(exact) {
			row["exact"] = exact
		}
		t.Add(row)
	}
	width := (z.Hi - z.Lo) / float64(z.Bins)
	for i, moments := range x.Moments {
		law := exact.NewNoiseLaw(atoms[i], z.N, z.Sampling)
		row["coordinate"] = i + 1
		add("mean", moments.Mean(), 0)
		add("variance", moments.Variance(), 1)
		add("skewness", moments.Skewness(), law.Skewness)
		add("excess kurtosis", moments.ExcessKurtosis(), law.ExcessKurtosis)
		row["floor"] = x.KolmogorovFloor()
		add("kolmogorov", x.Kolmogorov(i), law.Kolmogorov())
		row["floor"] = nil
		if !shown {
			continue
		}
		hist := x.Histogram[i]
		inside := 0.0
		for b, e := range hist.Densities() {
			lo, hi := law.Below(hist.Edge(b)), law.Below(hist.Edge(b+1))
			row["z"] = centre(hist.Edge(b), hist.Edge(b+1))
			add("density", e, (hi-lo)/width)
			inside += hi - lo
		}
		row["z"] = nil
		add("outside", hist.Outside(), 1-inside)
	}
	row["coordinate"] = nil
	if len(x.Moments) < 2 {
		return
	}
	add("covariance", x.Covariance(), 0)
	if !shown {
		return
	}
	e1, e2 := x.Histogram[0], x.Histogram[1]
	for a := range z.Bins {
		for b := range z.Bins {
			if e := x.Cell(a, b); e.Value > 0 {
				row["z"], row["z2"] = centre(e1.Edge(a), e1.Edge(a+1)), centre(e2.Edge(b), e2.Edge(b+1))
				add("joint mass", e, math.NaN())
			}
		}
	}
}

func centre(a, b float64) float64 { return 0.5 * (a + b) }

// atomRows adds the values of Z for n = 1 in increasing order, equal ones once.
func atomRows(t *table.Table, atoms [][]float64, epsilon float64) {
	total := len(atoms[0])
	order := make([]int, total)
	for j := range order {
		order[j] = j
	}
	compare := func(i, j int) int {
		for _, a := range atoms {
			switch {
			case a[i] < a[j]:
				return -1
			case a[i] > a[j]:
				return 1
			}
		}
		return 0
	}
	slices.SortFunc(order, compare)
	for k := 0; k < total; {
		j := order[k]
		count := 1
		for k+count < total && compare(j, order[k+count]) == 0 {
			count++
		}
		row := table.Row{
			"n": 1, "epsilon": epsilon, "quantity": "atom", "z": atoms[0][j], "value": float64(count) / float64(total), "stderr": 0,
			"status": table.OK, "source": table.Exact,
		}
		if len(atoms) > 1 {
			row["z2"] = atoms[1][j]
		}
		t.Add(row)
		k += count
	}
}

// What "far from" and "close to" a normal law mean: Kolmogorov distances, in the worst coordinate.
const (
	farFromNormal = 0.05
	closeToNormal = 0.02
)

// NoiseClaims evaluates what section 2.2 says about the law of Z from the table of Context.Noise: for small and large n.
func NoiseClaims(t *table.Table, small, large []int) []Claim {
	const section = "2.2"
	sim := t.Where("source", table.Simulation)
	deviations := func(quantities ...string) (c ChiSquare) {
		for _, q := range quantities {
			u := sim.Where("quantity", q)
			for i := range u.Len() {
				z := (u.Float(i, "value") - u.Float(i, "exact")) / u.Float(i, "stderr")
				c = c.Plus(ChiSquare{Value: z * z, Dof: 1})
			}
		}
		return c
	}
	mean, cov, shape := deviations("mean"), deviations("variance", "covariance"), deviations("skewness", "excess kurtosis")
	cs := []Claim{{
		Name: "mean 0", Section: section, Sentence: "Z is centered, whatever n",
		Measured: "means against 0: " + mean.String(), Verdict: mean.Verdict(),
	}, {
		Name: "covariance I", Section: section, Sentence: "Z has covariance I, whatever n",
		Measured: "variances against 1, covariances against 0: " + cov.String(), Verdict: cov.Verdict(),
	}}
	if a := t.Where("quantity", "atom"); a.Len() > 0 {
		d := atomDeviation(a)
		cs = append(cs, Claim{
			Name: "exactly so", Section: section,
			Sentence: "mean 0 and covariance I hold by construction, with N−1 in the denominator of Σ_x",
			Measured: fmt.Sprintf("mean and covariance of the %d values of Z at n = 1, as computed: 0 and I to %.1g", a.Len(), d),
			Verdict:  Less(d, 0, 1e-9, 1),
		})
	}
	cs = append(cs, Claim{
		Name: "skewness and kurtosis", Section: section,
		Sentence: "skewness and kurtosis of Z are those of batches of a finite population",
		Measured: "against their exact values: " + shape.String(), Verdict: shape.Verdict(),
	})
	for _, c := range []struct {
		name, sentence, expected string
		n                        []int
		verdict                  func(value, stderr float64) string
	}{
		{
			"far from Gaussian", "the distribution of Z is far from being Gaussian for small n", fmt.Sprintf("above %g", farFromNormal), small,
			func(value, stderr float64) string { return Greater(value, stderr, farFromNormal, 2) },
		}, {
			"close to Gaussian", "distributions close to Gaussian are obtained for n = 20–30", fmt.Sprintf("below %g", closeToNormal), large,
			func(value, stderr float64) string { return Less(value, stderr, closeToNormal, 2) },
		},
	} {
		for _, n := range c.n {
			if u := sim.Where("n", n); u.Len() > 0 {
				d, text := distance(u)
				if a := t.Where("n", n, "quantity", "atom").Len(); a > 0 {
					text += fmt.Sprintf("; Z takes %d values only", a)
				}
				cs = append(cs, Claim{
					Name: fmt.Sprintf("%s, n = %d", c.name, n), Section: section, Sentence: c.sentence,
					Measured: fmt.Sprintf("%s; expected a distance %s, a bound of ours", text, c.expected), Verdict: c.verdict(d.Value, d.StdErr),
				})
			}
		}
	}
	return cs
}

// distance is the largest Kolmogorov distance of the coordinates in the rows of one n, and what is to be said about their laws. It is the
// exact one where that is known and the draws agree with it.
func distance(u *table.Table) (worst estimate.Estimate, text string) {
	k := u.Where("quantity", "kolmogorov")
	var parts []string
	for i := range k.Len() {
		measured := estimate.Estimate{Value: k.Float(i, "value"), StdErr: k.Float(i, "stderr")}
		part := "Z"
		if k.Len() > 1 {
			part += []string{"₁", "₂"}[i]
		}
		part += fmt.Sprintf(": Kolmogorov distance %.4f ± %.4f", measured.Value, measured.StdErr)
		e := measured
		if x := k.Float(i, "exact"); !math.IsNaN(x) {
			part += fmt.Sprintf(" (exactly %.4f)", x)
			if math.Abs(measured.Z(x)) < 4 {
				e = estimate.Estimate{Value: x}
			}
		}
		if i == 0 || e.Value > worst.Value {
			worst = e
		}
		for _, quantity := range []string{"skewness", "excess kurtosis"} {
			v := u.Where("quantity", quantity, "coordinate", i+1)
			part += fmt.Sprintf(", %s %.3f ± %.3f (exactly %.3f)", quantity, v.Float(0, "value"), v.Float(0, "stderr"), v.Float(0, "exact"))
		}
		parts = append(parts, part)
	}
	return worst, strings.Join(parts, "; ")
}

// atomDeviation is the largest deviation of the atoms' mean from 0 and of their covariance from I.
func atomDeviation(a *table.Table) float64 {
	z := [][]float64{a.Floats("z")}
	if z2 := a.Floats("z2"); !math.IsNaN(z2[0]) {
		z = append(z, z2)
	}
	p, most := a.Floats("value"), 0.0
	for i := range z {
		mean := 0.0
		for l, w := range p {
			mean += float64(w * z[i][l])
		}
		most = max(most, math.Abs(mean))
		for j := range i + 1 {
			c := 0.0
			if i == j {
				c = -1
			}
			for l, w := range p {
				c += float64(w * float64(z[i][l]*z[j][l]))
			}
			most = max(most, math.Abs(c))
		}
	}
	return most
}

// Marginal is the histogram of a coordinate of Z in the rows t of one n, with error bars, the exact masses of its bins, and the normal density.
func (s Noise) Marginal(t *table.Table, coordinate int, sideways bool) []figure.Plotter {
	u := t.Where("quantity", "density", "coordinate", coordinate)
	if u.Len() == 0 {
		return nil
	}
	edges := s.Edges(u.Len())
	draws := figure.Style{Color: figure.Cycle(0).Color, Width: 0.6}
	ps := []figure.Plotter{
		figure.Histogram{Name: "draws of $Z$", Edges: edges, Heights: u.Floats("value"), Style: draws, Fill: figure.Tint(draws.Color, 0.3), Sideways: sideways},
	}
	if e := u.Floats("exact"); len(e) > 0 && !math.IsNaN(e[0]) {
		ps = append(ps, figure.Histogram{
			Name: "exact law of $Z$", Edges: edges, Heights: e, Sideways: sideways,
			Style: figure.Style{Width: 0.6, Dash: figure.Dashed},
		})
	}
	// error bars, and the density of N(0, 1)
	var bars, normal figure.Line
	add := func(l *figure.Line, z, density float64) {
		if sideways {
			z, density = density, z
		}
		l.X, l.Y = append(l.X, z), append(l.Y, density)
	}
	for i := range u.Len() {
		z, v, e := u.Float(i, "z"), u.Float(i, "value"), u.Float(i, "stderr")
		add(&bars, z, max(0, v-e))
		add(&bars, z, v+e)
		add(&bars, math.NaN(), math.NaN())
	}
	bars.Style = figure.Style{Color: draws.Color, Width: 0.8}
	for _, z := range LinSpace(edges[0], edges[len(edges)-1], 201) {
		add(&normal, z, vec.Exp(-0.5*z*z)/math.Sqrt(2*math.Pi))
	}
	normal.Name, normal.Style = "normal density", figure.Style{Color: figure.Cycle(6).Color, Width: 1}
	return append(ps, bars, normal)
}

// Edges are those of bins equal bins.
func (s Noise) Edges(bins int) []float64 {
	h := estimate.Histogram{Bins: bins, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	e := make([]float64, bins+1)
	for b := range e {
		e[b] = h.Edge(b)
	}
	return e
}

// Atoms shows the values that Z takes for n = 1, in the rows t of one n; there are none for other n. In one dimension they are stems, of the height by which
// each raises the bar of the histogram that it stands in; in two they are dots.
func (s Noise) Atoms(t *table.Table) []figure.Plotter {
	a := t.Where("quantity", "atom")
	if a.Len() == 0 {
		return nil
	}
	z, z2 := a.Floats("z"), a.Floats("z2")
	h := s.Histogram
	outside := 0
	for i := range z {
		if z[i] < h.Lo || z[i] >= h.Hi || z2[i] < h.Lo || z2[i] >= h.Hi {
			outside++
		}
	}
	name := fmt.Sprintf("the %d values of $Z$ for $n = 1$", a.Len())
	if outside > 0 {
		name += fmt.Sprintf(" (%d outside)", outside)
	}
	if !math.IsNaN(z2[0]) {
		return []figure.Plotter{figure.Line{Name: name, X: z, Y: z2, Style: figure.Style{Dash: figure.NoLine, Marker: figure.Circle, Size: 0.9}}}
	}
	width := (h.Hi - h.Lo) / float64(h.AtomBins)
	height := a.Floats("value")
	for i := range height {
		height[i] /= width
	}
	return []figure.Plotter{figure.Bars{Name: name, X: z, Y: height, Style: figure.Style{Width: 0.5}}}
}

// Title names a panel by its n, and says where Z takes few values.
func (s Noise) Title(t *table.Table, n int) string {
	title := fmt.Sprintf("$n = %d$", n)
	if a := t.Where("n", n, "quantity", "atom"); a.Len() > 0 {
		title += fmt.Sprintf(": %d values only", a.Len())
	}
	return title
}

// Headroom is the upper end of the axis of the density for the rows t: it leaves room for Shape.
func Headroom(t *table.Table) float64 {
	top := 0.4 // of the normal density
	for _, v := range t.Where("quantity", "density").Floats("value") {
		top = max(top, v)
	}
	return 1.35 * top
}

// Shape says in a panel how far the law of a coordinate of Z is from the normal one.
func Shape(t *table.Table, coordinate int) []figure.Plotter {
	var ps []figure.Plotter
	for i, q := range []struct{ quantity, name string }{
		{"skewness", "skewness"}, {"excess kurtosis", "excess kurtosis"}, {"kolmogorov", "Kolmogorov distance"},
	} {
		u := t.Where("quantity", q.quantity, "coordinate", coordinate)
		if u.Len() == 1 {
			ps = append(ps, figure.Text{
				X: 0.03, Y: 0.97 - float64(0.065*float64(i)), Relative: true, YAlign: 1, Size: 7,
				Text: fmt.Sprintf("%s $%s$", q.name, rounded(u.Float(0, "value"), u.Float(0, "stderr"))),
			})
		}
	}
	return ps
}

// rounded writes a number with one digit of its standard error.
func rounded(x, stderr float64) string {
	digits := 3
	if stderr > 0 && stderr < 1 {
		digits = min(6, int(math.Ceil(-math.Log10(stderr))))
	}
	return fmt.Sprintf(`%.*f \pm %.*f`, digits, x, digits, stderr)
}
