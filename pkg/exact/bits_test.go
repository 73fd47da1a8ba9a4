package exact

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
)

// The numbers in tables are the same bits on every machine.
func TestBits(t *testing.T) {
	h := sha256.New()
	put := func(x ...float64) {
		for _, v := range x {
			binary.Write(h, binary.LittleEndian, math.Float64bits(v))
		}
	}
	m := mixture(1, 200)
	p := NewMixtureGrid(m, Grid{})
	below, mass, above := p.MarginalMasses(0, 0, 1.4, 500)
	put(below, above)
	put(mass...)
	for _, x := range p.Modes {
		put(x.Theta...)
		put(x.Laplace...)
	}
	put(p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta))
	mean := p.MeanGradCov()
	put(mean...)
	put(p.GradCovNorm())
	put(LimitGradCov(m, []float64{1, 0.5}, []float64{0.2, 1.1})...)
	for _, z := range Atoms(m, []float64{1, 0.2}) {
		put(z...)
		put(batchSkewness(z, 7, minibatch.Without), batchSkewness(z, 7, minibatch.With))
	}
	g := gaussian()
	for _, dt := range []float64{1e-4, 1e-3, 1e-2} {
		xi, e := g.AdL(99, 1, dt)
		put(g.SGLD(99, dt), g.Langevin(99, 1, dt), xi, e)
		xis, _ := MeanXi(dynamics.Full{}, mean, 1000, 1, dt)
		put(xis...)
	}
	l := laplace(t, regression(300, 20))
	for _, x := range [][]float64{l.Mode, l.Mean, l.Cov, MeanGradCov(l.Model, l.Draws(1, 1))} {
		put(x...)
	}
	p = NewMixtureGrid(m, Grid{Step: 2, Cuts: [2][]float64{{0.7}, {0.7}}})
	b := quarters(2)
	b.Scale = p.Scale(b, 30)
	put(b.Scale...)
	for _, f := range frictions {
		coef, d := p.ProjectBasis(b, f)
		put(d)
		frozen := p.FrozenBasisXi(b, f, 1000, 1, 1e-3)
		for _, x := range slices.Concat(ExtendedXi(b, coef, 1000, 1, 1e-3), frozen) {
			put(x...)
		}
	}
	const want = "bc73201751837f7c511a5484dc937643c2a55cd65925d969740393ee1c0f25e1"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
