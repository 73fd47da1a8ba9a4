package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/files"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// costsVerb tells what the figures of a profile took when they were computed: tasks, steps,
// processor time, the time that passed, steps a second, and what the same steps would take in
// scalar C and in plain Go, as a projection from the factors of make bench. It asks the programs of
// the figures, which are in the folder -bin (their flag -costs), and prints a table. With -write it
// also writes costs.md and costs.csv to the folder of the profile's tables, for the page: the times
// depend on the machine and its load. A task that several figures share counts for the first of
// them. It fails where a result is missing.
var costsVerb = tool.Verb{
	Name: "costs",
	Args: "FIGURE...",
	Text: "prints tasks, steps and times of figures",
	Start: func(c *tool.Call) func() error {
		bin := c.Flags.String("bin", ".bin", "`folder` of the programs")
		results := c.Flags.String("results", "results", "`folder` of the tables and of bench.csv")
		profile := c.Flags.String("profile", "", "`profile`: quick or paper (default: paper once all "+
			"figures have tables of it, else quick)")
		cache := c.Flags.String("cache", "",
			"`folder` of the results of tasks (default: that of the programs)")
		write := c.Flags.Bool("write", false, "write costs.md and costs.csv, which are committed")
		return func() error {
			if len(c.Args()) == 0 {
				return tool.Usage("expected figures, such as fig07")
			}
			if *profile == "" {
				*profile = "paper"
				for _, name := range c.Args() {
					if _, err := os.Stat(filepath.Join(*results, "paper", name+".csv")); err != nil {
						*profile = "quick"
					}
				}
			}
			r, err := costs(*bin, *results, *profile, *cache, c.Args(), c.Stderr)
			if err != nil {
				return err
			}
			if r.print(c.Stdout); *write {
				return r.write(filepath.Join(*results, *profile), c.Stdout)
			}
			return nil
		}
	},
}

// costs asks the programs.
func costs(
	bin, results, profile, cache string, names []string, stderr io.Writer,
) (*costReport, error) {
	speeds, err := readSpeeds(filepath.Join(results, "bench.csv"))
	if err != nil {
		return nil, err
	}
	r := &costReport{profile: profile}
	all := expense{name: "all"}
	seen := map[string]bool{}
	for _, name := range names {
		tasks, err := ask(bin, name, profile, cache, stderr)
		if err != nil {
			return nil, err
		}
		f := expense{name: name}
		missing := 0
		for _, c := range tasks {
			if !c.Cached {
				missing++
			}
			f.tasks++
			if seen[c.Key] {
				f.shared++
				continue
			}
			seen[c.Key] = true
			all.tasks++
			for _, e := range []*expense{&f, &all} {
				if err := e.add(c, speeds); err != nil {
					return nil, fmt.Errorf("%s: task %s: %w", name, c.Key, err)
				}
			}
		}
		if missing > 0 {
			return nil, fmt.Errorf("%s: %d of %d tasks of profile %s have no result; make %s PROFILE=%s "+
				"computes them", name, missing, f.tasks, profile, table.Target(name), profile)
		}
		r.figures = append(r.figures, f)
	}
	r.figures = append(r.figures, all)
	return r, nil
}

// write writes the files of the report to a folder.
func (r *costReport) write(dir string, stdout io.Writer) error {
	var md, csv bytes.Buffer
	if err := errors.Join(r.markdown(&md), r.csv(&csv)); err != nil {
		return err
	}
	path := filepath.Join(dir, "costs")
	if err := files.WriteAll(
		files.File{Path: path + ".md", Write: files.Bytes(md.Bytes())},
		files.File{Path: path + ".csv", Write: files.Bytes(csv.Bytes())},
	); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	fmt.Fprintf(stdout, "wrote %s.md, .csv\n", path)
	return nil
}

// ask runs the program of a figure, which tells what its tasks took.
func ask(bin, name, profile, cache string, stderr io.Writer) ([]sweep.Cost, error) {
	args := []string{"-costs", "-q", "-profile", profile}
	if cache != "" {
		args = append(args, "-cache", cache)
	}
	cmd := exec.Command(tool.Program(bin, name), args...)
	cmd.Stderr = stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var tasks []sweep.Cost
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var c sweep.Cost
		switch err := d.Decode(&c); {
		case err == io.EOF:
			return tasks, nil
		case err != nil:
			return nil, fmt.Errorf("%s -costs: %w", name, err)
		}
		tasks = append(tasks, c)
	}
}

// speeds are the times of a step in ns, by work and competitor, as make bench measures them.
type speeds map[string]map[string]float64

// readSpeeds reads a file that make bench ARGS='-csv FILE' wrote.
func readSpeeds(path string) (speeds, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := speeds{}
	for i, row := range rows {
		if i == 0 || len(row) < 4 || row[2] != "ns" {
			continue
		}
		x, err := strconv.ParseFloat(row[3], 64)
		if err != nil || !(x > 0) {
			return nil, fmt.Errorf("%s: line %d: expected a time in ns, got %q", path, i+1, row[3])
		}
		if s[row[0]] == nil {
			s[row[0]] = map[string]float64{}
		}
		s[row[0]][row[1]] = x
	}
	if len(s) == 0 {
		return nil, fmt.Errorf("%s: expected the columns work, competitor, unit, median and rows in ns",
			path)
	}
	return s, nil
}

// step has the parameters that determine the speed of a task's steps.
type step struct {
	Scheme   string
	N        float64
	Model    model
	Friction struct {
		Is   string
		Form struct{ Is string }
	}
}

// model is a posterior, or the one inside a model with another noise.
type model struct {
	Is    string
	Model *model
}

// works are the works of the bench that are nearest to a step: those of one model, which have
// different n.
func (s step) works() []string {
	m := s.Model
	for m.Model != nil {
		m = *m.Model
	}
	switch {
	case s.Friction.Is == "extended":
		return []string{"eAdL K=35 full mixture n=5"}
	case m.Is == "network":
		return []string{"ODABADO diagonal network n=1", "ODABADO diagonal network n=25"}
	case m.Is == "logistic" &&
		(s.Friction.Form.Is == "full" || strings.HasPrefix(s.Friction.Form.Is, "blocks")):
		return []string{"ODABADO full logistic n=10", "ODABADO full logistic n=100"}
	case m.Is == "logistic":
		return []string{"ODABADO scalar logistic n=10", "ODABADO scalar logistic n=100",
			"ODABADO scalar logistic n=12251"}
	case m.Is == "gaussian":
		return []string{"SGLD Gaussian n=1"}
	case m.Is == "mixture" && s.Friction.Is == "adl":
		return []string{"ODABADO full mixture n=5"}
	case m.Is == "mixture":
		return []string{"OABAO mixture n=1", "OABAO mixture n=10", "OABAO mixture n=50"}
	}
	return nil
}

// factors are how many times longer the steps of a task take in scalar C and in plain Go than with
// a form of package vec. Between works of different n they are interpolated in
// log n, beyond them constant. Where the bench has no plain Go, the portable form stands for it,
// which is faster. The error names what the bench does not have.
func (s speeds) factors(c sweep.Cost, form string) (inC, inGo float64, err error) {
	var p step
	if err := json.Unmarshal(c.Params, &p); err != nil {
		return 0, 0, err
	}
	var n, toC, toGo []float64
	for _, name := range p.works() {
		times, ok := s[name]
		if !ok {
			continue // of an older bench
		}
		own, plain := times[form], times["plain Go"]
		if plain == 0 {
			plain = times["portable"]
		}
		if own == 0 || times["scalar C"] == 0 || plain == 0 {
			return 0, 0, fmt.Errorf("bench.csv lacks %s, scalar C or portable for %q", form, name)
		}
		at, err := strconv.ParseFloat(name[strings.LastIndexByte(name, '=')+1:], 64)
		if err != nil {
			return 0, 0, fmt.Errorf("bench.csv: no n in %q", name)
		}
		n, toC, toGo = append(n, at), append(toC, times["scalar C"]/own), append(toGo, plain/own)
	}
	if len(n) == 0 {
		return 0, 0, fmt.Errorf("bench.csv has no work like %s with model %q", p.Scheme, p.Model.Is)
	}
	return between(n, toC, p.N), between(n, toGo, p.N), nil
}

// between interpolates y linearly in log x, whose values ascend, and is constant beyond them.
func between(x, y []float64, at float64) float64 {
	i, found := slices.BinarySearch(x, at)
	switch {
	case found || i == 0:
		return y[i]
	case i == len(x):
		return y[i-1]
	}
	t := math.Log(at/x[i-1]) / math.Log(x[i]/x[i-1])
	return y[i-1] + t*(y[i]-y[i-1])
}
