package model

import (
	"fmt"
	"strings"
	"testing"

	"adl/pkg/spec"
)

// KeyOf accepts values that a key can distinguish, and panics at others.
func TestKeyOf(t *testing.T) {
	type number struct{ Value float64 }
	type all struct {
		SigmaTheta float32
		N          int
		Word       string `key:"is in words"`
		Means      [2][]float64
		New        float64 `key:"new,omitempty"`
		Of         Model
		Prior      number
		Data       []float64          `key:"-"`
		cache      map[string]float64 `key:"-"`
	}
	m := &all{2, 3, "w", [2][]float64{{1}, {}}, 0, &Logistic{D: 5}, number{7}, []float64{8}, nil}
	got, err := spec.Canonical(KeyOf("all", m))
	const want = `{"is":"all","is in words":"w","means":[[1],[]],"n":3,"of":{"d":5,"is":"logistic"},` +
		`"prior_value":7,"sigma_theta":2}`
	if string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	m.New = 9
	if got, _ := spec.Canonical(KeyOf("all", m)); !strings.Contains(string(got), `"new":9`) {
		t.Errorf("%s, want the new field", got)
	}
	for _, c := range []struct {
		m    any
		want string
	}{
		{&struct{ Of func() }{}, "field Of of struct { Of func() } is a func()"},
		{struct{ C chan int }{}, "field C of struct { C chan int } is a chan int"},
		{&struct{ M map[string]int }{}, "is a map"},
		{&struct{ P *number }{}, "is a *model.number"},
		{&struct{ L []*number }{}, "is a []*model.number"},
		{&struct{ M Model }{}, "is a model.Model"},
		{&struct{ n int }{}, "field n of struct { n int } is not exported"},
		{&struct{ Sub struct{ n int } }{}, "field n of struct { n int } is not exported"},
		{&struct{ Is string }{}, "field Is of struct { Is string } has the key of another: is"},
	} {
		func() {
			defer func() {
				r := fmt.Sprint(recover())
				if !strings.HasPrefix(r, "model: KeyOf: ") || !strings.Contains(r, c.want) {
					t.Errorf("%T: panic %q, want %q in it", c.m, r, c.want)
				}
			}()
			KeyOf("it", c.m)
		}()
	}
}
