package main

import (
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

	"adl/pkg/dataset"
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
			j, err := calibrate(ctx, c, w.Job, seconds)
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

// calibrate returns the job with as many steps as take about the given time.
func calibrate(ctx context.Context, c competitor, j peers.Job, seconds float64) (peers.Job, error) {
	j.Chains, j.Steps = c.chains, peers.Every
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
	data, err := dataset.Read(w.Job.Data)
	if err != nil {
		return p, err
	}
	m, scheme, sampling, theta, err := method(w.Job, data.X)
	if err != nil {
		return p, err
	}
	var tasks []sweep.Task
	steps, duration := 0.0, 0.0
	for seed := range uint64(4) {
		c := &simulate.Chain{
			Model: m, Digest: data.Digest(), Scheme: scheme, N: w.Job.N, Sampling: sampling, Every: peers.Every * w.Job.Dt, Replicas: vec.Lanes,
			Batches: 1, Theta: [][]float64{theta}, Xi: dynamics.Identity(m.Dim(), 3), Histogram: &simulate.Bins{Lo: w.Job.Lo, Hi: w.Job.Hi, Bins: peers.Bins},
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

// of is the median of a work and a competitor by name, NaN if that is missing.
func (r *results) of(work int, name string) float64 {
	k := slices.IndexFunc(r.all, func(c competitor) bool { return c.name == name })
	if k < 0 {
		return math.NaN()
	}
	mid, _, _ := median(r.ns[work][k])
	return mid
}

// goal is how many times faster than the reference a competitor should be at a work: a form with SIMD than scalar C, half as much with AVX2 as with
// AVX-512, and the portable form than plain Go. The reference is empty where there is no goal.
func goal(w work, name string) (reference string, times float64) {
	switch name {
	case "avx512":
		return scalarC, w.target
	case "avx2":
		return scalarC, w.target / 2
	case "portable":
		return plainGo, 1
	}
	return "", math.NaN()
}

func (r *results) print(w io.Writer) {
	fmt.Fprintf(w, "\nns a step and replica on one core, median of %d\n", r.rounds)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.StripEscape)
	width := 0
	for _, work := range r.works {
		width = max(width, len(work.name))
	}
	line := func(name string, cells ...string) { // the name to the left, the cells to the right
		fmt.Fprintf(t, "%-*s\t%s\t\n", width, name, strings.Join(cells, "\t"))
	}
	var names, goals []string
	for _, c := range r.all {
		names = append(names, c.name)
	}
	line("", names...)
	for i, work := range r.works {
		var cells []string
		for _, c := range r.all {
			cells = append(cells, number(r.of(i, c.name)))
		}
		line(work.name, cells...)
	}
	t.Flush()
	fmt.Fprintln(w, "\ntimes faster, and the aim")
	for _, c := range names {
		if ref, _ := goal(r.works[0], c); ref != "" && slices.Contains(names, ref) {
			goals = append(goals, c)
		}
	}
	var heads []string
	for _, c := range goals {
		ref, _ := goal(r.works[0], c)
		heads = append(heads, c+" than "+ref)
	}
	line("", heads...)
	for i, work := range r.works {
		var cells []string
		for _, c := range goals {
			ref, aim := goal(work, c)
			cells = append(cells, against(r.of(i, ref)/r.of(i, c), aim))
		}
		line(work.name, cells...)
	}
	t.Flush()
	if len(r.workers[0].rate) > 0 {
		one, _, _ := median(r.workers[0].rate)
		two, _, _ := median(r.workers[1].rate)
		had1, _, _ := median(r.workers[0].cores)
		had2, _, _ := median(r.workers[1].cores)
		fmt.Fprintf(w, "\ntwo workers: %.3g steps a second, %s times one worker's; they had %.2f cores, it had %.2f\n",
			two, against(two/one, workersTarget), had2, had1)
	}
}

func number(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// against says whether a ratio reaches its aim. Both are rounded alike first.
func against(x, aim float64) string {
	sign := "≥"
	if math.Round(100*x) < math.Round(100*aim) {
		sign = "<"
	}
	return fmt.Sprintf("%.2f %s %.3g", x, sign, aim)
}

// csv writes a row a measured thing: unit is ns (a step and replica) or 1/s (steps), times the ratio to the competitor named reference, in
// the sense in which more is faster, and aim what it should be.
func (r *results) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{"work", "competitor", "unit", "median", "least", "greatest", "reference", "times", "aim"})
	cell := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', 5, 64)
	}
	for i, work := range r.works {
		for k, comp := range r.all {
			mid, least, greatest := median(r.ns[i][k])
			ref, aim := goal(work, comp.name)
			c.Write([]string{work.name, comp.name, "ns", cell(mid), cell(least), cell(greatest), ref, cell(r.of(i, ref) / mid), cell(aim)})
		}
	}
	if len(r.workers[0].rate) > 0 {
		work := r.works[len(r.works)-1].name
		first, _, _ := median(r.workers[0].rate)
		for n, p := range r.workers {
			mid, least, greatest := median(p.rate)
			row := []string{work, fmt.Sprintf("workers %d", n+1), "1/s", cell(mid), cell(least), cell(greatest), "", "", ""}
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
