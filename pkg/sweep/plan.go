package sweep

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"adl/pkg/spec"
)

// states looks every task up.
func states(tasks []Task, c Cache) (keys []string, state []error, err error) {
	for _, t := range tasks {
		key, err := Key(t)
		if err != nil {
			return nil, nil, err
		}
		_, err = c.load(key, t)
		keys, state = append(keys, key), append(state, err)
	}
	return keys, state, nil
}

// Plan says how many tasks there are, how many of them have a result, and how long the others may take.
func Plan(w io.Writer, name string, tasks []Task, c Cache, workers int) error {
	keys, state, err := states(tasks, c)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	var todo []int
	units, cached := 0.0, 0
	for i := range tasks {
		switch {
		case state[i] == nil:
			cached++
		case !seen[keys[i]]:
			seen[keys[i]] = true
			todo = append(todo, i)
			units += tasks[i].Units()
		}
	}
	total, longest := 0.0, 0.0
	s := estimate(tasks, todo)
	for _, i := range todo {
		total += s[i]
		longest = max(longest, s[i])
	}
	fmt.Fprintf(w, "%s: %d tasks, %d cached, %d to do", name, len(tasks), cached, len(todo))
	if len(todo) > 0 {
		fmt.Fprintf(w, ": %.3g steps, about %s on %d workers", units, short(max(longest, total/float64(workers))), workers)
	}
	fmt.Fprintln(w)
	return nil
}

// Why says of every task whether it has a result, and if not, why.
func Why(w io.Writer, name string, tasks []Task, c Cache) error {
	keys, state, err := states(tasks, c)
	if err != nil {
		return err
	}
	for i, t := range tasks {
		word := "cached"
		switch {
		case errors.Is(state[i], errMissing):
			word = "missing"
		case state[i] != nil:
			word = "damaged"
		}
		b, err := spec.Canonical(t.Params())
		if err != nil {
			return err
		}
		line := strings.Trim(string(b), "{}")
		if len(line) > 160 {
			line = line[:160] + "…"
		}
		fmt.Fprintf(w, "%s %s %-7s %s\n", name, keys[i][:8], word, line)
		if word == "damaged" {
			fmt.Fprintf(w, "    %v\n", state[i])
		}
	}
	return nil
}
