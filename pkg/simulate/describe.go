package simulate

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/work"
)

// Checks are checks of the model's gradient at the start of the first replica.
func (c *Chain) Checks() []work.Check {
	if c.Check() != nil {
		return nil // Run reports it
	}
	start := make([]float64, c.Model.Dim())
	if len(c.Theta) > 0 {
		start = c.turn(c.Theta[0])
	}
	key, err := spec.Canonical(c.Model.Key())
	if err != nil {
		return nil // the task has no key
	}
	name := fmt.Sprintf("%s %v %s %v", key, c.Control, c.Digest, c.Layout)
	all := []work.Check{{
		Name: name, Run: func() error { return model.CheckGradient(c.Model, c.Layout, start) },
	}}
	if c.Sampling == minibatch.Gaussian || c.Epsilon() == 0 {
		return all
	}
	return append(all, work.Check{
		Name: fmt.Sprintf("%s %d", name, c.N),
		Run: func() error {
			return model.CheckBatches(c.Model, c.Control, c.Layout, c.N, start)
		},
	})
}

// hash is the first 64 bits of the SHA-256 of the key's canonical form.
func hash(k spec.Key) (uint64, error) {
	b, err := spec.Canonical(k)
	if err != nil {
		return 0, err
	}
	h := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(h[:]), nil
}
