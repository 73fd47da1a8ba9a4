package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Engine has tasks computed by other programs, which share the cache and store the results there.
type Engine interface {
	// Compute has the tasks computed, the longest first, and returns when there is nothing left to
	// wait for. Its error says why nothing could be begun, or that it did not wait for the end. The
	// cache then tells which results there are.
	Compute(ctx context.Context, work []Work, r Report) error
	// Stored reports whether a program has said that it stored a task's result.
	Stored(key string) bool
	// Explain says, after Compute, why a task has no result: a line, and others below it.
	Explain(key string) string
	// Close ends what Compute began, here or in an earlier program. ok says that all results are
	// there.
	Close(ok bool)
}

// Work is a task for an Engine.
type Work struct {
	Key     string
	Index   int     // of the task among those of Run
	Name    string  // tells it from the other tasks
	Seconds float64 // that it may take on one core
}

// Report is where an Engine tells what happens.
type Report interface {
	Say(format string, args ...any)  // prints a line
	Show(format string, args ...any) // sets the line on how far the work is
	// Ask asks the user. It returns false if there is no terminal, no answer or another signal.
	Ask(question string) (answer string, ok bool)
}

// Limits of the error of Run with an Engine.
const (
	maxExplained = 5 // explanations why there is no result
	maxNamed     = 3 // tasks that one of them names
)

// elsewhere has the engine compute the tasks that have no result, and loads the results.
func (s *status) elsewhere(ctx context.Context, tasks []Task, bar *progress, o Options) error {
	names, err := describe(tasks)
	if err != nil {
		return err
	}
	work := make([]Work, len(s.todo))
	for n, x := range s.todo {
		work[n] = Work{Key: x.key, Index: x.index, Name: names[x.index], Seconds: x.expect}
	}
	bar.start()
	err = o.Engine.Compute(ctx, work, bar)
	bar.stop()
	if err != nil {
		return err
	}
	deadline := time.Now().Add(cmp.Or(o.Lag, time.Minute))
	var missing []*item
	for _, x := range s.todo {
		if x.err = x.arrived(ctx, o, deadline); x.err != nil {
			missing = append(missing, x)
		}
	}
	o.Engine.Close(len(missing) == 0)
	if len(missing) == 0 {
		return nil
	}
	tasksOf := make(map[string][]string) // by their explanation
	var explanations []string
	for _, x := range missing {
		why := o.Engine.Explain(x.key)
		if x.err != errMissing {
			why = fmt.Sprintf("%v; %s", x.err, why)
		}
		if tasksOf[why] == nil {
			explanations = append(explanations, why)
		}
		task := x.key[:8]
		if name := names[x.index]; name != "" {
			task += " (" + name + ")"
		}
		tasksOf[why] = append(tasksOf[why], task)
	}
	text := fmt.Sprintf("%d of %s without a result; the same command computes only these",
		len(missing), Count(len(s.items), "task"))
	for n, why := range explanations {
		if n == maxExplained {
			text += fmt.Sprintf("\n  and others in %d more jobs", len(explanations)-n)
			break
		}
		all := tasksOf[why]
		named := strings.Join(all[:min(len(all), maxNamed)], ", ")
		if len(all) > maxNamed {
			named += fmt.Sprintf(" and %d others", len(all)-maxNamed)
		}
		text += fmt.Sprintf("\n  %s %s: %s", either(len(all), "task", "tasks"), named,
			strings.ReplaceAll(why, "\n", "\n    "))
	}
	return errors.New(text)
}

// arrived loads the result of an item. A file server may show it to this machine some time after
// another one has stored it.
func (x *item) arrived(ctx context.Context, o Options, deadline time.Time) error {
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		e, err := o.Cache.load(x)
		if err == nil {
			x.got(e, false, o.Lean)
			o.Found(x.key)
			return nil
		}
		if err != errMissing || !o.Engine.Stored(x.key) || ctx.Err() != nil ||
			time.Now().After(deadline) {
			return err
		}
		pause(ctx, wait)
	}
}
