package sweep

import (
	"context"
	"fmt"
	"io"
)

// Plan prints how many tasks there are, how many have a result that Run would use, and how long
// the others and the longest of them may take. It computes only a few steps, to measure their
// speed, and writes nothing to disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	line := s.plan(o)
	_, err = fmt.Fprintf(w, "%s: %s\n", o.Name, line)
	return err
}

// plan is the line of Plan behind the name of the figure.
func (s *status) plan(o Options) string {
	units, total, longest := 0.0, 0.0, 0.0
	estimate(s.todo)
	for _, x := range s.todo {
		units += x.task.Units()
		total += x.expect
		longest = max(longest, x.expect)
	}
	line := fmt.Sprintf("%s, %d cached, %d to do", Count(len(s.items), "task"),
		len(s.items)-len(s.todo), len(s.todo))
	if len(s.todo) > 0 {
		line += fmt.Sprintf(": %.3g steps, about %s on %s", units,
			Duration(max(longest, total/float64(o.Workers))), Count(o.Workers, "worker"))
		if len(s.todo) > 1 {
			line += ", the longest task " + Duration(longest)
		}
	}
	return line
}
