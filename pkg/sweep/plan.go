package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"adl/pkg/spec"
)

// Plan prints how many tasks there are, how many of them have a result, and how long the others may
// take. It computes only a few steps, to measure their speed, and writes nothing to disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o.Cache, o.Fresh)
	if err != nil {
		return err
	}
	units, total, longest := 0.0, 0.0, 0.0
	seconds := estimate(tasks, s.todo)
	for _, i := range s.todo {
		units += tasks[i].Units()
		total += seconds[i]
		longest = max(longest, seconds[i])
	}
	line := fmt.Sprintf("%s: %s, %d cached, %d to do", o.Name, count(s.tasks, "task"), s.cached,
		len(s.todo))
	if len(s.todo) > 0 {
		line += fmt.Sprintf(": %.3g steps, about %s on %s", units,
			short(max(longest, total/float64(o.Workers))), count(o.Workers, "worker"))
	}
	if s.damaged > 0 {
		line += fmt.Sprintf("; %d cannot be read: -why lists them", s.damaged)
	}
	_, err = fmt.Fprintln(w, line)
	return err
}

// maxWhy is the number of runes after which Why cuts off the parameters of a task.
const maxWhy = 160

// Why prints for every task whether it has a result, and if not, why. Its lines have the name of
// the figure, the first eight digits of the key, the word cached, missing or damaged, and the
// parameters in which the tasks differ (all of them if there is only one task).
func Why(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o.Cache, false)
	if err != nil {
		return err
	}
	params, err := differing(tasks)
	if err != nil {
		return err
	}
	for i := range tasks {
		state := s.state[s.first[i]]
		word := "cached"
		switch {
		case errors.Is(state, errMissing):
			word = "missing"
		case state != nil:
			word = "damaged"
		}
		p := params[i]
		if utf8.RuneCountInString(p) > maxWhy {
			p = string([]rune(p)[:maxWhy]) + "…"
		}
		if _, err := fmt.Fprintf(w, "%s %s %-7s %s\n", o.Name, s.keys[i][:8], word, p); err != nil {
			return err
		}
		if word == "damaged" && s.first[i] == i {
			if _, err := fmt.Fprintf(w, "    %v\n", state); err != nil {
				return err
			}
		}
	}
	return nil
}

// differing returns, for every task, the parameters that not all tasks have with the same value,
// sorted by name.
func differing(tasks []Task) ([]string, error) {
	all := make([]map[string]json.RawMessage, len(tasks))
	seen := make(map[string]map[string]int) // name and value to the number of tasks that have them
	for i, t := range tasks {
		b, err := spec.Canonical(t.Params())
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, &all[i]); err != nil {
			return nil, fmt.Errorf("parameters of a task: %w", err)
		}
		for name, value := range all[i] {
			if seen[name] == nil {
				seen[name] = make(map[string]int)
			}
			seen[name][string(value)]++
		}
	}
	lines := make([]string, len(tasks))
	for i, params := range all {
		var words []string
		for _, name := range slices.Sorted(maps.Keys(params)) {
			if value := string(params[name]); seen[name][value] < len(tasks) || len(tasks) == 1 {
				words = append(words, name+"="+value)
			}
		}
		lines[i] = strings.Join(words, " ")
	}
	return lines, nil
}

// count returns "1 thing" or "n things".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
