package sweep

import (
	"context"
	"errors"
	"testing"
)

// checker is a task with checks.
type checker struct {
	*task
	checks []Check
}

func (c checker) Checks() []Check { return c.checks }

// Checks of a name are made once, and before anything is computed or read. The first that fails
// ends the run.
func TestChecks(t *testing.T) {
	made := map[string]int{}
	wrong := errors.New("wrong")
	named := func(name string, err error) Check {
		return Check{name, func() error { made[name]++; return err }}
	}
	ts := squares(4)
	good := []Check{named("a", nil), named("b", nil)}
	right := []Task{checker{ts[0], good}, ts[1], checker{ts[2], good[:1]}}
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}}
	for range 2 { // the second time the results are there
		clear(made)
		if _, err := Run(context.Background(), right, o); err != nil {
			t.Fatal(err)
		}
		if len(made) != 2 || made["a"] != 1 || made["b"] != 1 {
			t.Errorf("checks were made so often: %v", made)
		}
	}
	o.Found = func(key string) { t.Errorf("%s is looked for", key) }
	bad := checker{ts[3], []Check{named("c", wrong), named("d", wrong)}}
	if r, err := Run(context.Background(), append(right, bad), o); err != wrong || r != nil {
		t.Errorf("got %v, %v, want the error of the check", r, err)
	}
	if made["c"] != 1 || made["d"] != 0 {
		t.Errorf("after a check that failed: %v", made)
	}
	if n := ts[0].runs.Load(); n != 3 {
		t.Errorf("%d tasks were run, want 3", n)
	}
}
