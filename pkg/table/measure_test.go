package table

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"adl/pkg/estimate"
)

func TestMeasure(t *testing.T) {
	u := New(Columns([]string{"n"}, "exact", "raw", "floor")...)
	row := Row{"n": 3, "status": OK, "source": Simulation, "exact": 7}
	u.Measure(row, "mean", estimate.Estimate{Value: 0.5, StdErr: 0.1}, 0.25)
	u.AddValue(row, "crossings", 12)
	u.MeasureL1(row, "L1", estimate.L1{Raw: 3, Floor: 2, Corrected: 1, StdErr: 0.5})
	u.Measure(row, "variance", estimate.Unknown(), math.NaN())
	var b strings.Builder
	if err := u.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	const want = `n,epsilon,quantity,value,stderr,status,source,exact,raw,floor
3,,mean,0.5,0.1,ok,simulation,0.25,,
3,,crossings,12,0,ok,simulation,,,
3,,L1,1,0.5,ok,simulation,,3,2
3,,variance,NaN,NaN,ok,simulation,,,
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if len(row) != 4 || row["exact"] != 7 {
		t.Errorf("Measure changed its row: %v", row)
	}
	panics(t, `there is no column "exact"`, func() {
		New(Columns(nil)...).Measure(Row{}, "mean", estimate.Estimate{}, 1)
	})
}

func TestEstimate(t *testing.T) {
	u := New("n", "value", "stderr")
	u.Add(Row{"n": 1, "value": 0.5, "stderr": 0.1})
	u.Add(Row{"n": 2, "value": 0.5})
	u.Add(Row{"n": 2})
	if e := u.Estimate(0); e != (estimate.Estimate{Value: 0.5, StdErr: 0.1}) {
		t.Errorf("got %v", e)
	}
	if e := u.Estimate(1); e.Value != 0.5 || !math.IsNaN(e.StdErr) {
		t.Errorf("got %v without stderr", e)
	}
	if e, ok := u.LookupEstimate("n", 1); !ok || e != u.Estimate(0) {
		t.Errorf("got %v, %v", e, ok)
	}
	if e, ok := u.LookupEstimate("n", 3); ok || !math.IsNaN(e.Value) || !math.IsNaN(e.StdErr) {
		t.Errorf("got %v, %v for no row", e, ok)
	}
	panics(t, "2 rows", func() { u.LookupEstimate("n", 2) })
}

// panics checks that f panics with a message of this package that contains want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		r := fmt.Sprint(recover())
		if !strings.HasPrefix(r, "table: ") || !strings.Contains(r, want) {
			t.Errorf("panic %q, want %q in it", r, want)
		}
	}()
	f()
}
