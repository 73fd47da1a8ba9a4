package study

import (
	"testing"

	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study/studytest"
)

const gridText = `n = [1, 5]
dt = [0.1, 0.2]
sampling = ["with", "without"]
`

func TestPoints(t *testing.T) {
	points := func(total int) func(*experiment.Context, Grid) ([]Point, error) {
		return func(c *experiment.Context, g Grid) ([]Point, error) { return g.Points(c, "", total) }
	}
	ps := studytest.Of(t, gridText, points(10))
	if len(ps) != 8 {
		t.Fatal(ps)
	}
	for i, want := range map[int]Point{
		0: {minibatch.With, 0.1, 1, 90},
		3: {minibatch.With, 0.2, 5, 10 * 9 / 5.0},
		5: {minibatch.Without, 0.1, 5, 10 * 5 / 5.0},
	} {
		if ps[i] != want {
			t.Errorf("point %d: got %+v, want %+v", i, ps[i], want)
		}
	}
	// the key of an n that cannot be drawn; with replacement it can
	studytest.Within(t, gridText, `spec.toml:1: key "n[1]": `, points(4))
	studytest.Mistakes(t, gridText, points(4), [3]string{`, "without"`, "", ""})
	// no more than n data at a Δt
	ps = studytest.Of(t, gridText+"most = [{dt = 0.1, n = 4}]\n", points(10))
	if len(ps) != 6 || ps[1].Dt != 0.2 {
		t.Error(ps)
	}
	studytest.Within(t, gridText+"most = [{dt = 0.3, n = 4}]\n",
		`spec.toml:4: key "most[0].dt": expected a Δt of the grid, got 0.3`, points(10))
}

// An n for which there are no batches is an error about a key.
func TestNewPoint(t *testing.T) {
	text := gridText + "[[most]]\ndt = 0.1\nn = 9\n"
	for _, c := range []struct {
		key      string
		sampling minibatch.Sampling
		want     string
	}{
		{"dt", minibatch.With, ""}, {"dt", minibatch.Without, `spec.toml:2: key "dt": sampling `},
		{"most[0].n", minibatch.Without, `spec.toml:6: key "most[0].n": sampling without replacement ` +
			`requires n ≤ Nd = 4, got 9`},
	} {
		studytest.Within(t, text, c.want, func(x *experiment.Context, _ Grid) (Point, error) {
			return NewPoint(x, c.key, c.sampling, 4, 9, 0.1)
		})
	}
}
