package work

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
)

// Plan prints the number of tasks, the number with a result that Run would use, and the expected
// time and memory of the rest. It computes only a few steps, to measure them, and writes nothing to
// disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	line := s.plan(o)
	if n := s.others(o.Cache); n > 0 {
		line += fmt.Sprintf(", %d of other code", n)
	}
	if len(s.todo) > 0 {
		var m runtime.MemStats // with the data, and what tasks share
		runtime.ReadMemStats(&m)
		bytes := float64(m.Sys-m.HeapReleased) + float64(float64(min(o.Workers, len(s.todo)))*s.bytes)
		line += fmt.Sprintf(", %.1f GB of memory", math.Ceil(bytes/1e8)/10)
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", o.Name, line)
	return err
}

// plan is the line of Plan between the name of the figure and the memory. It sets the expected
// times and memory of tasks.
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
			seconds, bytes := f.Forecast()
			rate = 1.2 * seconds / x.task.Units() // other tasks and storing take time too
			s.bytes = max(s.bytes, bytes)
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
