package sweep

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Engine has tasks computed by other programs, which share the cache and store the results there.
type Engine interface {
	// Compute has the tasks computed, the longest first, and returns when there is nothing left to
	// wait for. Whether there are results is then for the cache to say. An error says why nothing
	// could be begun, or that Compute did not wait for the end.
	Compute(ctx context.Context, work []Work, r Report) error
	// Stored reports whether a program has said that it stored a task's result.
	Stored(key string) bool
	// Explain says, after Compute, why a task has no result: a line, and others below it.
	Explain(key string) string
	// Close ends what Compute began, here or in an earlier program, once the results have been looked
	// at. ok says that all are there.
	Close(ok bool)
}

// Work is a task for an Engine.
type Work struct {
	Key     string
	Index   int     // of the task among those of Run
	Name    string  // what tells it from the other tasks
	Seconds float64 // that it may take on one core
}

// Report is where an Engine tells what happens.
type Report interface {
	Say(format string, args ...any)  // a line
	Show(format string, args ...any) // a line on how far the work is, in the place of the one before
	// Ask asks the user. It returns false where there is no terminal, no answer or another signal.
	Ask(question string) (answer string, ok bool)
}

// maxExplained is the number of explanations why there is no result, and maxNamed that of tasks
// that one of them names.
const (
	maxExplained = 5
	maxNamed     = 3
)

// elsewhere has the engine compute the tasks that have no result, and loads the results.
func (s *status) elsewhere(
	ctx context.Context, tasks []Task, results []Result, expected []float64, bar *progress, o Options,
) error {
	names, err := describe(tasks)
	if err != nil {
		return err
	}
	work := make([]Work, len(s.todo))
	for n, i := range s.todo {
		work[n] = Work{Key: s.keys[i], Index: i, Name: names[i], Seconds: expected[i]}
	}
	bar.start()
	err = o.Engine.Compute(ctx, work, bar)
	bar.stop()
	if err != nil {
		return err
	}
	why := make(map[int]error)
	for _, i := range s.todo {
		if why[i] = s.arrived(ctx, i, &results[i], o); why[i] == nil {
			delete(why, i)
		}
	}
	o.Engine.Close(len(why) == 0)
	if len(why) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %s without a result; the same command computes only these", len(why),
		Count(s.tasks, "task"))
	tasksOf := make(map[string][]string) // by their explanation
	var explanations []string
	for n, i := range s.todo {
		if why[i] == nil {
			continue
		}
		e := o.Engine.Explain(s.keys[i])
		if why[i] != errMissing {
			e = fmt.Sprintf("%v; %s", why[i], e)
		}
		task := s.keys[i][:8]
		if work[n].Name != "" {
			task += " (" + work[n].Name + ")"
		}
		if tasksOf[e] == nil {
			explanations = append(explanations, e)
		}
		tasksOf[e] = append(tasksOf[e], task)
	}
	for n, e := range explanations {
		if n == maxExplained {
			fmt.Fprintf(&b, "\n  and others in %d more jobs", len(explanations)-n)
			break
		}
		list := tasksOf[e]
		word := "task"
		if len(list) > 1 {
			word = "tasks"
		}
		more := ""
		if len(list) > maxNamed {
			more = fmt.Sprintf(" and %d others", len(list)-maxNamed)
			list = list[:maxNamed]
		}
		fmt.Fprintf(&b, "\n  %s %s%s: %s", word, strings.Join(list, ", "), more,
			strings.ReplaceAll(e, "\n", "\n    "))
	}
	return fmt.Errorf("%s", b.String())
}

// arrived loads the result of task i. Where a program says that it has stored it, a file server may
// show it to this machine some time later.
func (s *status) arrived(ctx context.Context, i int, r *Result, o Options) error {
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		e, err := o.Cache.load(s.ids[i], s.accept[i])
		if err == nil {
			r.set(e, false)
			r.Seconds = e.seconds
			o.found(s.keys[i])
			return nil
		}
		if err != errMissing || !o.Engine.Stored(s.keys[i]) || ctx.Err() != nil || s.late(o) {
			return err
		}
		pause(ctx, wait)
	}
}

// late reports whether results that have been stored elsewhere should be seen here by now.
func (s *status) late(o Options) bool {
	if s.deadline.IsZero() {
		lag := o.Lag
		if lag == 0 {
			lag = time.Minute
		}
		s.deadline = time.Now().Add(lag)
	}
	return time.Now().After(s.deadline)
}
