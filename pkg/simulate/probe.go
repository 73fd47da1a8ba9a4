package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// A stored result holds probes: the digest of the run's own beginning, shortened, and two states
// of the run, after the burn-in and at the end, each with a digest of where some steps from it
// lead and of what the statistics record on the way. Where these steps now give another digest,
// the result is stale. Of several states the first is probed.

// probe is a state and the digest of what follows.
type probe struct {
	state  []float64
	digest [2]uint32
}

// probes is the number of states of a run that does not diverge.
const probes = 2

// probe makes a probe of the first state where it stands.
func (r *run) probe() {
	x := numbers(r.e.States[0])
	r.probes = append(r.probes, probe{state: x, digest: r.replay(x, len(r.probes))})
}

// pace is the number of steps of a state that take some milliseconds.
func (c *Chain) pace() int {
	if c.Layout == vec.Components {
		return 10_000 / (100 + c.N)
	}
	return 1000 / (4 + c.N)
}

// shortened is the chain with fewer replicas and steps: a burn-in of one observation, if there is
// one, and three blocks of time.
func (c *Chain) shortened(replicas int) *Chain {
	short := *c
	_, _, every := c.Steps()
	every = max(1, min(every, c.pace()/8))
	observations := 3 * min(max(2, c.pace()/3/every), 50)
	short.Replicas, short.Blocks = replicas, 3
	short.Every = float64(every) * short.Scheme.Dt
	short.BurnIn = min(short.BurnIn, 0.9*short.Every)
	short.T = float64(observations*replicas) * short.Every
	return &short
}

// beginning returns the digest of a run of the first states, as in Run but shortened: from their
// own starts with their own random numbers.
func (c *Chain) beginning() ([2]uint32, error) {
	lanes := c.Layout.Replicas()
	replicas := lanes * min(2, c.Replicas/lanes)
	r, err := c.start(replicas)
	if err != nil {
		return [2]uint32{}, err
	}
	r.Chain = c.shortened(replicas)
	r.observer = newObserver(r.Chain)
	nothing := func(float64) {}
	ok, err := r.proceed(context.Background(), func(bool, func() table.Archive) {}, nothing, func() {})
	if err != nil {
		return [2]uint32{}, err
	}
	if !ok { // without numbers, whose bits would depend on the machine
		return digest([]*array{{counts: []uint32{1, uint32(r.e.Steps)}}}), nil
	}
	all := r.observer.recorded()
	for _, s := range r.e.States {
		all = append(all, &array{values: numbers(s)})
	}
	return digest(all), nil
}

// parts are the rows that make up a state.
func parts(s *dynamics.State) []([]vec.Row) {
	s.Flush()
	return [][]vec.Row{s.Theta, s.P, s.Xi}
}

func numbers(s *dynamics.State) []float64 {
	var x []float64
	for _, part := range parts(s) {
		for i := range part {
			x = append(x, part[i][:]...)
		}
	}
	return x
}

// replay returns the digest of where the k-th probe leads from a state, with its own random
// numbers, and of the records on the way.
func (r *run) replay(x []float64, k int) [2]uint32 {
	short := *r.Chain
	every := max(1, r.pace()/4)
	short.Replicas, short.Blocks, short.BurnIn = r.Layout.Replicas(), 1, 0
	short.Every = float64(every) * short.Scheme.Dt
	short.T = 4 * short.Every * float64(short.Replicas)
	s := r.state(r.Model.Gradient(r.Layout, r.N), uint64(k), keyProbeNoise, keyProbeBatches)
	for _, part := range parts(s) {
		for i := range part {
			x = x[copy(part[i][:], x):]
		}
	}
	e := dynamics.Ensemble{States: []*dynamics.State{s}}
	o := newObserver(&short)
	_, steps, every := short.Steps()
	e.Run(r.flows, steps, every, o)
	return digest(append(o.recorded(), &array{values: numbers(s)}))
}

// digest is the beginning of a SHA-256 of arrays. Counts are mostly 0, and only the others enter.
func digest(arrays []*array) [2]uint32 {
	h := sha256.New()
	var b []byte
	for _, a := range arrays {
		b = b[:0]
		for i, n := range a.counts {
			if n != 0 {
				b = binary.LittleEndian.AppendUint64(b, uint64(i)<<32|uint64(n))
			}
		}
		for _, x := range a.values {
			if math.IsNaN(x) { // its bits depend on the machine
				x = math.NaN()
			}
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		h.Write(b)
	}
	sum := h.Sum(nil)
	return [2]uint32{binary.LittleEndian.Uint32(sum), binary.LittleEndian.Uint32(sum[4:])}
}

// probeArrays are the arrays of the beginning and of a number of states.
func (c *Chain) probeArrays(n int) (start, digests, states *array) {
	d, rows := c.Model.Dim(), 0
	if a, ok := c.Scheme.Friction.(dynamics.Adaptive); ok {
		rows = a.Rows(c.Layout, d)
	}
	length := (2*c.Layout.Rows(d) + rows) * vec.Lanes
	return counts("probe.start", 2), counts("probe.digests", n, 2), values("probe.states", n, length)
}

// probed returns the arrays of the probes that were made, or of the beginning alone.
func (r *run) probed(diverged bool) []*array {
	start, digests, states := r.probeArrays(len(r.probes))
	start.counts = r.begin[:]
	if diverged {
		return []*array{start}
	}
	digests.counts, states.values = digests.counts[:0], states.values[:0]
	for _, p := range r.probes {
		digests.counts = append(digests.counts, p.digest[:]...)
		states.values = append(states.values, p.state...)
	}
	return []*array{start, digests, states}
}

var errElsewhere = fmt.Errorf("%w: the same steps lead elsewhere now", sweep.ErrStale)

// verify replays the probes of an archive; states are nil where it has none.
func (r *run) verify(start, digests, states *array) error {
	var err error
	if r.begin, err = r.beginning(); err != nil {
		return err
	}
	if r.begin != [2]uint32(start.counts) {
		return errElsewhere
	}
	if states == nil {
		return nil
	}
	length := states.shape[1]
	for k := range states.shape[0] {
		x := states.values[k*length:][:length]
		d := [2]uint32(digests.counts[2*k:])
		if r.replay(x, k) != d {
			return errElsewhere
		}
		r.probes = append(r.probes, probe{slices.Clone(x), d})
	}
	return nil
}

// apart returns what was recorded and the probes of an archive.
func apart(a table.Archive) (recorded, probed table.Archive) {
	for _, e := range a {
		if strings.HasPrefix(e.Name, "probe") {
			probed = append(probed, e)
		} else {
			recorded = append(recorded, e)
		}
	}
	return recorded, probed
}

// stored returns the probes of a result: those of states are nil where it has none.
func (c *Chain) stored(a table.Archive) (start, digests, states *array, err error) {
	x, err := c.read(a)
	if err != nil {
		return nil, nil, nil, err
	}
	start, digests, states = c.probeArrays(probes)
	all := []*array{start, digests, states}
	if x.Diverged || x.reduced {
		all, digests, states = all[:1], nil, nil
	}
	about, probed := apart(a)
	return start, digests, states, fill(all, append(about[:1], probed...))
}

// Form returns an error if the result has not the form of one (see [sweep.Verifier]).
func (c *Chain) Form(a table.Archive) error {
	_, _, _, err := c.stored(a)
	return err
}

// Verify reports whether Run would return the same result (see [sweep.Verifier]). It replays the
// probes, which takes some milliseconds at most.
func (c *Chain) Verify(a table.Archive) error {
	start, digests, states, err := c.stored(a)
	if err != nil {
		return err
	}
	r, err := c.start(c.Layout.Replicas())
	if err != nil {
		return err
	}
	return r.verify(start, digests, states)
}

// Renew returns the reduced result with the probe of its beginning (see [sweep.Renewer]). The error
// wraps sweep.ErrStale if it has another one.
func (c *Chain) Renew(a table.Archive) (table.Archive, error) {
	begin, err := c.beginning()
	if err != nil {
		return nil, err
	}
	start, _, _ := c.probeArrays(0)
	old, err := table.Array[uint32](a, start.name, start.shape...)
	if err == nil && begin != [2]uint32(old) {
		return nil, errElsewhere
	}
	start.counts = begin[:]
	recorded, _ := apart(a)
	return c.Reduce(append(recorded, archive(nil, []*array{start})[1:]...))
}

// Form returns an error if the result has not the form of one (see [sweep.Verifier]).
func (z *NoiseDraws) Form(a table.Archive) error {
	_, err := z.read(a)
	return err
}

// Verify reports whether Run would return the same result (see [sweep.Verifier]): it makes the
// first draws again.
func (z *NoiseDraws) Verify(a table.Archive) error {
	if _, err := z.read(a); err != nil {
		return err
	}
	got, err := table.Array[uint32](a, z.probe().name, z.probe().shape...)
	if err != nil {
		return err
	}
	want, err := z.first(context.Background())
	if err == nil && want != [2]uint32(got) {
		return errElsewhere
	}
	return err
}

// probe is the array that holds what first returned.
func (z *NoiseDraws) probe() *array { return counts("probe", 2) }

// first returns the digest of what the first draws leave.
func (z *NoiseDraws) first(ctx context.Context) ([2]uint32, error) {
	short := *z
	short.Draws = min(z.Draws, 16*vec.Lanes)
	arrays, err := short.run(ctx, func(float64) {})
	if err != nil {
		return [2]uint32{}, err
	}
	return digest(arrays), nil
}
