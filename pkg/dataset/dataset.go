// Package dataset provides the data that a posterior is conditioned on. They are generated from a
// kind, its parameters and a seed, or read from a file. Data holds numbers x_i. Labelled holds
// vectors z_i with labels y_i.
//
// Generated data are the same on every machine, because they come from the streams of package vec.
// The Digest identifies a data set: results depend on its numbers, not on their origin.
package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"adl/pkg/vec"
)

// Data is a set of real data x₁, …, x_N.
type Data struct {
	X      []float64
	Origin string // in words: "mixture, seed 17" or the name of a file
}

// Digest returns the SHA-256 of the data's bits, little endian, in hexadecimal.
func (d Data) Digest() string { return digest(d.X) }

// digest hashes numbers and lists of numbers.
func digest(numbers ...any) string {
	h := sha256.New()
	for _, x := range numbers {
		if err := binary.Write(h, binary.LittleEndian, x); err != nil {
			panic(err) // a hash takes everything
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Source is the [data] table of a spec: where the data come from. With File, the keys after Column
// are ignored. A file is read as [CSV] is. It holds one number per line of magnitude up to 1e30, or
// columns with names of which Column names one.
type Source struct {
	File   string    `toml:"file" spec:"optional,nonempty"`
	Column string    `toml:"column,omitempty" spec:"optional,nonempty"`
	Kind   string    `toml:"kind" spec:"optional,in=gaussian|mixture"` // the distribution of a datum
	N      int       `toml:"ndata" spec:"optional,min=1,max=10000000"` // the number of data
	Seed   uint64    `toml:"seed" spec:"optional"`                     // of the stream
	Mu     []float64 `toml:"mu" spec:"optional"`                       // one or two centres
	Sigma  []float64 `toml:"sigma" spec:"optional,positive"`           // a deviation per centre
	W      float64   `toml:"w" spec:"optional,nonnegative,max=1"`      // weight of the first centre
}

// Load reads or generates the data. An error names the wrong key of the [data] table ([KeyError]),
// or the file and its line.
func (s Source) Load() (d Data, err error) {
	if s.File != "" {
		l, err := CSV{File: s.File, Label: s.Column}.read(numbers)
		return Data{l.Y, l.Origin}, err
	}
	want := map[string]int{"gaussian": 1, "mixture": 2}[s.Kind]
	switch {
	case want == 0:
		return d, wrongKey("kind", "expected gaussian or mixture (or a file), got %q", s.Kind)
	case s.N < 1 || s.N > vec.MaxData:
		return d, wrongNumber(s.N)
	case len(s.Mu) != want:
		return d, wrongKey("mu", "kind %s: expected %d numbers, got %d", s.Kind, want, len(s.Mu))
	case len(s.Sigma) != want:
		return d, wrongKey("sigma", "kind %s: expected %d numbers, got %d", s.Kind, want, len(s.Sigma))
	}
	if s.Kind == "gaussian" {
		return Gaussian(s.N, s.Mu[0], s.Sigma[0], s.Seed), nil
	}
	return Mixture(s.N, s.W, [2]float64(s.Mu), [2]float64(s.Sigma), s.Seed), nil
}

// KeyError is an error in the value of a key of Source, LinearSource or LabelledSource.
type KeyError struct{ Key, Reason string }

func (e *KeyError) Error() string { return fmt.Sprintf("data.%s: %s", e.Key, e.Reason) }

func wrongKey(key, format string, args ...any) error {
	return &KeyError{key, fmt.Sprintf(format, args...)}
}

// wrongNumber returns the error for an impossible number of data.
func wrongNumber(n int) error {
	return wrongKey("ndata", "expected a number of data from 1 to %d, got %d", vec.MaxData, n)
}

// Keys of the streams of normals, of component choices and of the centres of the two classes.
const (
	keyNormals = 0x6e6f726d
	keyChoices = 0x63686f69
	keyCentres = 0x63656e74
)

// Gaussian returns n independent draws of N(mu, sigma²), rounded to multiples of 2⁻¹⁸.
func Gaussian(n int, mu, sigma float64, seed uint64) Data {
	d := Mixture(n, 1, [2]float64{mu}, [2]float64{sigma}, seed)
	d.Origin = fmt.Sprintf("gaussian, seed %d", seed)
	return d
}

// Mixture returns n independent draws of w N(mu₁, sigma₁²) + (1−w) N(mu₂, sigma₂²), rounded to
// multiples of 2⁻¹⁸.
func Mixture(n int, w float64, mu, sigma [2]float64, seed uint64) Data {
	x := make([]float64, n)
	normal, choice := normals(seed, keyNormals), newWords(seed, keyChoices)
	for i := range x {
		k := 1
		if choice.unit() < w {
			k = 0
		}
		x[i] = grid(math.FMA(sigma[k], normal(), mu[k]))
	}
	return Data{x, fmt.Sprintf("mixture, seed %d", seed)}
}

// grid rounds to a multiple of 2⁻¹⁸. Below 8, such a number has at most 21 significant bits. It is
// short in a file, and the low half of its float64 is zero, which makes look-ups in package vec
// twice as fast.
func grid(x float64) float64 { return math.RoundToEven(x*0x1p18) * 0x1p-18 }

// TwoClasses returns n points in the plane (section 3.5) with y = 0, 1, 0, 1, …, independent given
// their classes:
//
//	x ~ N(x₀, c²) for y = 0, with x₀ one of (1, 1), (0, 2), (1, 3),
//	x ~ N(x₁, c²) for y = 1, with x₁ one of (2, 0.5), (1, 2), (2, 3), (1, 4),
//
// with equally likely centres in each class. The coordinates are rounded to float32. A larger set
// begins with the points of a smaller set.
func TwoClasses(n int, c2 float64, seed uint64) Labelled {
	centres := [2][][2]float64{
		{{1, 1}, {0, 2}, {1, 3}},
		{{2, 0.5}, {1, 2}, {2, 3}, {1, 4}},
	}
	c := math.Sqrt(c2)
	l := newLabelled(n, 2, fmt.Sprintf("two classes, seed %d", seed))
	normal, choice := normals(seed, keyNormals), newWords(seed, keyCentres)
	for i := range n {
		of := centres[i%2]
		x := of[choice.below(len(of))]
		for k := range x {
			l.Z[2*i+k] = float32(math.FMA(c, normal(), x[k]))
		}
		l.Y[i] = float64(i % 2)
	}
	return l
}
