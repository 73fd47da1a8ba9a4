package simulate

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// Checks are checks of the model's gradient at the start of the first replica.
func (c *Chain) Checks() []sweep.Check {
	if c.Check() != nil {
		return nil // Run reports it
	}
	start := make([]float64, c.Model.Dim())
	if len(c.Theta) > 0 {
		start = c.Theta[0]
	}
	return checks(c.Model, c.Digest, c.Layout, c.Sampling, c.N, start)
}

func checks(
	m model.Model, digest string, l vec.Layout, s minibatch.Sampling, n int, start []float64,
) []sweep.Check {
	key, err := spec.Canonical(m.Key())
	if err != nil {
		return nil // the task has no key
	}
	name := fmt.Sprintf("%s %s %v", key, digest, l)
	all := []sweep.Check{{
		Name: name, Run: func() error { return model.CheckGradient(m, l, start) },
	}}
	if s == minibatch.Gaussian || s.Epsilon(m.Ndata(), n) == 0 {
		return all
	}
	return append(all, sweep.Check{
		Name: fmt.Sprintf("%s %d", name, n),
		Run:  func() error { return model.CheckBatches(m, l, n, start) },
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
