package dataset

import (
	"fmt"
	"math"

	"adl/pkg/vec"
)

// LinearSource is the [data] table of a spec for linear regression: labels are numbers. With File,
// the keys after Kind are ignored.
type LinearSource struct {
	CSV
	Kind  string    `toml:"kind" spec:"optional,in=linear"`           // Linear
	N     int       `toml:"ndata" spec:"optional,min=1,max=10000000"` // the number of data
	Seed  uint64    `toml:"seed" spec:"optional"`                     // of the streams
	Theta []float64 `toml:"theta" spec:"optional"`                    // intercept first
	Sigma float64   `toml:"sigma" spec:"optional,positive"`           // standard deviation or scale
	Nu    float64   `toml:"nu" spec:"optional,positive"`              // of Student's distribution
}

// Load reads or generates the data. An error names the wrong key of the [data] table ([KeyError]),
// or the file with line and column.
func (s LinearSource) Load() (Labelled, error) {
	if s.File != "" {
		return s.read(regression)
	}
	switch {
	case s.Kind != "linear":
		return Labelled{}, wrongKey("kind", "expected linear (or a file), got %q", s.Kind)
	case s.N < 1 || s.N > vec.MaxData:
		return Labelled{}, wrongNumber(s.N)
	case len(s.Theta) < 1 || len(s.Theta) > maxDim:
		return Labelled{}, wrongKey("theta", "expected 1 to %d numbers, got %d", maxDim, len(s.Theta))
	case !(s.Sigma > 0):
		return Labelled{}, wrongKey("sigma", "expected a positive number, got %g", s.Sigma)
	}
	return Linear(s.N, s.Theta, s.Intercept, s.Sigma, s.Nu, s.Seed), nil
}

// Linear returns n independent data y = θᵀz + σ e with z ~ N(0, I), except that z₁ = 1 if there is
// an intercept. The noise e is N(0, 1) or, if ν > 0, has Student's distribution with ν degrees of
// freedom. Covariates are rounded to float32, labels to multiples of 2⁻¹⁸. A larger set begins with
// the data of a smaller set.
func Linear(n int, theta []float64, intercept bool, sigma, nu float64, seed uint64) Labelled {
	l := newLabelled(n, len(theta), fmt.Sprintf("linear, seed %d", seed))
	normal, words := normals(seed, keyNormals), newWords(seed, keyStudent)
	for i := range n {
		y := 0.0
		for k, t := range theta {
			z := float32(1)
			if k > 0 || !intercept {
				z = float32(normal())
			}
			l.Row(i)[k] = z
			y = math.FMA(t, float64(z), y)
		}
		e := 0.0
		if nu > 0 {
			e = words.student(nu)
		} else {
			e = normal()
		}
		l.Y[i] = grid(math.FMA(sigma, e, y))
	}
	return l
}

// keyStudent is the key of the stream of Student's distribution.
const keyStudent = 0x73747564

// student draws from Student's distribution (Bailey's polar method, Math. Comp. 62, 1994).
func (w *words) student(nu float64) float64 {
	for {
		u, v := math.FMA(2, w.unit(), -1), math.FMA(2, w.unit(), -1)
		s := math.FMA(u, u, float64(v*v))
		if s > 1 || s == 0 {
			continue
		}
		t := float64(u * math.Sqrt(float64(nu*vec.Expm1(-2/nu*vec.Log(s)))/s))
		if math.Abs(t) <= maxDatum {
			return t
		}
	}
}
