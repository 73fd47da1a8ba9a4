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

// The numbers that captions state are those of the committed tables.
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
	for figure, says := range map[string]func(u *table.Table) []string{
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
			laplace := slices.Max(values(u, "method", "Laplace", "quantity", "error"))
			langevin := slices.Max(values(u, "method", "Langevin", "quantity", "error"))
			return []string{
				fmt.Sprintf("by %.0f %%", 100*laplace),
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
			u = u.Where("quantity", "mean xi", "status", table.OK)
			least := math.Inf(1)
			for i := range u.Len() {
				least = min(least, u.Float(i, "burn_in")/u.Float(i, "xi_time"))
			}
			return []string{fmt.Sprintf("at least %.1f relaxation times", least)}
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
