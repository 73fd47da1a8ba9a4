package simulate

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// Describe tells a chain from the others of a figure, in the paper's symbols.
func (c *Chain) Describe() []sweep.Term {
	terms := []sweep.Term{
		term("%s", words(c.Model.Key(), "")),
		term("n = %d", c.N),
		sampling(c.Sampling),
		term("Δt = %g", c.Scheme.Dt),
		term("%s", c.Scheme.Word),
	}
	switch f := c.Scheme.Friction.(type) {
	case nil:
	case dynamics.Constant:
		terms = append(terms, term("γ = %g", f.Gamma))
	case dynamics.AdL:
		terms = append(terms, adl(f)...)
	case dynamics.Extended:
		cells, functions := f.Basis.Cells()
		terms = append(terms, term("K = %d", cells*functions-1), term("%s", words(f.Basis.Key(), "")))
		terms = append(terms, adl(f.Base)...)
	default:
		terms = append(terms, term("%s", words(f.Key(), "")))
	}
	if c.Scheme.SplitBatch {
		terms = append(terms, term("a batch for every B"))
	}
	terms = append(terms, term("T = %g", c.T))
	for _, t := range []sweep.Term{
		term("burn-in %.4g", c.BurnIn), term("%d replicas", c.Replicas), term("seed %d", c.Seed),
		term("data %s", c.Digest),
	} {
		t.Minor = true
		terms = append(terms, t)
	}
	return terms
}

// Describe tells draws of the noise from the others of a figure.
func (z *NoiseDraws) Describe() []sweep.Term {
	return []sweep.Term{
		term("%s", words(z.Model.Key(), "")),
		term("n = %d", z.N),
		sampling(z.Sampling),
		term("θ = %.4g", z.Theta),
		term("%d draws", z.Draws),
		term("seed %d", z.Seed),
		term("data %s", z.Digest),
	}
}

func term(format string, args ...any) sweep.Term {
	return sweep.Term{Text: fmt.Sprintf(format, args...)}
}

func adl(f dynamics.AdL) []sweep.Term {
	return []sweep.Term{term("%s", f.Form.Name()), term("γ = %g", f.Gamma), term("η = %g", f.Eta)}
}

func sampling(s minibatch.Sampling) sweep.Term {
	if s == minibatch.Gaussian {
		return term("Gaussian noise")
	}
	return term("%s replacement", s)
}

// words are the name in a key and the numbers in it.
func words(k spec.Key, within string) string {
	all := []string{fmt.Sprint(k["is"])}
	for _, name := range slices.Sorted(maps.Keys(k)) {
		switch x := k[name].(type) {
		case spec.Key:
			all = append(all, words(x, within+name+"."))
		default:
			if name != "is" {
				all = append(all, fmt.Sprintf("%s%s = %v", within, name, x))
			}
		}
	}
	return strings.Join(all, " ")
}

// Checks are those of the model's gradient, where the first replica starts.
func (c *Chain) Checks() []sweep.Check {
	if c.Check() != nil {
		return nil // Run says so
	}
	start := make([]float64, c.Model.Dim())
	if len(c.Theta) > 0 {
		start = c.Theta[0]
	}
	return checks(c.Model, c.Digest, c.Layout, c.Sampling, c.N, start)
}

// Checks are those of the model's gradient, where the noise is drawn.
func (z *NoiseDraws) Checks() []sweep.Check {
	if _, err := z.Check(); err != nil {
		return nil // Run says so
	}
	return checks(z.Model, z.Digest, vec.Replicas, z.Sampling, z.N, z.Theta)
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
