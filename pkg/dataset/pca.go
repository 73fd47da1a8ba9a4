package dataset

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// components is a principal component analysis of images of bytes: the score of the image x on
// component k is
//
//	z_k = Σ_j W_jk (x_j − m_j) = Σ_j W_jk x_j − c_k,   W_jk = s_k v_jk,
//
// with v_k the k-th eigenvector of the covariance matrix of x and s_k a scale.
type components struct {
	w      []float64 // W, pixels×d, row-major
	c      []float64 // c
	lambda []float64 // the d largest eigenvalues, decreasing, in units of squared pixels of [0, 1]
	d      int
}

// fit fits d components to n images, n ≤ 65536, of the given number of pixels each.
//
// Of an eigenvector's two signs it takes the one whose component of largest modulus is positive,
// the first one if there are several. With whiten, the scores of these images have unit variance
// (with n − 1); otherwise they are the scores of pixels in [0, 1].
func fit(images [][]byte, pixels, d int, whiten bool) (*components, error) {
	n := len(images)
	if d < 1 || d > min(pixels, n-1) {
		return nil, &KeyError{"d", fmt.Sprintf("expected 1 to %d components of %d images of %d "+
			"pixels, got %d", min(pixels, n-1), n, pixels, d)}
	}
	first, second := sums(images, pixels)
	var eig mat.EigenSym
	if !eig.Factorize(covariance(first, second, n), true) {
		return nil, errors.New("the eigendecomposition of the covariance of the pixels does not " +
			"converge")
	}
	values := eig.Values(nil)
	var vectors mat.Dense
	eig.VectorsTo(&vectors)

	p := &components{
		w: make([]float64, pixels*d), c: make([]float64, d), lambda: make([]float64, d), d: d,
	}
	for k := range d {
		col := pixels - 1 - k // gonum's are increasing
		lambda := values[col]
		if !(lambda > 1e-9*values[pixels-1]) {
			return nil, &KeyError{"d", fmt.Sprintf("expected at most %d components, which the %d "+
				"images span, got %d", k, n, d)}
		}
		p.lambda[k] = lambda
		scale := 1.0 / 255
		if whiten {
			scale /= math.Sqrt(lambda)
		}
		largest := 0.0
		for j := range pixels {
			if v := vectors.At(j, col); math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			scale = -scale
		}
		for j := range pixels {
			w := float64(scale * vectors.At(j, col))
			p.w[j*d+k] = w
			p.c[k] = math.FMA(w, float64(first[j])/float64(n), p.c[k])
		}
	}
	return p, nil
}

// sums returns Σ x_i and, for i ≤ j, Σ x_i x_j over the images.
func sums(images [][]byte, pixels int) (first, second []int64) {
	first, second = make([]int64, pixels), make([]int64, pixels*pixels)
	var at []int
	for _, x := range images {
		at = at[:0]
		for j, v := range x {
			if v != 0 {
				at = append(at, j)
				first[j] += int64(v)
			}
		}
		for k, i := range at {
			row, v := second[i*pixels:(i+1)*pixels], int64(x[i])
			for _, j := range at[k:] {
				row[j] += v * int64(x[j])
			}
		}
	}
	return first, second
}

// covariance returns the covariance of n images with these sums, of pixels in [0, 1]. It is the
// same bits on every machine: the sums are integers, and each entry is the quotient of two integers
// that a float64 holds exactly. For n ≤ 65536 both products are below 2⁴⁹.
func covariance(first, second []int64, n int) *mat.SymDense {
	pixels := len(first)
	cov := mat.NewSymDense(pixels, nil)
	for i := range pixels {
		for j := i; j < pixels; j++ {
			num := int64(n)*second[i*pixels+j] - first[i]*first[j]
			cov.SetSym(i, j, float64(num)/float64(255*255*int64(n)*int64(n-1)))
		}
	}
	return cov
}

// scores writes the scores of an image to z, without rounding.
func (p *components) scores(z []float64, image []byte) {
	for k, c := range p.c {
		z[k] = -c
	}
	for j, v := range image {
		if v == 0 {
			continue
		}
		x, row := float64(v), p.w[j*p.d:(j+1)*p.d]
		for k, w := range row {
			z[k] = math.FMA(w, x, z[k])
		}
	}
}

// transform returns the rounded scores of images as labelled data.
func (p *components) transform(images [][]byte, y []float64) Labelled {
	l := Labelled{Z: make([]float32, len(images)*p.d), D: p.d, Y: y}
	z := make([]float64, p.d)
	for i, x := range images {
		p.scores(z, x)
		for k, row := 0, l.Row(i); k < p.d; k++ {
			row[k] = roundScore(z[k])
		}
	}
	return l
}
