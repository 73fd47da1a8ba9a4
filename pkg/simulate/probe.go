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

// A stored result holds probes: states of the run, that in which it starts, that after the burn-in
// and the last, each with a digest of where some steps from it lead and of what the statistics
// record on the way. Where replaying these steps gives another digest, the numerics have changed
// since, and the result is stale. Of several states the first is probed.

// probe is a state and the digest of what follows.
type probe struct {
	state  []float64 // nil for the first, which the chain's parameters determine
	digest [2]uint32
}

// probes is the number of probes of a run that does not diverge.
const probes = 3

// probe makes a probe of the first state where it stands.
func (r *run) probe() {
	k := len(r.probes)
	p := probe{state: numbers(r.e.States[0])}
	p.digest = r.replay(p.state, k)
	if k == 0 {
		p.state = nil
	}
	r.probes = append(r.probes, p)
}

// parts are the rows that make up a state.
func parts(s *dynamics.State) []([]vec.Row) {
	s.Settle()
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

// replay returns the digest of where the k-th probe leads from a state, with random numbers of its
// own, and of what is recorded on the way.
func (r *run) replay(x []float64, k int) [2]uint32 {
	every := max(1, 1000/(4+r.N)/4)
	if r.Layout == vec.Components {
		every = max(1, 10_000/(100+r.N)/4)
	}
	short := *r.Chain
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

// probeArrays are the arrays of a number of probes.
func (c *Chain) probeArrays(n int) (digests, states *array) {
	d, rows := c.Model.Dim(), 0
	if a, ok := c.Scheme.Friction.(dynamics.Adaptive); ok {
		rows = a.Rows(c.Layout, d)
	}
	length := (2*c.Layout.Rows(d) + rows) * vec.Lanes
	return counts("probe.digests", n, 2), values("probe.states", n-1, length)
}

// probed are the arrays of the probes that were made; of a chain that diverged, that of its start.
func (r *run) probed(diverged bool) []*array {
	made := r.probes
	if diverged {
		made = made[:1]
	}
	digests, states := r.probeArrays(len(made))
	digests.counts, states.values = nil, nil
	for _, p := range made {
		digests.counts = append(digests.counts, p.digest[:]...)
		states.values = append(states.values, p.state...)
	}
	return []*array{digests, states}
}

var errElsewhere = fmt.Errorf("%w: the same steps lead elsewhere now", sweep.ErrStale)

// verify replays the probes of an archive.
func (r *run) verify(digests, states *array) error {
	n := digests.shape[0]
	length := states.shape[1]
	for k := range n {
		x := numbers(r.e.States[0])
		if k > 0 {
			x = states.values[(k-1)*length:][:length]
		}
		if r.replay(x, k) != [2]uint32(digests.counts[2*k:]) {
			return errElsewhere
		}
		r.probes = append(r.probes, probe{digest: [2]uint32(digests.counts[2*k:])})
		if k > 0 {
			r.probes[k].state = slices.Clone(x)
		}
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

// Verify reports whether the result is what Run would return (see [sweep.Verifier]). It replays the
// probes, which takes a few milliseconds at most.
func (c *Chain) Verify(a table.Archive) error {
	x, err := c.read(a)
	if err != nil {
		return err
	}
	n := probes
	if x.Diverged || x.reduced {
		n = 1
	}
	digests, states := c.probeArrays(n)
	about, probed := apart(a)
	if err := fill([]*array{digests, states}, append(about[:1], probed...)); err != nil {
		return err
	}
	r, err := c.start(c.Layout.Replicas())
	if err != nil {
		return err
	}
	return r.verify(digests, states)
}

// Verify reports whether the result is what Run would return (see [sweep.Verifier]): it makes the
// first draws again.
func (z *Noise) Verify(a table.Archive) error {
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
func (z *Noise) probe() *array { return counts("probe", 2) }

// first returns the digest of what the first draws leave.
func (z *Noise) first(ctx context.Context) ([2]uint32, error) {
	short := *z
	short.Draws = min(z.Draws, 16*vec.Lanes)
	r, err := short.start()
	if err != nil {
		return [2]uint32{}, err
	}
	for range short.rounds() {
		r.draw()
		r.keep()
	}
	if err := r.finish(ctx); err != nil {
		return [2]uint32{}, err
	}
	return digest(r.arrays), nil
}
