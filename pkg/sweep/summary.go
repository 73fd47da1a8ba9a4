package sweep

import (
	"fmt"
	"maps"
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

// summary is what a sweep prints at its end: a head, and a line for each run with the parameters
// that vary, the largest error of a mean and of a variance, and the least effective samples a second.
type summary struct {
	keys  int // cells of parameters in a line
	lines [][]string
}

func newSummary(keys []string) *summary {
	head := append(slices.Clone(keys), "mean, sd", "variance, %", "ESS/s", "status")
	return &summary{len(keys), [][]string{head}}
}

// add adds the run whose rows begin at from, and which took seconds of processor time.
func (s *summary) add(t *table.Table, from int, seconds float64) {
	if from == t.Len() {
		return
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
	var line []string
	for _, key := range s.lines[0][:s.keys] {
		line = append(line, fmt.Sprintf("%.12s", t.Cell(from, key)))
	}
	ess := "-"
	if rate := samples / seconds; rate < math.Inf(1) {
		ess = fmt.Sprintf("%.3g", rate)
	}
	s.lines = append(s.lines, append(line, short(mean), short(variance), ess, status))
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

// String returns the lines, or nothing without runs.
func (s *summary) String() string {
	var shown []int
	for k, key := range s.lines[0] {
		values := map[string]bool{}
		for _, line := range s.lines[1:] {
			values[line[k]] = line[k] != ""
		}
		maps.DeleteFunc(values, func(_ string, given bool) bool { return !given })
		if len(values) > 1 || k >= s.keys || key == "scheme" || key == table.N {
			shown = append(shown, k)
		}
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, line := range s.lines[:min(len(s.lines), 1+maxLines)] {
		for _, k := range shown[:len(shown)-1] {
			fmt.Fprint(w, line[k], "\t")
		}
		fmt.Fprintln(w, line[len(line)-1])
	}
	w.Flush()
	switch more := len(s.lines) - 1 - maxLines; {
	case len(s.lines) == 1:
		return ""
	case more > 0:
		fmt.Fprintf(&b, "and %s in the table\n", work.Count(more, "run"))
	}
	return "largest errors of a mean, in posterior standard deviations, and of a variance;\n" +
		"effective samples a second of processor time:\n" + b.String()
}
