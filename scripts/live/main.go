// Command live computes a point of a figure at the length of the profile smoke, as the figure's
// program does. It is compiled to WebAssembly, for the page: it draws nothing and writes no files.
//
//	live fig07 friction=full n=5 dt=5e-3
//
// A key is one of a table of runs, with one value; lists of several values that no key narrows are
// all computed. live prints rows of the figure's table, then what exact results predict, and on
// standard error the per cent of the work that is done, a number a line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"adl/experiments"
	"adl/pkg/dataset"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/work"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	t, err := compute(args, stderr)
	if err == nil {
		err = t.WriteCSV(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// programs compute the rows of a point.
var programs = map[string]func(*point) (*table.Table, error){
	"fig03": gaussian, "fig04": mixture, "fig05": gaussian, "fig07": mixture, "fig14": extended,
}

func compute(args []string, progress io.Writer) (*table.Table, error) {
	if len(args) == 0 || programs[args[0]] == nil {
		return nil, errors.New("usage: live fig03|fig04|fig05|fig07|fig14 [KEY=VALUE...]")
	}
	name := path.Join(args[0], "spec.toml")
	text, err := experiments.Specs.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p := &point{
		Source:   spec.Source{Name: name, Text: text, Profile: "smoke", Set: args[1:]},
		figure:   args[0],
		progress: progress,
	}
	if err := spec.Decode(&p.run, spec.Source{Name: name, Set: args[1:]}); err != nil {
		return nil, err
	}
	return programs[args[0]](p)
}

// point is a study.Context.
type point struct {
	spec.Source
	figure   string
	run      study.Table
	progress io.Writer
}

// keys decodes the figure's spec. Its tables of runs may have the keys that are set.
func keys[S any](p *point) (s S, err error) {
	own := p.Source
	own.Set = nil
	err = spec.Decode(&s, own)
	return s, err
}

// Data loads data. No figure here has labelled data.
func (p *point) Data(s dataset.Source) (dataset.Data, error) { return s.Load() }

func (p *point) Labelled(dataset.LabelledSource) (_, _ dataset.Labelled, err error) {
	return dataset.Labelled{}, dataset.Labelled{}, errors.ErrUnsupported
}

func (p *point) Drawable(string, string) error { return nil }
func (p *point) Notef(string, ...any)          {}
func (p *point) Inherits(string) bool          { return false }

// Do runs the tasks one after the other.
func (p *point) Do(
	n int, task func(i int) (work.Task, error),
) (results []work.Result, err error) {
	tasks, total, done, told := make([]work.Task, n), 0., 0., 0
	for i := range tasks {
		if tasks[i], err = task(i); err != nil {
			return nil, err
		}
		total += tasks[i].Units()
	}
	tick := func(units float64) {
		done += units
		if percent := int(100 * done / total); percent > told {
			told = percent
			fmt.Fprintln(p.progress, told)
		}
	}
	for _, t := range tasks {
		a, err := t.Run(context.Background(), tick)
		if err != nil {
			return nil, err
		}
		if t.Kind() == "exact" { // it does not tick
			tick(t.Units())
		}
		load := func() (table.Archive, error) { return a, nil }
		results = append(results, work.Result{Load: load})
	}
	return results, nil
}
