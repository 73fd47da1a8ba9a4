package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
			if err := f.add(c, speeds); err != nil {
				return nil, fmt.Errorf("%s: task %s: %w", name, c.Key, err)
			}
		}
		if missing > 0 {
			return nil, fmt.Errorf("%s: %d of %d tasks of profile %s have no result; make %s PROFILE=%s "+
				"computes them", name, missing, f.tasks, profile, table.Target(name),
				profile)
		}
		r.figures = append(r.figures, f)
	}
	return r, nil
}

// write writes the files of the report to a folder.
func (r *costReport) write(dir string, stdout io.Writer) error {
	var md, csv bytes.Buffer
	r.markdown(&md)
	if err := r.csv(&csv); err != nil {
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
	path := filepath.Join(bin, name)
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path
	}
	args := []string{"-costs", "-q", "-profile", profile}
	if cache != "" {
		args = append(args, "-cache", cache)
	}
	cmd := exec.Command(path, args...)
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
