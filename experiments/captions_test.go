package experiments

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// Captions agree with the committed tables: numbers, and facts that decide on words.
func TestCaptions(t *testing.T) {
	one := func(u *table.Table, conditions ...any) float64 {
		x, ok := u.Lookup("value", conditions...)
		if !ok {
			t.Errorf("no row %v", conditions)
		}
		return x
	}
	values := func(u *table.Table, conditions ...any) []float64 {
		return u.Where(conditions...).Floats("value")
	}
	fact := func(ok bool, text string) string {
		if !ok {
			t.Errorf("the tables do not say %q", text)
		}
		return text
	}
	exact := func(u *table.Table, quantity string) string {
		v := u.Where("quantity", quantity, "sampling", "without")
		var x [3]float64
		for i, n := range []int{1, 2, 30} {
			x[i], _ = v.Lookup("exact", "n", n)
		}
		return strings.ReplaceAll(fmt.Sprintf("%.3f, %.3f and %.3f", x[0], x[1], x[2]), "-", "−")
	}
	ratio := func(v []float64) float64 { return slices.Max(v) / slices.Min(v) }
	for figure, says := range map[string]func(u *table.Table) []string{
		"fig01": func(u *table.Table) []string {
			d := u.Where("quantity", "kolmogorov", "sampling", "without")
			return []string{
				fact(one(d, "n", 1) > 0.03 && one(d, "n", 2) < 0.02 && one(d, "n", 30) < 0.005,
					"a few steps for n = 1, close to the curve for the others"),
				"n = 1, 2 and 30 data",
				"the skewness is " + exact(u, "skewness"),
				"the excess kurtosis " + exact(u, "excess kurtosis"),
				"the Kolmogorov distance D to the normal distribution " + exact(u, "kolmogorov"),
			}
		},
		"fig03": func(u *table.Table) []string {
			u = u.Where("quantity", "variance error", "source", table.Exact)
			slopes := map[string][]float64{}
			for _, method := range u.Distinct("method") {
				for _, dt := range u.Distinct("dt") {
					v := u.Where("method", method, "dt", dt).Sort("epsilon")
					y, x, step := v.Floats("value"), v.Floats("epsilon"), v.Float(0, "dt")
					for i := range y[1:] {
						slopes[method+dt] = append(slopes[method+dt], (y[i+1]-y[0])/((x[i+1]-x[0])*step))
					}
					fact(ratio(slopes[method+dt]) < 1.001, "straight: "+method+", Δt = "+dt)
					slopes[method] = append(slopes[method], slopes[method+dt]...)
				}
			}
			return []string{
				fact(ratio(slopes["SGLD"]) > 1.2 && ratio(slopes["Langevin"]) < 1.01,
					"one for each time step of SGLD and one for all time steps of Langevin dynamics"),
			}
		},
		"fig05": func(u *table.Table) []string {
			u = u.Where("quantity", "variance error", "epsilon", 9900)
			adl := one(u, "method", "AdL", "dt", 0.001, "source", table.Simulation)
			low := u.Where("method", "AdL", "dt", 0.005)
			return []string{
				fact(one(u, "method", "Langevin", "dt", 0.001) > 1000*math.Abs(adl),
					"far below the straight line"),
				fmt.Sprintf("the error is %.1f standard errors below its curve",
					low.Estimate(0).Z(low.Float(0, "exact"))),
			}
		},
		"fig08": func(u *table.Table) []string {
			for _, k := range []int{3, 44} {
				variance := one(u, "method", "Laplace", "quantity", "variance", "component", k)
				normal := 1 / math.Sqrt(2*math.Pi*variance)
				peak := func(friction string) float64 { // over that of the normal density
					v := u.Where("quantity", "density", "component", k)
					return slices.Max(values(v, "friction", friction)) / normal
				}
				fact(peak("scalar") > 1.1 && peak("diagonal") > 1.1,
					fmt.Sprintf("a scalar and a diagonal friction are too narrow in component %d", k))
				fact(math.Abs(peak("full")-1) < 0.07, fmt.Sprintf("a full friction agrees in component %d", k))
			}
			return []string{"of a scalar and of a diagonal friction are too narrow", "Nd = 12,251"}
		},
		"fig09": func(u *table.Table) []string {
			u = u.Where("quantity", "Sigma", "method", "Laplace").Filter(func(i int) bool {
				return u.Cell(i, "i") == u.Cell(i, "j")
			})
			return []string{
				fmt.Sprintf("differ by a factor of %.1f", ratio(values(u, "scaling", "whiten"))),
				fact(math.Abs(math.Log10(ratio(values(u, "scaling", "scale")))-2) < 0.2,
					"fall by two orders of magnitude"),
			}
		},
		"fig11": func(u *table.Table) []string {
			return []string{fmt.Sprintf("Nd = %d points", len(values(u, "quantity", "x1")))}
		},
		"fig14": func(u *table.Table) []string {
			u = u.Where("quantity", "L1", "status", table.OK)
			for _, n := range []int{5, 15} {
				for _, dt := range []float64{0.002, 0.005} {
					v := u.Where("n", n, "dt", dt)
					fall := func(a, b int) float64 { return one(v, "K", a) / one(v, "K", b) }
					fact(fall(0, 15) > 30 && fall(15, 35) < fall(0, 15)/5,
						fmt.Sprintf("n = %d, Δt = %g: the error falls up to K = 15", n, dt))
				}
			}
			for _, dt := range []float64{0.002, 0.005} {
				small := u.Where("n", 1, "dt", dt/5, "K", 15).Estimate(0)
				large := u.Where("n", 5, "dt", dt, "K", 15).Estimate(0)
				fact(math.Abs(small.Value-large.Value) < 2*math.Hypot(small.StdErr, large.StdErr),
					fmt.Sprintf("K = 15: Δt = %g at n = 5 as a fifth of it at n = 1", dt))
			}
			return []string{
				"the error falls steeply up to K = 15",
				"it is the same for n = 1 as for n = 5 with five times the time step",
			}
		},
		"fig15": func(u *table.Table) []string {
			u = u.Where("quantity", "projection error")
			fall := func(k string) float64 { return ratio(values(u, "friction", k)) }
			v := values(u, "friction", "full")
			return []string{
				fact(fall("full") > 40 && fall("diagonal") < 1.02 && fall("scalar") < 1.02,
					"it falls steeply for full coefficients and hardly at all for diagonal and scalar"),
				fmt.Sprintf("it is %.2g, %.2g, %.2g and %.2g", v[0], v[1], v[2], v[3]),
			}
		},
		"study-covariance": func(u *table.Table) []string {
			most := slices.Max(values(u, "quantity", "relative deviation of Sigma_x"))
			varies := func(k string) float64 {
				v := values(u.Where("quantity", "largest over least Sigma_x"+k), "region", "99 %")
				slices.Sort(v)
				return v[len(v)/2]
			}
			return []string{
				fact(most < 0.3, "within 30 % of its mean for all of them"),
				fact(varies("11") < 3 && varies("22") > 2, "vary by a factor of two to three"),
			}
		},
		"study-eta": func(u *table.Table) []string {
			u = u.Where("quantity", "crossings", "friction", "scalar")
			most := 0.0
			for _, data := range []int{382, 2} {
				for _, n := range u.Where("data", data).Distinct("n") {
					v := values(u, "data", data, "n", n) // at η = 0.1, 1 and 10
					if v[2] > 0 {
						most = max(most, v[0]/v[2])
					}
				}
			}
			return []string{fact(4.5 < most && most < 5.5, "rarer by a factor of up to five")}
		},
		"study-frozen-xi": func(u *table.Table) []string {
			step := one(read(t, "../results/paper/fig05.csv"), "method", "Langevin", "epsilon", 0,
				"quantity", "variance error", "dt", 0.005)
			more := func(n int) string {
				e := u.Where("quantity", "variance error", "method", "AdL", "dt", 0.005, "n", n).Estimate(0)
				return fmt.Sprintf("%.1f ± %.1f times", (e.Value-step)/step, e.StdErr/math.Abs(step))
			}
			for _, dt := range []float64{0.015, 0.02} {
				v := u.Where("quantity", "variance error", "method", "AdL", "dt", dt, "n", 2)
				off := v.Float(0, "value")/v.Float(0, "exact") - 1
				fact(0.0005 < off && off < 0.0025, "off by 0.1 to 0.2 per cent")
			}
			return []string{
				"batches add " + more(1), "and " + more(2), "off by 0.1 to 0.2 per cent of the error",
			}
		},
		"study-gamma-eta": func(u *table.Table) []string {
			for _, quantity := range []string{"theta", "theta^2"} {
				v := u.Where("quantity", "asymptotic variance of "+quantity)
				r := one(v, "gamma", 1, "eta", 1) / slices.Min(v.Floats("value"))
				fact(9 < r && r < 11, quantity+": about ten times the smallest")
			}
			return []string{"about ten times the smallest"}
		},
		"study-samplings": func(u *table.Table) []string {
			v := u.Where("quantity", "variance error", "run", "samplings")
			most := 0.0
			for i := range v.Len() {
				most = max(most, math.Abs(v.Float(i, "value")/v.Float(i, "exact")-1))
			}
			return []string{fact(0.01 < most && most < 0.045, "Within one to four per cent")}
		},
		"fig06": func(u *table.Table) (text []string) {
			for _, mode := range []string{"1", "2"} {
				v := u.Where("mode", mode)
				text = append(text, fmt.Sprintf("(%.2f, %.2f) with weight %.2f",
					one(v, "quantity", "theta1"), one(v, "quantity", "theta2"),
					one(v, "quantity", "weight")))
			}
			return text
		},
		"fig07": func(u *table.Table) []string {
			u = u.Where("quantity", "L1", "friction", "scalar")
			return []string{
				fmt.Sprintf("saturates at %.2f", slices.Max(values(u, "source", table.Prediction))),
				fmt.Sprintf("errors reach %.1f", slices.Max(values(u, "status", table.OK,
					"source", table.Simulation))),
			}
		},
		"fig10": func(u *table.Table) []string {
			laplace := slices.Min(values(u, "method", "Laplace", "quantity", "signed error"))
			langevin := slices.Max(values(u, "method", "Langevin", "quantity", "error"))
			return []string{
				fmt.Sprintf("by %.0f %%", -100*laplace),
				fmt.Sprintf("go on to %.0f", 1000*math.Round(langevin/1000)),
			}
		},
		"fig12": func(u *table.Table) (text []string) {
			for friction, n := range map[string]string{
				"scalar": "n = 1 for every form", "diagonal": "n = 5 and 25 for a diagonal one",
				"layers": "n = 5 for one number for each layer",
			} {
				v := u.Where("quantity", "density", "friction", friction, "dt", 1e-2)
				got := v.Where("status", table.Runaway).Distinct("n")
				want := map[string]string{"scalar": "1", "diagonal": "1 5 25", "layers": "1 5"}[friction]
				if strings.Join(got, " ") != want {
					t.Errorf("fig12: %s has no stationary state at n = %v, want %s", friction, got, want)
				}
				text = append(text, n)
			}
			return text
		},
		"fig13": func(u *table.Table) []string {
			reference := u.Where("quantity", "mean xi", "friction", "scalar", "n", 500, "dt", 1e-3)
			return []string{
				fact(reference.Cell(0, "status") == table.Unmixed,
					"The reference at Δt = 10⁻³ is itself marked"),
				fact(u.Where("n", 250, "dt", 1e-3).Len() == 0, "At this time step n = 250 was not run"),
			}
		},
	} {
		caption, err := os.ReadFile(figure + "/caption.txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range says(read(t, "../results/paper/"+figure+".csv")) {
			if !strings.Contains(string(caption), text) {
				t.Errorf("the caption of %s does not say %q, as its table does", figure, text)
			}
		}
	}
}
