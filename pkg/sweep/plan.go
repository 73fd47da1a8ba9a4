package sweep

import (
	"cmp"
	"context"
	"fmt"
	"io"
)

// Plan prints the number of tasks, the number with a result that Run would use, and the expected
// time of the rest. It computes only a few steps, to measure their speed, and writes nothing to
// disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", o.Name, s.plan(o))
	return err
}

// plan is the line of Plan after the name of the figure. It sets the expected times of tasks.
func (s *status) plan(o Options) string {
	line := fmt.Sprintf("%s, %d cached, %d to do", Count(len(s.items), "task"),
		len(s.items)-len(s.todo), len(s.todo))
	if len(s.todo) == 0 {
		return line
	}
	units, total, longest, rate := 0.0, 0.0, 0.0, 0.0
	for i, x := range s.todo {
		f, ok := x.task.(Forecaster)
		if ok && i%(1+len(s.todo)/1000) == 0 { // of thousands of tasks, neighbours are alike
			rate = 1.2 * f.Forecast() / x.task.Units() // other tasks and storing take time too
		}
		if x.expect = rate * x.task.Units(); !ok {
			x.expect = cmp.Or(o.Took[x.key], 0.05)
		}
		units += x.task.Units()
		total += x.expect
		longest = max(longest, x.expect)
	}
	return fmt.Sprintf("%s: %.3g steps, about %s on %s", line, units,
		Duration(o.Besides+max(longest, total/float64(o.Workers))), Count(o.Workers, "worker"))
}
