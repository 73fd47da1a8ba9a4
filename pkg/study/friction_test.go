package study

import (
	"fmt"
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
	read := func(_ *experiment.Context, s keys) ([]Friction, error) { return s.Friction, nil }
	const text = `friction = ["scalar", "blocks-10"]`
	if f := studytest.Of(t, text, read); !slices.Equal(f, []Friction{Scalar, "blocks-10"}) {
		t.Errorf("got %q", f)
	}
	studytest.Mistakes(t, text, read,
		[3]string{"blocks-10", "blocks-0", `spec.toml:1: key "friction[1]": `})
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
	m := studytest.Gaussian()
	for _, c := range []struct {
		kind       Friction
		word, want string
	}{
		{Scalar, "ODABADO", ""}, {"blocks-2", "BADODAB", ""},
		{layers, "ODABADO", `spec.toml:3: key "eta": friction layers: the model has no layers`},
		{Full, "OBABO", `spec.toml:1: key "scheme": scheme "OBABO" `},
	} {
		text := fmt.Sprintf("scheme = %q\ngamma = 2.0\neta = 3.0\n", c.word)
		studytest.Within(t, text, c.want, func(x *experiment.Context, a AdL) (any, error) {
			s, err := a.Scheme(x, m, c.kind, "eta")
			form, _ := c.kind.Form(m)
			want := dynamics.Scheme{Word: c.word, Friction: dynamics.AdL{Form: form, Gamma: 2, Eta: 3}}
			if err == nil && s != want {
				t.Errorf("got %+v, want %+v", s, want)
			}
			return nil, err
		})
	}
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
			studytest.Near(t, form.Name()+", s ≥ 1: ξ at the start", c.Xi[i], x, 1e-9)
		}
	}
}

// The rows about ξ are named by the places of its entries. Beside each, in a row of its own, is what
// theory says, but for the mean where there is no stationary state.
func TestXiRows(t *testing.T) {
	mean := []float64{3, 1, 1, 2}
	for _, c := range []struct {
		form   dynamics.Form
		names  []string
		places []int // in ξ
	}{
		{dynamics.Scalar{}, []string{""}, []int{0}},
		{dynamics.Layers{Sizes: []int{2}}, []string{""}, []int{0}},
		{dynamics.Diagonal{}, []string{" 11", " 22"}, []int{0, 3}},
		{dynamics.Full{}, []string{" 11", " 12", " 22"}, []int{0, 1, 3}},
		{dynamics.BlockDiagonal{Order: 2}, []string{" 11", " 12", " 22"}, []int{0, 1, 3}},
	} {
		x := settled(c.form)
		Settle(x, mean, 0)
		x.T, x.Every, x.Replicas, x.Blocks = 64*8*2e-3, 2e-3, 64, 4
		x.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}}
		samples := studytest.Run(t, x)
		frozen, _ := exact.MeanXi(c.form, mean, x.Epsilon(), 1, 2e-3)
		rows := func(sigma []float64, variances bool) *table.Table {
			t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"})...)
			XiRows(t, Point{x.Sampling, 2e-3, 5, x.Epsilon()}.Row("AdL"), samples, sigma, variances)
			return t
		}
		all, means, unstable := rows(mean, true), rows(mean, false), rows([]float64{1e9, 0, 0, 1e9}, true)
		check := func(tab *table.Table, quantity, source string, want float64) {
			t.Helper()
			u := tab.Where("quantity", quantity, "source", source)
			if u.Len() != 1 || u.Float(0, "value") != want {
				t.Errorf("%s: %s of %s: %q, want %g", c.form.Name(), source, quantity,
					u.Strings("value"), want)
			}
		}
		for k, name := range c.names {
			b, v := samples.Blocks(dynamics.Xi{}, k), 2.0 // 1/η
			if c.places[k] == 1 {
				v = 1
			}
			for _, tab := range []*table.Table{all, means} {
				check(tab, "xi"+name, table.Simulation, b.Mean().Value)
				check(tab, "xi"+name, table.Prediction, frozen[c.places[k]])
			}
			check(all, "var xi"+name, table.Simulation, b.Variance().Value)
			check(all, "var xi"+name, table.Prediction, v)
		}
		n := len(c.names)
		if all.Len() != 4*n || means.Len() != 2*n || unstable.Len() != 3*n ||
			unstable.Where("quantity", "xi"+c.names[0]).Len() != 1 {
			t.Errorf("%s: %d rows, %d without variances, %d without a stationary state", c.form.Name(),
				all.Len(), means.Len(), unstable.Len())
		}
		samples.Diverged = true
		if u := rows(mean, true); u.Len() != 0 {
			t.Errorf("%s: %d rows of a run that diverged", c.form.Name(), u.Len())
		}
	}
	if got := EntryNames(dynamics.Scalar{}, 1); !slices.Equal(got, []string{""}) {
		t.Errorf("one dimension: %q", got)
	}
}
