package slurm

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"adl/pkg/long"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Overheads of the simulated cluster, in seconds.
const (
	latency = 2.0 // from the end of a job to the start of the next one in its place
	setUp   = 2.0 // of a figure's program, up to its first task
)

// Operations a second on the shared folder by a task that runs.
const upkeep = 4.0/30 + 3.0/22.5 // checkpoints and signs of life of its lease

// figure is the tasks of a figure, the longest first.
type figureWork struct {
	name string
	work []sweep.Work
}

// paper returns the tasks of profile paper, with the seconds that they took on a core of the
// machine that experiments/SPEED.md names.
func paper(t *testing.T) []figureWork {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "paper.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []figureWork
	for i, r := range rows[1:] {
		if len(all) == 0 || all[len(all)-1].name != r[0] {
			all = append(all, figureWork{name: r[0]})
		}
		s, err := strconv.ParseFloat(r[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		fig := &all[len(all)-1]
		key, err := sweep.Key(simulated(i))
		if err != nil {
			t.Fatal(err)
		}
		fig.work = append(fig.work, sweep.Work{Key: key, Seconds: s, Name: fmt.Sprint(i)})
	}
	for _, fig := range all {
		slices.SortStableFunc(fig.work, func(a, b sweep.Work) int {
			return cmp.Compare(b.Seconds, a.Seconds)
		})
	}
	return all
}

// schedule returns when the last of the packs ends that so many workers take in turn, and the share
// of their time in which they compute nothing.
func schedule(packs []Pack, workers int) (wall, idle float64) {
	free := make([]float64, workers) // when each worker is
	busy := 0.0
	for _, p := range packs {
		i := slices.Index(free, slices.Min(free))
		free[i] += latency + setUp + p.Seconds
		busy += p.Seconds
	}
	wall = slices.Max(free)
	return wall, 1 - busy/(wall*float64(workers))
}

// packed returns the packs of all figures, in the order in which make figures submits them: those
// with the longest tasks first.
func packed(all []figureWork, seconds float64, jobs int) []Pack {
	var packs []Pack
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b figureWork) int {
		return cmp.Compare(b.work[0].Seconds, a.work[0].Seconds)
	})
	for _, fig := range all {
		packs = append(packs, pack(fig.work, seconds, 1, jobs)...)
	}
	return packs
}

// simulated is a task that takes no time, since the time is simulated.
type simulated int

func (x simulated) Kind() string       { return "simulated" }
func (x simulated) Params() any        { return map[string]any{"x": int(x)} }
func (x simulated) DataDigest() string { return "" }
func (x simulated) Units() float64     { return 1 }

func (x simulated) Run(context.Context, func(float64)) (table.Archive, error) {
	return table.Archive{{Name: "y", Data: []float64{float64(x)}}}, nil
}

// TestSimulated is a cluster of 1 to 1000 workers that computes profile paper. The packs, their
// manifests, the leases and the results are real files in a real folder, whose operations the
// kernel counts; the time is simulated. It makes the table in
// experiments/RUNNING.md.
func TestSimulated(t *testing.T) {
	all := paper(t)
	doc, err := os.ReadFile("../../experiments/RUNNING.md")
	if err != nil {
		t.Fatal(err)
	}
	packs := packed(all, 0, 0)
	total, longest, tasks := 0.0, 0.0, 0
	for _, fig := range all {
		for _, w := range fig.work {
			total += w.Seconds
			longest = max(longest, w.Seconds)
			tasks++
		}
	}
	t.Logf("%d tasks of %s, the longest %s, in %d packs", tasks, sweep.Duration(total),
		sweep.Duration(longest), len(packs))
	perPack, perTask := operations(t, all)
	t.Logf("operations: %.1f a pack, %.1f a task", perPack, perTask)
	for _, workers := range []int{1, 4, 16, 64, 256, 1000} {
		wall, idle := schedule(packs, workers)
		running := total / wall // workers on the average
		rate := (perPack*float64(len(packs))+perTask*float64(tasks))/wall + upkeep*running
		line := fmt.Sprintf("%7d %11s %6.1f %%", workers, hours(wall), 100*idle)
		t.Logf("%s %10.2g", line, rate)
		i := strings.Index(string(doc), line)
		if i < 0 {
			t.Errorf("RUNNING.md has no line %q", line)
			continue
		}
		var noted float64
		if _, err := fmt.Sscan(string(doc)[i+len(line):], &noted); err != nil ||
			noted < 0.8*rate || noted > 1.25*rate {
			t.Errorf("%d workers: %.3g operations a second, RUNNING.md has %g, %v", workers, rate,
				noted, err)
		}
	}
	// The size of packs is the one with which no larger cluster waits much longer than it must.
	for _, size := range []float64{30, 60, 120, 240, 480, 960, 0} {
		line := fmt.Sprintf("packs of %4g s:", size)
		packs := packed(all, size, 0)
		for _, workers := range []int{1, 16, 64, 256} {
			wall, _ := schedule(packs, workers)
			line += fmt.Sprintf(" %.3f", wall/max(total/float64(workers), longest))
		}
		t.Logf("%s times the least wall time on 1, 16, 64, 256 workers, %d packs", line, len(packs))
	}
	for _, workers := range []int{1, 16, 64, 256} {
		wall, _ := schedule(packs, workers)
		if least := max(total/float64(workers), longest); wall > 1.15*least {
			t.Errorf("%d workers need %s, at least %s", workers, sweep.Duration(wall), sweep.Duration(least))
		}
	}
}

func hours(s float64) string {
	d := time.Duration(s * float64(time.Second)).Round(time.Minute)
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}

// operations computes packs in a real folder and returns how many operations a pack takes, and how
// many every task in it.
func operations(t *testing.T, all []figureWork) (perPack, perTask float64) {
	var counts [2]float64 // of a pack with one task and one with many
	many := 20
	if long.On() {
		many = 400
	}
	for i, n := range []int{1, many} {
		dir := t.TempDir()
		var work []sweep.Work
		for _, fig := range all {
			work = append(work, fig.work...)
		}
		r := submitted(t, dir, pack(work[:n], 1e9, 1, 0))
		stop := watch(t, dir)
		serve(t, r, 0, dir, work[:n])
		counts[i] = stop()
		if got := len(r.stored()); got != n {
			t.Fatalf("%d of %d tasks are stored", got, n)
		}
	}
	perTask = (counts[1] - counts[0]) / float64(many-1)
	return counts[0] - perTask, perTask
}

// submitted begins a run on a cache that has been used.
func submitted(t testing.TB, dir string, packs []Pack) *run {
	t.Helper()
	r, err := begin(filepath.Join(dir, "slurm"), Manifest{Figure: "fig00", Packs: packs})
	if err != nil {
		t.Fatal(err)
	}
	for b := range 256 {
		if err := os.MkdirAll(filepath.Join(dir, fmt.Sprintf("%02x", b)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// serve computes pack i of a run, as a job does once the figure's tasks are made.
func serve(t testing.TB, r *run, i int, dir string, work []sweep.Work) {
	t.Helper()
	p, err := ParsePart(fmt.Sprint(r.dir, ":", i), func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := sweep.Select(len(work), func(i int) (sweep.Task, error) {
		x, err := strconv.Atoi(work[i].Name)
		return simulated(x), err
	}, p.Keys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sweep.Run(context.Background(), tasks, sweep.Options{
		Workers: 1, Cache: sweep.Cache{Dir: dir, Post: "1_0"}, Share: true, Found: p.Stored,
	}); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkPack is packs with a task each that takes no time.
func BenchmarkPack(b *testing.B) {
	var work []sweep.Work
	for i := range b.N {
		key, err := sweep.Key(simulated(i))
		if err != nil {
			b.Fatal(err)
		}
		work = append(work, sweep.Work{Key: key, Seconds: 1, Name: fmt.Sprint(i)})
	}
	dir := b.TempDir()
	r := submitted(b, dir, pack(work, 1, 1, 0))
	b.ResetTimer()
	for i := range b.N {
		serve(b, r, i, dir, work[i:i+1])
	}
}
