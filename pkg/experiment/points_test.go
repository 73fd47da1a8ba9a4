package experiment

import (
	"testing"

	"adl/pkg/table"
)

func TestSummary(t *testing.T) {
	for want, points := range map[string]map[string]string{
		"":                       nil,
		"1 point drawn, all ok":  {"a": table.OK},
		"2 points drawn, all ok": {"a": table.OK, "b": table.OK},
		"2 points drawn, all not settled": {
			"a": table.Unsettled, "b": table.Unsettled,
		},
		"7 points drawn: 2 ok, 1 without a stationary state, 1 runaway by theory alone, " +
			"1 not settled, 1 not mixed, 1 diverged": {
			"a": table.Diverged, "b": table.Unmixed, "c": table.Unsettled, "d": table.OK,
			"e": table.PredictedRunaway, "f": table.Runaway, "g": table.OK,
		},
	} {
		if got := summary(points); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
