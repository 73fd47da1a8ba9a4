package main

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"text/template"
	"time"

	"adl/pkg/ledger"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// costReport is the cost of the figures of a profile, and of all together.
type costReport struct {
	profile string
	figures []expense
}

// expense is the cost of the tasks of a figure. Times are in seconds.
type expense struct {
	name          string
	tasks, shared int     // shared with figures before it, and counted there
	steps         float64 // of all chains
	recorded      float64 // core time of all tasks, as recorded
	chains        float64 // core time of the chains at the speed of a few steps
	others        float64 // of tasks that are no chains: draws of the noise, exact computations
	inC, inGo     float64 // projections for the chains
	spans         []span  // in which the tasks ran
	machines      []string
	revisions     []string
}

// span is a stretch of time.
type span struct{ from, to time.Time }

// add counts a task that has a result.
func (f *expense) add(c sweep.Cost, s speeds) error {
	if !c.Cached {
		return nil // costs counts it
	}
	if o := c.Origin; !o.Time.IsZero() {
		f.spans = append(f.spans, span{
			o.Time.Add(-time.Duration(c.Seconds * float64(time.Second))), o.Time,
		})
	}
	f.machines = with(f.machines, c.Origin.Machine)
	f.revisions = with(f.revisions, c.Origin.Revision)
	f.recorded += c.Seconds
	alone := cmp.Or(c.Probed, c.Seconds)
	if c.Kind != "chain" {
		f.others += alone
		return nil
	}
	inC, inGo, err := s.factors(c, vec.Form())
	if err != nil {
		return err
	}
	f.steps += c.Units
	f.chains += alone
	f.inC += alone * inC
	f.inGo += alone * inGo
	return nil
}

// with adds a word to a sorted list, unless it is there or empty.
func with(list []string, word string) []string {
	if i, found := slices.BinarySearch(list, word); !found && word != "" {
		return slices.Insert(list, i, word)
	}
	return list
}

// busy is how long at least one of the tasks ran, in seconds.
func busy(spans []span) float64 {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	var total time.Duration
	var end time.Time
	for _, s := range spans {
		if s.from.Before(end) {
			s.from = end
		}
		if s.to.After(s.from) {
			total += s.to.Sub(s.from)
			end = s.to
		}
	}
	return total.Seconds()
}

// days are the first and the last day on which a task ended.
func (f *expense) days() (first, last string) {
	for _, s := range f.spans {
		day := s.to.UTC().Format(time.DateOnly)
		if first == "" || day < first {
			first = day
		}
		last = max(last, day)
	}
	return first, last
}

// rows are the cells of the figures and of their total, for people.
func (r *costReport) rows() (rows [][]string) {
	for _, f := range r.figures {
		rate, inC, inGo := "", "", ""
		if f.chains > 0 {
			rate = fmt.Sprintf("%.3g", f.steps/f.chains)
			inC, inGo = ledger.Duration(f.inC+f.others), ledger.Duration(f.inGo+f.others)
		}
		rows = append(rows, []string{
			table.Short(f.name), strconv.Itoa(f.tasks),
			strconv.Itoa(f.shared), fmt.Sprintf("%.3g", f.steps), ledger.Duration(f.recorded),
			ledger.Duration(busy(f.spans)), ledger.Duration(f.chains + f.others), rate, inC, inGo,
		})
	}
	return rows
}

// print writes the table for a terminal.
func (r *costReport) print(w io.Writer) {
	fmt.Fprintf(w, "profile %s: times as recorded when the tasks were computed; probed now, with the "+
		"form %s;\nand projected from make bench\n\n", r.profile, vec.Form())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "figure\ttasks\tshared\tsteps\tcore time\twall time\tprobed\tsteps a second\tin C\t"+
		"in plain Go\t\n")
	for _, row := range r.rows() {
		fmt.Fprint(t, strings.Join(row, "\t"), "\t\n")
	}
	t.Flush()
}

//go:embed costs.md.tmpl
var costsText string

var costsTemplate = template.Must(template.New("costs").
	Funcs(template.FuncMap{"join": strings.Join}).Parse(costsText))

func (r *costReport) markdown(w io.Writer) error {
	all := r.figures[len(r.figures)-1]
	first, last := all.days()
	return costsTemplate.Execute(w, map[string]any{
		"Profile": r.profile, "Rows": r.rows(), "First": first, "Last": last,
		"Machines": all.machines, "Revisions": all.revisions, "Form": vec.Form(),
	})
}

func (r *costReport) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{"figure", "tasks", "shared", "steps", "core_seconds", "wall_seconds",
		"probed_seconds", "probed_chain_seconds", "c_seconds_projected", "go_seconds_projected",
		"first", "last", "machines", "revisions"})
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for _, f := range r.figures {
		first, last := f.days()
		c.Write([]string{f.name, strconv.Itoa(f.tasks), strconv.Itoa(f.shared), number(f.steps),
			number(f.recorded), number(busy(f.spans)), number(f.chains + f.others), number(f.chains),
			number(f.inC + f.others), number(f.inGo + f.others), first, last,
			strings.Join(f.machines, "; "), strings.Join(f.revisions, "; ")})
	}
	c.Flush()
	return c.Error()
}
