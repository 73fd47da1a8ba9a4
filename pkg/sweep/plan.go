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

// Plan prints how many tasks there are, how many of them have a result that Run would use, how long
// the others may take, and how long the longest of them. It computes only a few steps, to measure
// their speed, and writes nothing to disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	line := s.plan(tasks, o)
	if more := s.otherCode(); more != "" {
		line += "; " + more
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", o.Name, line)
	return err
}

// plan is the line of Plan behind the name of the figure.
func (s *status) plan(tasks []Task, o Options) string {
	units, total, longest := 0.0, 0.0, 0.0
	seconds := estimate(tasks, s.todo)
	for _, i := range s.todo {
		units += tasks[i].Units()
		total += seconds[i]
		longest = max(longest, seconds[i])
	}
	line := fmt.Sprintf("%s, %d cached, %d to do", Count(s.tasks, "task"), s.cached, len(s.todo))
	if s.stale+s.broken > 0 {
		line += fmt.Sprintf(" (%d stale, %d damaged: -why lists them)", s.stale, s.broken)
	}
	if len(s.todo) > 0 {
		line += fmt.Sprintf(": %.3g steps, about %s on %s", units,
			Duration(max(longest, total/float64(o.Workers))), Count(o.Workers, "worker"))
		if len(s.todo) > 1 {
			line += ", the longest task " + Duration(longest)
		}
	}
	return line
}

// maxWhy is the number of runes after which Why cuts off the parameters of a task.
const maxWhy = 160

// Why prints for every task whether it has a result, and if not, why. Its lines have the name of
// the figure, the first eight digits of the key, the word cached, missing, stale or damaged, and
// what tells the task from the others: what it calls itself, where it is a Describer, and otherwise
// the parameters in which the tasks differ (all of them if there is only one task). Behind what is
// cached stand the revision that computed it and the day, and whether its code is other than the
// program's. A last line counts.
func Why(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	o.Fresh = false
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	terms, err := describe(tasks)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, p := range terms {
		if utf8.RuneCountInString(p) > maxWhy {
			p = string([]rune(p)[:maxWhy]) + "…"
		}
		line := fmt.Sprintf("%s %s %-7s %s", o.Name, s.keys[i][:8], s.state(i), p)
		line = strings.TrimRight(line, " ")
		by := s.stored[s.first[i]].origin.String()
		if s.other(s.first[i]) {
			by = strings.TrimPrefix(by+", other code", ", ")
		}
		if by != "" {
			line += " (" + by + ")"
		}
		fmt.Fprintln(&b, line)
		var f *loadError
		if s.first[i] == i && errors.As(s.why[i], &f) {
			fmt.Fprintf(&b, "    %v\n", f)
		}
	}
	fmt.Fprintf(&b, "%s: %s: %d cached, %d missing, %d stale, %d damaged\n", o.Name,
		Count(s.tasks, "task"), s.cached, len(s.todo)-s.stale-s.broken, s.stale, s.broken)
	_, err = io.WriteString(w, b.String())
	return err
}

// Describer is a Task that has words for its parameters.
type Describer interface {
	Task
	// Describe returns terms such as "n = 1" and "Δt = 0.001", by what they are about.
	Describe() []Term
}

// Term is a parameter in the words of a figure. A minor one is left out where the others tell the
// tasks apart.
type Term struct {
	Name, Text string
	Minor      bool
}

// describe returns, for every task, the terms that not all tasks of its kind have alike.
func describe(tasks []Task) ([]string, error) {
	all := make([][]Term, len(tasks))
	for i, t := range tasks {
		if d, ok := t.(Describer); ok {
			all[i] = d.Describe()
			continue
		}
		b, err := spec.Canonical(t.Params())
		if err != nil {
			return nil, err
		}
		var params map[string]json.RawMessage
		if err := json.Unmarshal(b, &params); err != nil {
			return nil, fmt.Errorf("parameters of a task: %w", err)
		}
		for _, name := range slices.Sorted(maps.Keys(params)) {
			all[i] = append(all[i], Term{Name: name, Text: name + "=" + string(params[name])})
		}
	}
	type kindTerm struct {
		kind string
		Term
	}
	kinds := make(map[string]int)  // the number of tasks of a kind
	seen := make(map[kindTerm]int) // those that have a term
	for i, terms := range all {
		kinds[tasks[i].Kind()]++
		for _, t := range terms {
			seen[kindTerm{tasks[i].Kind(), t}]++
		}
	}
	line := func(i int, minor bool) string {
		var words []string
		kind := tasks[i].Kind()
		for _, t := range all[i] {
			n := seen[kindTerm{kind, t}]
			if (n < kinds[kind] || kinds[kind] == 1) && (minor || !t.Minor) {
				words = append(words, t.Text)
			}
		}
		if _, ok := tasks[i].(Describer); ok {
			return strings.Join(words, ", ")
		}
		return strings.Join(words, " ")
	}
	lines := make([]string, len(tasks))
	alike := make(map[string]int) // the number of tasks with the same line
	for i := range tasks {
		lines[i] = line(i, false)
		alike[lines[i]]++
	}
	for i := range tasks {
		if alike[lines[i]] > 1 {
			lines[i] = line(i, true)
		}
	}
	return lines, nil
}

// Cost is the time that a task took when it was computed.
type Cost struct {
	Key     string          `json:"key"`
	Kind    string          `json:"kind"`
	Params  json.RawMessage `json:"params"`
	Units   float64         `json:"units"`
	Probed  float64         `json:"probed,omitempty"` // seconds at a Prober's speed now
	Cached  bool            `json:"cached"`           // there is a result; what follows is 0 if not
	Seconds float64         `json:"seconds"`          // processor time
	Origin  Origin          `json:"origin,omitzero"`
}

// Costs prints for every task, each once, what it took when it was computed: a [Cost] in a line of
// JSON. It computes only a few steps, to measure their speed, and writes nothing to disk.
func Costs(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	o.Fresh = false
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	var firsts []int
	for i := range tasks {
		if s.first[i] == i {
			firsts = append(firsts, i)
		}
	}
	probed := estimate(tasks, firsts)
	e := json.NewEncoder(w)
	for _, i := range firsts {
		t := tasks[i]
		params, err := spec.Canonical(t.Params())
		if err != nil {
			return err
		}
		c := Cost{
			Key: s.keys[i], Kind: t.Kind(), Params: json.RawMessage(params), Units: t.Units(),
			Cached: s.why[i] == nil,
		}
		if _, ok := t.(Prober); ok {
			c.Probed = probed[i]
		}
		if c.Cached {
			c.Seconds, c.Origin = s.stored[i].seconds, s.stored[i].origin
		}
		if err := e.Encode(c); err != nil {
			return err
		}
	}
	return nil
}
