package exact

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"adl/pkg/minibatch"
)

// What ends in tables is the same bits on every machine.
func TestBits(t *testing.T) {
	h := sha256.New()
	put := func(x ...float64) {
		for _, v := range x {
			binary.Write(h, binary.LittleEndian, math.Float64bits(v))
		}
	}
	m := mixture(1, 200)
	p := NewPosterior(m, Grid{})
	below, mass, above := p.MarginalMasses(0, 0, 1.4, 500)
	put(below, above)
	put(mass...)
	for _, x := range p.Modes {
		put(x.Theta...)
		put(x.Laplace...)
	}
	put(p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta))
	q := p.Projections()
	put(q.Mean...)
	put(q.S, q.Norm, q.ScalarError, q.DiagonalError, q.FullError)
	put(LimitGradCov(m, []float64{1, 0.5}, []float64{0.2, 1.1})...)
	for _, z := range Atoms(m, []float64{1, 0.2}) {
		put(z...)
		put(BatchMoments(z, 7, minibatch.Without))
		put(BatchMoments(z, 7, minibatch.With))
	}
	l := gaussian()
	for _, dt := range []float64{1e-4, 1e-3, 1e-2} {
		xi, e, _ := l.AdL(99, 1, dt)
		x, _ := l.Stationary(Word{Word: "BAOAB", Dt: dt, Xi: 1, Gamma: 1}, 99)
		put(l.SGLD(99, dt), l.Langevin(99, 1, dt), xi, e, x.Theta)
		xis, _ := Full.MeanXi(q.Mean, 1000, 1, dt)
		put(xis...)
	}
	const want = "a645467c36f405d404ab17fc12a5010ae01b09cce6b5d96b4dcecc0aae0194ae"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
