package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"adl/pkg/estimate"
	"adl/pkg/table"
	"adl/pkg/work"
)

// maxLines bounds the lines of a summary; the table has all runs.
const maxLines = 40

// summary is what a sweep prints at its end: names, and the cells of a line for each run, with its
// parameters, the largest error of a mean and of a variance, the least effective samples a second,
// and its status.
type summary [][]string

func newSummary(parameters []string) summary {
	return summary{append(slices.Clone(parameters), "mean, sd", "variance, %", "ESS/s", "status")}
}

// add adds the run whose rows begin at from, and which took seconds of processor time.
func (s *summary) add(t *table.Table, from int, seconds float64) {
	if from == t.Len() {
		return
	}
	var line []string
	for _, key := range (*s)[0] {
		if t.Has(key) && key != table.Status {
			line = append(line, fmt.Sprintf("%.12s", t.Cell(from, key)))
		}
	}
	mean, variance := estimate.Unknown(), estimate.Unknown()
	samples, se, status := math.Inf(1), 0., t.Cell(from, table.Status)
	for i := from; i < t.Len(); i++ {
		e := t.Estimate(i)
		switch q := t.Cell(i, table.Quantity); {
		case strings.HasPrefix(q, "mean error "):
			mean = larger(mean, e)
			if of := t.Cell(i, table.Status); of != t.Cell(from, table.Status) {
				status = "reference " + of
			}
		case strings.HasPrefix(q, "variance error "):
			variance = larger(variance, e.Times(100))
		case strings.HasPrefix(q, "mean "):
			se = e.StdErr
		case strings.HasPrefix(q, "variance "):
			samples = min(samples, e.Value/float64(se*se))
		}
	}
	ess := "-"
	if rate := samples / seconds; rate < math.Inf(1) {
		ess = fmt.Sprintf("%.3g", rate)
	}
	*s = append(*s, append(line, short(mean), short(variance), ess, status))
}

// larger returns the estimate of larger magnitude, or the one that is known.
func larger(a, b estimate.Estimate) estimate.Estimate {
	if math.Abs(a.Value) >= math.Abs(b.Value) || math.IsNaN(b.Value) {
		return a
	}
	return b
}

func short(e estimate.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	return fmt.Sprintf("%.3g±%.1g", e.Value, e.StdErr)
}

// String returns the lines, without parameters that do not vary.
func (s summary) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	var shown []bool
	for k, name := range s[0] {
		values := map[string]bool{"": true}
		for _, line := range s[1:] {
			values[line[k]] = true
		}
		shown = append(shown, len(values) > 2 || name == "scheme" || name == table.N || k >= len(s[0])-4)
	}
	for _, line := range s[:min(len(s), 1+maxLines)] {
		var cells []string
		for k, cell := range line {
			if shown[k] {
				cells = append(cells, cell)
			}
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	if more := len(s) - 1 - maxLines; more > 0 {
		fmt.Fprintf(&b, "and %s in the table\n", work.Count(more, "run"))
	}
	return "largest errors of a mean, in posterior standard deviations, and of a variance;\n" +
		"effective samples a second of processor time:\n" + b.String()
}
