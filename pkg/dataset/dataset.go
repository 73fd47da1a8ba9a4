// Package dataset provides the data that a posterior is conditioned on, generated from a kind, its
// parameters and a seed, or read from a file. Data holds numbers x_i. Labelled holds vectors z_i
// with labels y_i in {0, 1}: two classes of points in the plane, the principal scores of the images
// of 7 and 9 in the MNIST database, which are a file of the project, or those of other images.
//
// A generated set is the same on every machine, because it comes from package vec's streams. A data
// set is identified by its Digest: results depend on the numbers, not on their origin.
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

// Source is the [data] table of a spec: where data come from. With File, the rest is ignored.
type Source struct {
	File  string    `toml:"file" spec:"optional,nonempty"`            // one datum per line
	Kind  string    `toml:"kind" spec:"optional,in=gaussian|mixture"` // the law of a datum
	N     int       `toml:"ndata" spec:"optional,min=1,max=65536"`    // the number of data
	Seed  uint64    `toml:"seed" spec:"optional"`                     // of the stream
	Mu    []float64 `toml:"mu" spec:"optional"`                       // centres, two of a mixture
	Sigma []float64 `toml:"sigma" spec:"optional,positive"`           // standard deviations, as many
	W     float64   `toml:"w" spec:"optional,nonnegative,max=1"`      // weight of the first centre
}

// Load reads or generates the data. An error names the wrong key of the [data] table ([KeyError]),
// or the file and its line.
func (s Source) Load() (Data, error) {
	if s.File != "" {
		return Read(s.File)
	}
	want := map[string]int{"gaussian": 1, "mixture": 2}[s.Kind]
	switch {
	case want == 0:
		return Data{}, wrongKey("kind", "expected gaussian or mixture (or a file), got %q", s.Kind)
	case s.N < 1 || s.N > vec.MaxIndex:
		return Data{}, wrongNumber(s.N)
	case len(s.Mu) != want:
		return Data{}, wrongKey("mu", "kind %s: expected %d numbers, got %d", s.Kind, want, len(s.Mu))
	case len(s.Sigma) != want:
		return Data{}, wrongKey("sigma", "kind %s: expected %d numbers, got %d", s.Kind, want,
			len(s.Sigma))
	}
	if s.Kind == "gaussian" {
		return Gaussian(s.N, s.Mu[0], s.Sigma[0], s.Seed), nil
	}
	return Mixture(s.N, s.W, [2]float64(s.Mu), [2]float64(s.Sigma), s.Seed), nil
}

// KeyError is an impossible value of a key of Source or LabelledSource.
type KeyError struct{ Key, Reason string }

func (e *KeyError) Error() string { return fmt.Sprintf("data.%s: %s", e.Key, e.Reason) }

func wrongKey(key, format string, args ...any) error {
	return &KeyError{key, fmt.Sprintf(format, args...)}
}

// wrongNumber is the error of a number of data that cannot be.
func wrongNumber(n int) error {
	return wrongKey("ndata", "expected a number of data from 1 to %d, got %d", vec.MaxIndex, n)
}

// Keys of the streams of a data set's normals and component choices.
const (
	keyNormals = 0x6e6f726d
	keyChoices = 0x63686f69
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
	normal, choice := newNormals(seed, keyNormals), newWords(seed, keyChoices)
	for i := range x {
		k := 1
		if choice.unit() < w {
			k = 0
		}
		x[i] = grid(math.FMA(sigma[k], normal.next(), mu[k]))
	}
	return Data{x, fmt.Sprintf("mixture, seed %d", seed)}
}

// grid rounds to a multiple of 2⁻¹⁸. Below 8, such a number has at most 21 significant bits: it is
// short in a file, and the low half of its float64 is zero, which makes its look-up in package vec
// twice as fast.
func grid(x float64) float64 { return math.RoundToEven(x*0x1p18) * 0x1p-18 }
