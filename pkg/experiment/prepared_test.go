package experiment

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"adl/pkg/dataset"
)

// What the submitting program computes its jobs find; where they do not, they compute it.
func TestPrepared(t *testing.T) {
	type numbers struct {
		X []float64
		L labelled
	}
	data := dataset.Labelled{Z: []float32{1, -2.5, 3e-40}, D: 3, Y: []float64{1}, Origin: "a"}
	want := numbers{[]float64{0.1, 3}, newLabelled(data)}
	calls := 0
	compute := func() (numbers, error) {
		calls++
		return want, nil
	}
	submits := &Context{prepared: map[string][]byte{}}
	job := &Context{find: func(name string) ([]byte, bool) {
		b, ok := submits.prepared[name]
		return b, ok
	}}
	for _, c := range []struct {
		where *Context
		name  string
		calls int
	}{{submits, "a", 1}, {job, "a", 1}, {job, "b", 2}, {&Context{}, "a", 3}} {
		got, err := Prepared(c.where, c.name, compute)
		if err != nil || !reflect.DeepEqual(got, want) || calls != c.calls {
			t.Errorf("%s: %v, %v, after %d calls", c.name, got, err, calls)
		}
	}
	if got := want.L.data(); got.Digest() != data.Digest() || got.Origin != "a" {
		t.Errorf("got %v", got)
	}

	broken := errors.New("broken")
	fails := func() (numbers, error) { return numbers{}, broken }
	if _, err := Prepared(submits, "c", fails); err != broken || submits.prepared["c"] != nil {
		t.Errorf("%v is prepared", err)
	}
	submits.prepared["a"] = submits.prepared["a"][:20]
	if _, err := Prepared(job, "a", compute); err == nil || !strings.Contains(err.Error(),
		"prepared: a: ") {
		t.Errorf("half of it: %v", err)
	}
}
