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

// Plan prints how many tasks there are, how many have a result that Run would use, and how long
// the others and the longest of them may take. It computes only a few steps, to measure their
// speed, and writes nothing to disk.
func Plan(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	line := s.plan(o)
	if more := s.otherCode(); more != "" {
		line += "; " + more
	}
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
	line := fmt.Sprintf("%s, %d cached, %d to do", Count(len(s.items), "task"), s.count["cached"],
		len(s.todo))
	if stale, damaged := s.count["stale"], s.count["damaged"]; stale+damaged > 0 {
		line += fmt.Sprintf(" (%d stale, %d damaged: -why lists them)", stale, damaged)
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

// Why prints a line for all results of the same revision and day that Run would use, which counts
// them and says whether their code is other than the program's. Then it prints one for every other
// task: the name of the figure, the first eight digits of the key, the word missing, stale or
// damaged, and the words of a Describer, or else the parameters in which the tasks differ (all of
// them if there is only one task). Below a stale or damaged one stands why. A last line counts.
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
	s.groups(&b, o.Name)
	for i, x := range s.of {
		if x.err == nil {
			continue
		}
		p := terms[i]
		if utf8.RuneCountInString(p) > maxWhy {
			p = string([]rune(p)[:maxWhy]) + "…"
		}
		line := fmt.Sprintf("%s %s %-7s %s", o.Name, x.key[:8], x.state(), p)
		fmt.Fprintln(&b, strings.TrimRight(line, " "))
		var f *loadError
		if x.index == i && errors.As(x.err, &f) {
			fmt.Fprintf(&b, "    %v\n", f)
		}
	}
	fmt.Fprintf(&b, "%s: %s: %d cached, %d missing, %d stale, %d damaged\n", o.Name,
		Count(len(s.items), "task"), s.count["cached"], s.count["missing"], s.count["stale"],
		s.count["damaged"])
	_, err = io.WriteString(w, b.String())
	return err
}

// groups writes the lines of Why about cached results, in the order of the tasks.
func (s *status) groups(w io.Writer, name string) {
	var origins []string
	count := make(map[string]int)
	for _, x := range s.items {
		if x.err != nil {
			continue
		}
		by := x.stored.Origin.String()
		if x.other() {
			by = strings.TrimPrefix(by+", other code", ", ")
		}
		if count[by]++; count[by] == 1 {
			origins = append(origins, by)
		}
	}
	for _, by := range origins {
		line := fmt.Sprintf("%s: %d cached", name, count[by])
		if by != "" {
			line += " (" + by + ")"
		}
		fmt.Fprintln(w, line)
	}
}

// Describer is a Task that has words for its parameters.
type Describer interface {
	Task
	Describe() []Term
}

// Term is a parameter in words, such as "n = 1". A minor one is left out where the others tell the
// tasks apart.
type Term struct {
	Text  string
	Minor bool
}

// describe returns, for every task, the terms that not all tasks of its kind have alike.
func describe(tasks []Task) ([]string, error) {
	all := make([][]Term, len(tasks))
	kinds := make(map[string]int) // the number of tasks of a kind
	type kindTerm struct{ kind, text string }
	seen := make(map[kindTerm]int) // those that have a term
	for i, t := range tasks {
		var err error
		if all[i], err = terms(t); err != nil {
			return nil, err
		}
		kinds[t.Kind()]++
		for _, x := range all[i] {
			seen[kindTerm{t.Kind(), x.Text}]++
		}
	}
	line := func(i int, minor bool) string {
		var words []string
		kind := tasks[i].Kind()
		for _, x := range all[i] {
			differs := kinds[kind] == 1 || seen[kindTerm{kind, x.Text}] < kinds[kind]
			if differs && (minor || !x.Minor) {
				words = append(words, x.Text)
			}
		}
		separator := " "
		if _, ok := tasks[i].(Describer); ok {
			separator = ", "
		}
		return strings.Join(words, separator)
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

// terms returns the terms of a task, which are its parameters if it is not a Describer.
func terms(t Task) (all []Term, err error) {
	if d, ok := t.(Describer); ok {
		return d.Describe(), nil
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
		all = append(all, Term{Text: name + "=" + string(params[name])})
	}
	return all, nil
}
