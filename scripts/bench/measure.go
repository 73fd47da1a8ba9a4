package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"adl/pkg/dynamics"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

// results are what was measured.
type results struct {
	works   []work
	all     []competitor
	rounds  int
	ns      [][][]float64 // [work][competitor][round], a step and chain
	workers [2]pool       // one worker and two; empty on a machine with one core
}

// pool is what a number of workers did, round by round.
type pool struct {
	rate  []float64 // steps a second
	cores []float64 // that they had: less than there are workers where others want the machine too
}

// workersTarget is how many times more steps a second two workers take than one.
const workersTarget = 1.9

func measure(ctx context.Context, works []work, all []competitor, rounds int, seconds float64) (*results, error) {
	r := &results{works: works, all: all, rounds: rounds, ns: make([][][]float64, len(works))}
	jobs := make([][]peers.Job, len(works))
	for i, w := range works {
		r.ns[i], jobs[i] = make([][]float64, len(all)), make([]peers.Job, len(all))
		for k, c := range all {
			if !c.does(w.Job) {
				continue
			}
			j, err := calibrate(ctx, c, w, seconds)
			if err != nil {
				return nil, err
			}
			jobs[i][k] = j
		}
	}
	for range rounds {
		for i := range works {
			for k, c := range all {
				j := jobs[i][k]
				if j.Steps == 0 {
					continue
				}
				got, err := c.run(ctx, j)
				if err != nil {
					return nil, err
				}
				r.ns[i][k] = append(r.ns[i][k], 1e9*got.Seconds/float64(j.Chains)/float64(j.Steps))
			}
		}
	}
	return r, nil
}

// calibrate returns a job of the work with as many steps as take about the given time.
func calibrate(ctx context.Context, c competitor, w work, seconds float64) (peers.Job, error) {
	j := w.Job
	j.Chains, j.Steps = cmp.Or(w.chains, c.chains), peers.Every
	for {
		got, err := c.run(ctx, j)
		if err != nil {
			return j, err
		}
		factor := seconds / max(got.Seconds, 1e-9)
		j.Steps = max(1, int(math.Ceil(float64(j.Steps)*min(factor, 100)/peers.Every))) * peers.Every
		if factor < 10 {
			return j, nil
		}
	}
}

// workers measures how many steps a second the experiments' pool takes with one worker and with two, on four tasks of seconds each.
func workers(ctx context.Context, dir string, w work, rounds int, seconds float64) (p [2]pool, err error) {
	if runtime.GOMAXPROCS(0) < 2 {
		return p, nil
	}
	j, err := settle(w.Job)
	if err != nil {
		return p, err
	}
	var tasks []sweep.Task
	steps, duration := 0.0, 0.0
	for seed := range uint64(4) {
		c := &simulate.Chain{
			Model: j.model, Digest: j.digest, Scheme: j.scheme, N: w.Job.N, Sampling: j.sampling, Every: peers.Every * w.Job.Dt, Replicas: vec.Lanes,
			Batches: 1, Theta: j.theta, Xi: dynamics.Identity(j.model.Dim(), j.xi), Histogram: &simulate.Bins{Lo: w.Job.Lo, Hi: w.Job.Hi, Bins: peers.Bins},
			Seed: seed,
		}
		if duration == 0 {
			duration = seconds / c.Probe() * w.Job.Dt
		}
		c.T = duration
		tasks, steps = append(tasks, c), steps+c.Units()
	}
	for range rounds {
		for n := range p {
			start, cpu := time.Now(), peers.CPU()
			o := sweep.Options{Workers: n + 1, Cache: sweep.Cache{Dir: filepath.Join(dir, "cache")}, Fresh: true, Name: "bench"}
			if _, err := sweep.Run(ctx, tasks, o); err != nil {
				return p, err
			}
			wall := time.Since(start).Seconds()
			p[n].rate = append(p[n].rate, steps/wall)
			p[n].cores = append(p[n].cores, (peers.CPU()-cpu).Seconds()/wall)
		}
	}
	return p, nil
}

// median of the numbers, their least and their greatest; NaN if there are none.
func median(x []float64) (mid, least, greatest float64) {
	if len(x) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2, s[0], s[n-1]
}

// find is the place of a work, −1 if there is none of that name.
func (r *results) find(name string) int {
	return slices.IndexFunc(r.works, func(w work) bool { return w.name == name })
}

// of is the median of a work and a competitor by name, NaN if there is none.
func (r *results) of(work int, name string) float64 {
	k := slices.IndexFunc(r.all, func(c competitor) bool { return c.name == name })
	if k < 0 {
		return math.NaN()
	}
	mid, _, _ := median(r.ns[work][k])
	return mid
}

// goal is how many times faster than the reference a competitor should be at a work, NaN where that does not matter: a form with SIMD than scalar C, half as much with
// AVX2 as with AVX-512, and the portable form than plain Go. The reference is empty where there is no comparison.
func goal(w work, name string) (reference string, times float64) {
	aim := func(x float64) float64 {
		if w.target == 0 {
			return math.NaN()
		}
		return x
	}
	switch name {
	case "avx512":
		return scalarC, aim(w.target)
	case "avx2":
		return scalarC, aim(w.target / 2)
	case "portable":
		return plainGo, aim(1)
	}
	return "", math.NaN()
}

// most is how many ns a step of a form of vec may take at a work, NaN where that does not matter.
func (r *results) most(work int, c competitor) float64 {
	switch w := r.works[work]; {
	case w.times > 0 && c.form != "":
		return w.times * r.of(r.find(adlWork), c.name)
	case w.most > 0 && c.form == "avx512":
		return w.most * units[w.unit]
	}
	return math.NaN()
}

func (r *results) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.StripEscape)
	width := 0
	for _, work := range r.works {
		width = max(width, utf8.RuneCountInString(label(work)))
	}
	line := func(name string, cells ...string) { // the name to the left, the cells to the right
		fmt.Fprintf(t, "%-*s\t%s\t\n", width, name, strings.Join(cells, "\t"))
	}
	// section is a table of the works that have something in one of the columns
	section := func(title string, columns []competitor, head func(c competitor) string, cell func(work int, c competitor) string) {
		var heads []string
		for _, c := range columns {
			heads = append(heads, head(c))
		}
		fmt.Fprintf(w, "\n%s\n", title)
		line("", heads...)
		for i, work := range r.works {
			var cells []string
			for _, c := range columns {
				cells = append(cells, cell(i, c))
			}
			if strings.Join(cells, "") != "" {
				line(label(work), cells...)
			}
		}
		t.Flush()
	}
	named := func(c competitor) string { return c.name }
	var pairs, bounded []competitor
	for _, c := range r.all {
		if ref, _ := goal(work{}, c.name); ref != "" && slices.ContainsFunc(r.all, func(c competitor) bool { return c.name == ref }) {
			pairs = append(pairs, c)
		}
		for i := range r.works {
			if !math.IsNaN(r.most(i, c)) {
				bounded = append(bounded, c)
				break
			}
		}
	}
	section(fmt.Sprintf("a step and replica on one core, median of %d", r.rounds), r.all, named, func(i int, c competitor) string {
		return number(r.of(i, c.name) / units[r.works[i].unit])
	})
	section("times faster, and the aim", pairs,
		func(c competitor) string {
			ref, _ := goal(work{}, c.name)
			return c.name + " than " + ref
		},
		func(i int, c competitor) string {
			ref, aim := goal(r.works[i], c.name)
			return against(r.of(i, ref)/r.of(i, c.name), aim)
		})
	section("a step's time, and what it should be at most; ×: times "+adlWork, bounded, named, func(i int, c competitor) string {
		work := r.works[i]
		x, aim, unit := r.of(i, c.name), r.most(i, c), units[work.unit]
		switch {
		case math.IsNaN(aim):
			return ""
		case work.times > 0:
			return within(work.times*x/aim, work.times) + " ×"
		}
		return within(x/unit, aim/unit) + " " + work.unit
	})
	if len(r.workers[0].rate) > 0 {
		one, _, _ := median(r.workers[0].rate)
		two, _, _ := median(r.workers[1].rate)
		had1, _, _ := median(r.workers[0].cores)
		had2, _, _ := median(r.workers[1].cores)
		fmt.Fprintf(w, "\ntwo workers: %.3g steps a second, %s times one worker's; they had %.2f cores, it had %.2f\n",
			two, against(two/one, workersTarget), had2, had1)
	}
}

// label is a work's name and unit.
func label(w work) string { return w.name + ", " + w.unit }

func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// against says whether a ratio reaches its aim, if it has one. Both are rounded alike first.
func against(x, aim float64) string {
	sign := "≥"
	switch {
	case math.IsNaN(x):
		return ""
	case math.IsNaN(aim):
		return fmt.Sprintf("%.2f", x)
	case math.Round(100*x) < math.Round(100*aim):
		sign = "<"
	}
	return fmt.Sprintf("%.2f %s %.3g", x, sign, aim)
}

// within says whether a number is at most what it should be, rounded as it is printed.
func within(x, most float64) string {
	sign := "≤"
	if y, err := strconv.ParseFloat(number(x), 64); err != nil || y > most {
		sign = ">"
	}
	return fmt.Sprintf("%s %s %.3g", number(x), sign, most)
}

// csv writes a row a measured thing: unit is ns (a step and replica) or 1/s (steps), times the ratio to the competitor named reference, in
// the sense in which more is faster, aim what it should be, and most what the median should not be above.
func (r *results) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{"work", "competitor", "unit", "median", "least", "greatest", "reference", "times", "aim", "most"})
	cell := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', 5, 64)
	}
	for i, work := range r.works {
		for k, comp := range r.all {
			if len(r.ns[i][k]) == 0 {
				continue
			}
			mid, least, greatest := median(r.ns[i][k])
			ref, aim := goal(work, comp.name)
			c.Write([]string{work.name, comp.name, "ns", cell(mid), cell(least), cell(greatest), ref, cell(r.of(i, ref) / mid), cell(aim), cell(r.most(i, comp))})
		}
	}
	if len(r.workers[0].rate) > 0 {
		first, _, _ := median(r.workers[0].rate)
		for n, p := range r.workers {
			mid, least, greatest := median(p.rate)
			row := []string{adlWork, fmt.Sprintf("workers %d", n+1), "1/s", cell(mid), cell(least), cell(greatest), "", "", "", ""}
			if n == 1 {
				copy(row[6:], []string{"workers 1", cell(mid / first), cell(workersTarget)})
			}
			c.Write(row)
		}
	}
	c.Flush()
	return c.Error()
}

// machine says what runs where.
func machine() string {
	model, load, level := "", "", ""
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == "model name" {
				model = ", " + strings.TrimSpace(v)
				break
			}
		}
	}
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		if f := strings.Fields(string(b)); len(f) > 0 {
			load = ", load " + f[0]
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				level = " GOAMD64=" + s.Value
			}
		}
	}
	return fmt.Sprintf("vec %s; %s %s/%s%s; %d cores%s%s", vec.Form(), runtime.Version(), runtime.GOOS, runtime.GOARCH, level, runtime.NumCPU(), model, load)
}
