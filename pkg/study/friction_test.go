package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

func TestFrictionUnmarshalText(t *testing.T) {
	for _, name := range []string{"scalar", "layers", "diagonal", "full", "blocks-1", "blocks-10"} {
		var f Friction
		if err := f.UnmarshalText([]byte(name)); err != nil || string(f) != name {
			t.Errorf("%s: got %q, %v", name, f, err)
		}
	}
	for _, name := range []string{
		"", "Scalar", "none", "blocks", "blocks-", "blocks-0", "blocks--2", "blocks-x", "blocks-2x",
		"blocks-02", "blocks- 2", " full",
	} {
		var f Friction
		err := f.UnmarshalText([]byte(name))
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("unknown friction %q", name)) {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

// A name in a spec is read, and a wrong one is reported at its place.
func TestFrictionSpec(t *testing.T) {
	type keys struct {
		Friction []Friction `toml:"friction"`
	}
	f := func(_ *experiment.Context, s keys) (*table.Table, error) {
		if !slices.Equal(s.Friction, []Friction{Scalar, "blocks-10"}) {
			return nil, fmt.Errorf("got %q", s.Friction)
		}
		return nil, nil
	}
	studytest.Within(t, `friction = ["scalar", "blocks-10"]`, "", f)
	studytest.Within(t, `friction = ["scalar", "blocks-0"]`, `spec.toml:1: key "friction[1]": `, f)
}

func TestFrictionForm(t *testing.T) {
	network := &model.Network{Inputs: 2, Hidden: 3, X: make([]float64, 2), Y: make([]float64, 1)}
	for _, c := range []struct {
		f    Friction
		want dynamics.Form
	}{
		{Scalar, dynamics.Scalar{}}, {Diagonal, dynamics.Diagonal{}}, {Full, dynamics.Full{}},
		{"blocks-2", dynamics.BlockDiagonal{Order: 2}},
		{layers, dynamics.Layers{Sizes: network.Layers()}},
	} {
		form, err := c.f.Form(network)
		if err != nil || fmt.Sprintf("%#v", form) != fmt.Sprintf("%#v", c.want) {
			t.Errorf("%s: got %#v, %v", c.f, form, err)
		}
		if form.Name() != string(c.f) {
			t.Errorf("%s: the name is %q", c.f, form.Name())
		}
	}
	_, err := layers.Form(studytest.Gaussian())
	if want := "friction layers: the model has no layers"; err == nil || err.Error() != want {
		t.Errorf("a model without layers: %v, want %s", err, want)
	}
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "study: unknown friction") {
			t.Errorf("an unknown name: panic %v", r)
		}
	}()
	Friction("none").Form(network)
}

// Forms have a look each, in titles and styles, whether or not they have one of their own; that of
// the paper's forms does not depend on what else there is.
func TestFrictionStyle(t *testing.T) {
	all := []Friction{"blocks-2", Scalar, Diagonal, "blocks-10", Full, layers, "blocks-3"}
	styles, titles := map[figure.Style]Friction{}, map[string]bool{}
	for _, f := range all {
		s := f.Style(all)
		if other, ok := styles[s]; ok {
			t.Errorf("%s looks like %s", f, other)
		}
		styles[s] = f
		if title := f.Title(); titles[title] || !strings.Contains(title, `$\xi$`) {
			t.Errorf("%s: title %q", f, title)
		}
		titles[f.Title()] = true
	}
	for _, f := range []Friction{Scalar, Diagonal, Full, layers} {
		if f.Style(all) != f.Style(nil) || f.Style(all) != f.Style([]Friction{f}) {
			t.Errorf("the style of %s depends on the others", f)
		}
	}
	if s := Friction("blocks-2").Style([]Friction{"blocks-2"}); styles[s] != "blocks-2" {
		t.Error("the style of the first of the other forms depends on the others")
	}
}

// Scheme names the key of what is wrong: the friction, or the word.
func TestAdLScheme(t *testing.T) {
	scheme := func(kind Friction, word string) func(*experiment.Context, AdL) (*table.Table, error) {
		return func(c *experiment.Context, a AdL) (*table.Table, error) {
			a.Word = word
			s, err := a.Scheme(c, studytest.Gaussian(), kind, "eta", 0.1)
			form, _ := kind.Form(studytest.Gaussian())
			want := dynamics.Scheme{
				Word: word, Dt: 0.1, Friction: dynamics.AdL{Form: form, Gamma: 2, Eta: 3},
			}
			if err == nil && s != want {
				err = fmt.Errorf("got %+v, want %+v", s, want)
			}
			return nil, err
		}
	}
	const text = "scheme = \"O\"\ngamma = 2.0\neta = 3.0\n"
	studytest.Within(t, text, "", scheme(Scalar, "ODABADO"))
	studytest.Within(t, text, "", scheme("blocks-2", "BADODAB"))
	studytest.Within(t, text, `spec.toml:3: key "eta": friction layers: the model has no layers`,
		scheme(layers, "ODABADO"))
	studytest.Within(t, text, `spec.toml:1: key "scheme": scheme "OBABO" `, scheme(Full, "OBABO"))
}

// settled returns a chain of the mixture with a friction, for Settle.
func settled(form dynamics.Form) *simulate.Chain {
	return &simulate.Chain{
		Model: studytest.Mixture(200), N: 5, Sampling: minibatch.Without, BurnIn: 1,
		Scheme: dynamics.Scheme{
			Word: "ODABADO", Dt: 2e-3, Friction: dynamics.AdL{Form: form, Gamma: 1, Eta: 0.5},
		},
	}
}

func TestSettle(t *testing.T) {
	mean := []float64{3, 1, 1, 2}
	const epsilon = 200.0 * 195 / 5
	for _, form := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.BlockDiagonal{Order: 2}, dynamics.Full{},
	} {
		c := settled(form)
		want, ok := exact.MeanXi(form, mean, epsilon, 1, 2e-3)
		if !ok {
			t.Fatal("no mean")
		}
		Settle(c, mean, 5)
		if !slices.Equal(c.Xi, want) {
			t.Errorf("%s: ξ starts at %v, want %v", form.Name(), c.Xi, want)
		}
		f := c.Scheme.Friction.(dynamics.AdL)
		if time := exact.XiTime(f, mean, epsilon, 2e-3); c.BurnIn != 5*time {
			t.Errorf("%s: burn-in %g, relaxation time %g", form.Name(), c.BurnIn, time)
		}
		c.BurnIn = 1e6
		if Settle(c, mean, 5); c.BurnIn != 1e6 {
			t.Errorf("%s: the burn-in was shortened to %g", form.Name(), c.BurnIn)
		}
		c.Scheme.Dt = 2e-2 // s is 3.1 or more
		Settle(c, mean, 0)
		for i, x := range exact.ContinuousXi(form, mean, epsilon, 1, 2e-2) {
			if math.Abs(c.Xi[i]-x) > 1e-9 {
				t.Errorf("%s, s ≥ 1: entry %d of ξ starts at %v, want %v", form.Name(), i, c.Xi[i], x)
			}
		}
	}
}

// On the Gaussian posterior ξ is stationary for s < 1, and for s > 1 it grows by (s − 1)/η per unit
// of time, and a little more, whatever the form.
func TestGrowing(t *testing.T) {
	for _, form := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}, dynamics.BlockDiagonal{Order: 1},
	} {
		for _, s := range []float64{0.3, 0.8, 1.5} {
			t.Run(fmt.Sprintf("%s s=%g", form.Name(), s), func(t *testing.T) {
				c, law := studytest.GaussianChain(form, s)
				dt := c.Scheme.Dt
				Settle(c, []float64{law.V / (1 - law.A*dt*dt/4)}, 4)
				x := studytest.Run(t, c)
				xi := x.Blocks(dynamics.Xi{}, 0)
				trend := xi.Trend()
				want, guide := table.OK, table.PredictedRunaway
				if s > 1 {
					want, guide = table.Runaway, table.Runaway
				}
				if x.Growing() != (s > 1) {
					t.Errorf("growing %v: trend %v, mean %v", x.Growing(), trend, xi.Mean())
				}
				for _, c := range []struct {
					lambda float64
					want   string
				}{{law.V, want}, {1e3, guide}} {
					row := table.Row{"status": table.OK}
					got := Classify(row, x, []float64{c.lambda}, Varying, 1)
					if criterion := exact.BatchNoise(9900, dt, c.lambda); row["status"] != c.want ||
						row["s"] != criterion || got != criterion {
						t.Errorf("λ = %g: %v, s = %g, want %s, %g", c.lambda, row, got, c.want, criterion)
					}
				}
				if growth := trend.Value / 50; s > 1 && (growth < s-1 || growth > 1.5*(s-1)) {
					t.Errorf("ξ grows by %g per unit of time, want about %g", growth, s-1)
				}
			})
		}
	}
}

// Only entries on the diagonal decide whether ξ grows.
func TestGrowingDiagonal(t *testing.T) {
	for _, form := range []dynamics.Form{dynamics.Full{}, dynamics.BlockDiagonal{Order: 2}} {
		for _, entry := range []int{0, 1, 2} { // 11, 12, 22
			c := settled(form)
			c.T, c.Every, c.Replicas, c.Blocks = 64*4*2e-3, 2e-3, 64, 4
			c.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}}
			s1, s2 := make([]float64, 3*4*64), make([]float64, 3*4*64)
			for b := range 4 {
				for r := range 64 {
					k := (entry*4+b)*64 + r
					s1[k] = float64(b)
					s2[k] = s1[k] * s1[k]
				}
			}
			x := studytest.Read(t, c, table.Archive{
				{Name: "about", Data: []int64{int64(c.Units()), 0}},
				{Name: "0.s1", Shape: []int{3, 4, 64}, Data: s1},
				{Name: "0.s2", Shape: []int{3, 4, 64}, Data: s2},
			})
			if got := x.Growing(); got != (entry != 1) {
				t.Errorf("%s: entry %d grows: %v", form.Name(), entry, got)
			}
		}
	}
}

// The rows about ξ are named by the places of its entries, with the exact means and variances.
func TestXiRows(t *testing.T) {
	mean := []float64{3, 1, 1, 2}
	boxes := dynamics.Boxes{Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1, 1}}
	for _, c := range []struct {
		form     dynamics.Form
		extended bool
		want     []string // quantities
		places   []int    // of the means in ξ
	}{
		{dynamics.Scalar{}, false, []string{"xi", "var xi"}, []int{0}},
		{dynamics.Layers{Sizes: []int{2}}, false, []string{"xi", "var xi"}, []int{0}},
		{dynamics.Diagonal{}, false, []string{"xi 11", "var xi 11", "xi 22", "var xi 22"}, []int{0, 3}},
		{dynamics.Full{}, false,
			[]string{"xi 11", "var xi 11", "xi 12", "var xi 12", "xi 22", "var xi 22"}, []int{0, 1, 3}},
		{dynamics.BlockDiagonal{Order: 2}, true, []string{"xi 11", "xi 12", "xi 22"}, []int{0, 1, 3}},
	} {
		x := settled(c.form)
		Settle(x, mean, 0)
		x.T, x.Every, x.Replicas, x.Blocks = 64*8*2e-3, 2e-3, 64, 4
		if c.extended {
			coef := slices.Repeat([][]float64{mean}, 4)
			x.Scheme.Friction = dynamics.Extended{
				Base: x.Scheme.Friction.(dynamics.AdL), Basis: boxes, Xi0: coef,
			}
		}
		x.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}}
		p := Point{minibatch.Without, 2e-3, 5, x.Sampling.Epsilon(200, 5)}
		tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact")...)
		samples := studytest.Run(t, x)
		XiRows(tab, p.Row("AdL"), samples, mean, Constant)
		name := x.Scheme.Friction.Key()["is"]
		if got := tab.Strings("quantity"); !slices.Equal(got, append(c.want, "R-hat xi")) {
			t.Errorf("%v %s: rows %q, want %q", name, c.form.Name(), got, c.want)
			continue
		}
		frozen, _ := exact.MeanXi(c.form, mean, p.Epsilon, 1, 2e-3)
		for k, place := range c.places {
			per := len(c.want) / len(c.places)
			measured := samples.Blocks(dynamics.Xi{}, k)
			studytest.Near(t, c.want[per*k], tab.Float(per*k, "exact"), frozen[place], 0)
			studytest.Near(t, c.want[per*k], tab.Float(per*k, "value"), measured.Mean().Value, 0)
			if per == 1 {
				continue
			}
			v := 2.0 // 1/η
			if place == 1 {
				v = 1
			}
			studytest.Near(t, c.want[per*k+1], tab.Float(per*k+1, "exact"), v, 0)
			studytest.Near(t, c.want[per*k+1], tab.Float(per*k+1, "value"), measured.Variance().Value, 0)
		}
		// no stationary state, no exact mean
		XiRows(tab, p.Row("AdL"), samples, []float64{1e9, 0, 0, 1e9}, Constant)
		if v := tab.Cell(len(c.want)+1, "exact"); v != "" {
			t.Errorf("%s, s ≥ 1: the exact mean is %s", c.form.Name(), v)
		}
		// where Σ_x varies, what theory says is a prediction
		guide := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact")...)
		XiRows(guide, p.Row("AdL"), samples, mean, Varying)
		predicted := guide.Where("source", table.Prediction)
		if !slices.Equal(predicted.Strings("quantity"), c.want) ||
			len(guide.Distinct("exact")) > 0 || guide.Len() != 2*len(c.want)+1 {
			t.Errorf("%s: predictions %q of %d rows, exact %q", c.form.Name(),
				predicted.Strings("quantity"), guide.Len(), guide.Distinct("exact"))
		}
		for k := range c.want {
			studytest.Near(t, c.want[k], predicted.Float(k, "value"), tab.Float(k, "exact"), 0)
		}
	}
}
