package dataset

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/bits"

	"adl/pkg/vec"
)

// Labelled is a set of N vectors z₁, …, z_N of dimension D with labels y₁, …, y_N: classes 0 and 1,
// or the numbers of a linear regression.
type Labelled struct {
	Z      []float32 // N×D, row-major; computed numbers are rounded to float32 before Digest
	D      int
	Y      []float64
	Origin string // in words

	// Names are the names of the covariates in a file, "" where there is none, or nil.
	Names []string
	// Mean and SD are the means and standard deviations of covariates that were standardized, for an
	// intercept 1 and 0; nil of others.
	Mean, SD []float64
}

func newLabelled(n, d int, origin string) Labelled {
	return Labelled{Z: make([]float32, n*d), D: d, Y: make([]float64, n), Origin: origin}
}

// Row returns z_i, with i counted from 0, as a part of Z.
func (l Labelled) Row(i int) []float32 { return l.Z[i*l.D : (i+1)*l.D : (i+1)*l.D] }

// Coefficient returns the coefficient β_i, with i counted from 0, of a covariate as it was before
// it was standardized: θ_i/s_i and, for an intercept, θ₁ − Σ_k m_k β_k. So θᵀz = βᵀx, up to a
// constant if there is no intercept.
func (l Labelled) Coefficient(theta []float64, i int) float64 {
	switch {
	case l.SD == nil || i > 0 && l.SD[i] == 0:
		return theta[i]
	case l.SD[i] > 0:
		return theta[i] / l.SD[i]
	}
	beta := theta[0]
	for k := 1; k < len(theta); k++ {
		beta -= float64(l.Mean[k] * l.Coefficient(theta, k))
	}
	return beta
}

// Digest returns the SHA-256, in hexadecimal, of N and D as 64-bit integers and the bits of Z, Y,
// Mean and SD, all little endian. Names do not count.
func (l Labelled) Digest() string {
	return digest(uint64(len(l.Y)), uint64(l.D), l.Z, l.Y, l.Mean, l.SD)
}

// Write writes a comment line and then one datum per line: its D components and its label, with
// commas between them, in the shortest form that reads back as the same numbers.
func (l Labelled) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s: %d components and the label of a datum a line\n", l.Origin, l.D)
	for i, y := range l.Y {
		for _, z := range l.Row(i) {
			fmt.Fprint(b, z, ",")
		}
		fmt.Fprintln(b, y)
	}
	return b.Flush()
}

// Computed scores are rounded to multiples of 2⁻¹², which is finer than the 256 levels of a pixel.
// So they are the same on machines whose eigenvectors differ in their last bits and, below 4096,
// float32 numbers.
const scoreGrid = 1 << 12

func roundScore(z float64) float32 {
	// + 0 turns −0 into 0: integers have no −0
	return float32(float64(math.RoundToEven(z*scoreGrid)/scoreGrid) + 0)
}

// words returns the words of a stream one by one.
type words struct {
	s    *vec.Stream
	buf  [64]uint64
	left int
}

func newWords(key ...uint64) *words { return &words{s: vec.NewStream(key...)} }

func (w *words) next() uint64 {
	if w.left == 0 {
		w.s.Bits(w.buf[:])
		w.left = len(w.buf)
	}
	w.left--
	return w.buf[len(w.buf)-1-w.left]
}

// below is exactly uniform on {0, …, n−1} (Lemire's multiplication with rejection).
func (w *words) below(n int) int {
	m := uint64(n)
	reject := -m % m
	for {
		if hi, lo := bits.Mul64(w.next(), m); lo >= reject {
			return int(hi)
		}
	}
}

// unit is uniform on the multiples of 2⁻⁵³ in [0, 1).
func (w *words) unit() float64 { return float64(w.next()>>11) * 0x1p-53 }

// permutation is a uniform permutation of {0, …, n−1} (Fisher and Yates).
func (w *words) permutation(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := w.below(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// normals returns a function that returns the standard normal numbers of a stream one by one.
func normals(key ...uint64) (next func() float64) {
	s, rows := vec.NewStream(key...), vec.Rows(16)
	at := len(rows) * vec.Lanes
	return func() float64 {
		if at == len(rows)*vec.Lanes {
			s.Normals(rows)
			at = 0
		}
		x := rows[at/vec.Lanes][at%vec.Lanes]
		at++
		return x
	}
}
