package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"adl/pkg/sweep"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

// results are the measurements.
type results struct {
	works   []work
	all     []competitor
	rounds  int
	ns      [][][]float64 // [work][competitor][round], a step and chain
	workers [2]pool       // one worker and two; empty on a machine with one core
}

// pool is the throughput of a number of workers, round by round.
type pool struct {
	rate  []float64 // steps a second
	cores []float64 // that they had: less than there are workers where others want the machine too
}

func measure(
	ctx context.Context, works []work, all []competitor, rounds int, seconds float64,
) (*results, error) {
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
	order := make([]int, len(all))
	for k := range order {
		order[k] = k
	}
	for range rounds {
		slices.Reverse(order) // so that neither of two neighbours is always the first
		for i := range works {
			for _, k := range order {
				j := jobs[i][k]
				if j.Steps == 0 {
					continue
				}
				got, err := all[k].run(ctx, j)
				if err != nil {
					return nil, err
				}
				r.ns[i][k] = append(r.ns[i][k], 1e9*got.Seconds/float64(j.Chains)/float64(j.Steps))
			}
		}
	}
	return r, nil
}

// calibrate returns a job of the work with as many steps as take about the given time. The last run
// took at least half of it, so that time not proportional to the steps, the probes of a result
// among it, counts little.
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
		if factor < 2 {
			return j, nil
		}
	}
}

// workers measures how many steps a second the experiments' pool takes with one worker and with
// two, on four tasks of seconds each.
func workers(
	ctx context.Context, dir string, w work, rounds int, seconds float64,
) (p [2]pool, err error) {
	if runtime.GOMAXPROCS(0) < 2 {
		return p, nil
	}
	j := w.Job
	j.Chains, j.Burn, j.Steps = vec.Lanes, 0, peers.Every
	var tasks []sweep.Task
	steps, duration := 0.0, 0.0
	for seed := range uint64(4) {
		c, err := chain(j)
		if err != nil {
			return p, err
		}
		if duration == 0 {
			duration = seconds / c.Probe() * j.Dt
		}
		c.T, c.Seed = duration, seed
		tasks, steps = append(tasks, c), steps+c.Units()
	}
	for range rounds {
		for n := range p {
			start, cpu := time.Now(), peers.CPU()
			o := sweep.Options{
				Workers: n + 1, Cache: sweep.Cache{Dir: filepath.Join(dir, "cache")}, Fresh: true,
				Name: "bench",
			}
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
	return fmt.Sprintf("vec %s; %s %s/%s%s; %d cores%s%s", vec.Form(), runtime.Version(),
		runtime.GOOS, runtime.GOARCH, level, runtime.NumCPU(), model, load)
}
