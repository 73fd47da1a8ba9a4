package sweep

import (
	"context"
	"fmt"
	"io"
)

// Plan prints how many tasks there are, how many have a result that Run would use, and how long
// the others may take. It computes only a few steps, to measure their speed, and writes nothing to
// disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", o.Name, s.plan(o))
	return err
}

// plan is the line of Plan behind the name of the figure. It sets the times that tasks may take.
func (s *status) plan(o Options) string {
	line := fmt.Sprintf("%s, %d cached, %d to do", Count(len(s.items), "task"),
		len(s.items)-len(s.todo), len(s.todo))
	if len(s.todo) == 0 {
		return line
	}
	estimate(s.todo)
	units, total, longest := 0.0, 0.0, 0.0
	for _, x := range s.todo {
		units += x.task.Units()
		total += x.expect
		longest = max(longest, x.expect)
	}
	return fmt.Sprintf("%s: %.3g steps, about %s on %s", line, units,
		Duration(max(longest, total/float64(o.Workers))), Count(o.Workers, "worker"))
}

// estimate finds the seconds that each item may take on one core. It measures one task of every
// class, undisturbed and without observations; so a task takes about 1.4 times as long, and some
// time to begin and to end.
func estimate(items []*item) {
	rates := map[string]float64{}
	for _, x := range items {
		p, ok := x.task.(Prober)
		if !ok {
			x.expect = x.task.Units() * 1e-8
			continue
		}
		class := p.Class()
		if _, ok := rates[class]; !ok {
			rates[class] = p.Probe()
		}
		x.expect = 0.03 + 1.4*rates[class]*p.Units()
	}
}
