package experiment

import (
	"fmt"
	"strings"

	"adl/pkg/table"
)

// statuses are those of a point, in words.
var statuses = []struct{ status, words string }{
	{table.OK, "ok"},
	{table.Runaway, "without a stationary state"},
	{table.PredictedRunaway, "runaway by theory alone"},
	{table.Unsettled, "not settled"},
	{table.Unmixed, "not mixed"},
	{table.Diverged, "diverged"},
}

// summary tells in a line what came of the points that a figure shows, by their status; nothing if
// it shows none.
func summary(points map[string]string) string {
	if len(points) == 0 {
		return ""
	}
	drawn := "1 point drawn"
	if len(points) > 1 {
		drawn = fmt.Sprintf("%d points drawn", len(points))
	}
	var parts []string
	for _, s := range statuses {
		n := 0
		for _, status := range points {
			if status == s.status {
				n++
			}
		}
		switch {
		case n == len(points):
			return drawn + ", all " + s.words
		case n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", n, s.words))
		}
	}
	return drawn + ": " + strings.Join(parts, ", ")
}
