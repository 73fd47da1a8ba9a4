package simulate

import (
	"cmp"
	"errors"
	"fmt"

	"adl/pkg/snapshot"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Course is the parameters, without T where a longer run continues what the statistics keep.
func (c *Chain) Prefix() any {
	if c.continues() {
		return c.key()
	}
	return c.Params()
}

// continues reports whether the beginning of a chain with a longer T records the same.
func (c *Chain) continues() bool {
	for k, s := range c.Observe {
		p := c.plan(k)
		switch s := s.(type) {
		case Moments:
			if c.Blocks > 1 { // a longer T has longer blocks
				return false
			}
		case Mean:
			if s.stride(p) == p.observed {
				return false
			}
		}
	}
	return true
}

// checkpoint is the whole memory of a run, and its probes so far.
func (r *run) checkpoint() table.Archive {
	return append(archive(r.about(false), r.probed(false)),
		table.Entry{Name: "tape", Data: snapshot.Save(r)})
}

// Snapshot saves or restores the states and what was recorded of them.
func (r *run) Snapshot(c *snapshot.Codec) {
	r.e.Snapshot(c)
	r.observer.Snapshot(c)
}

var errCheckpoint = errors.New("not a checkpoint of the chain")

// resume goes back to a checkpoint. Its error wraps sweep.ErrStale.
func (r *run) resume(from table.Archive) error {
	found, err := table.Array[uint32](from, "probe.digests")
	if n := len(found); err != nil || n > 2*probes || n%2 > 0 {
		return fmt.Errorf("%w: %w", sweep.ErrStale, cmp.Or(err, errCheckpoint))
	}
	start, digests, states := r.probeArrays(len(found) / 2)
	digests.counts = found
	start.counts, err = table.Array[uint32](from, start.name, start.shape...)
	if err == nil {
		states.values, err = table.Array[float64](from, states.name, states.shape...)
	}
	var words []uint64
	if err == nil {
		words, err = table.Array[uint64](from, "tape")
	}
	if err == nil {
		err = r.verify(start, digests, states)
	}
	if err == nil {
		err = snapshot.Restore(r, words)
	}
	burn, steps, _ := r.Steps()
	if err == nil && r.e.Steps > burn+steps {
		err = errCheckpoint // of a longer run
	}
	if err != nil {
		return fmt.Errorf("%w: %w", sweep.ErrStale, err)
	}
	return nil
}
