package dataset

import (
	"errors"
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
	w      *mat.Dense // W, pixels×d, followed by the row −c
	lambda []float64  // the d largest eigenvalues, decreasing, in units of squared pixels of [0, 1]
}

// fit fits d components to n images of the given number of pixels each.
//
// It chooses the sign of an eigenvector so that its (first) component of largest modulus is
// positive. With whiten, the scores of these images have unit variance (with n − 1); otherwise the
// pixels are in [0, 1].
func fit(images [][]byte, pixels, d int, whiten bool) (*components, error) {
	n := len(images)
	if d < 1 || d > min(pixels, n-1) {
		return nil, wrongKey("d", "expected 1 to %d components of %d images of %d pixels, got %d",
			min(pixels, n-1), n, pixels, d)
	}
	var moments mat.SymDense // Σ x_i x_j and, in the last column, Σ x_i
	moments.SymOuterK(1, matrix(images, pixels).T())
	var eig mat.EigenSym
	if !eig.Factorize(covariance(&moments, n), true) {
		return nil, errors.New("the eigendecomposition of the covariance of the pixels does not " +
			"converge")
	}
	values := eig.Values(nil)
	var vectors mat.Dense
	eig.VectorsTo(&vectors)

	p := &components{w: mat.NewDense(pixels+1, d, nil), lambda: make([]float64, d)}
	for k := range d {
		col := pixels - 1 - k // gonum sorts eigenvalues in increasing order
		lambda := values[col]
		if !(lambda > 1e-9*values[pixels-1]) {
			return nil, wrongKey("d", "expected at most %d components, which the %d images span, got %d",
				k, n, d)
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
		c := 0.0
		for j := range pixels {
			w := float64(scale * vectors.At(j, col))
			p.w.Set(j, k, w)
			c = math.FMA(w, moments.At(j, pixels)/float64(n), c)
		}
		p.w.Set(pixels, k, -c)
	}
	return p, nil
}

// matrix holds one image per row, its pixels followed by a 1.
func matrix(images [][]byte, pixels int) *mat.Dense {
	m := mat.NewDense(len(images), pixels+1, nil)
	for i, x := range images {
		row := m.RawRowView(i)
		for j, v := range x {
			row[j] = float64(v)
		}
		row[pixels] = 1
	}
	return m
}

// covariance returns the covariance of n images with these moments, of pixels in [0, 1]. Each entry
// is the quotient of two integers that a float64 holds exactly: for n ≤ 2¹⁸ both products are
// below 2⁵².
func covariance(moments *mat.SymDense, n int) *mat.SymDense {
	pixels := moments.SymmetricDim() - 1
	cov := mat.NewSymDense(pixels, nil)
	for i := range pixels {
		for j := i; j < pixels; j++ {
			num := float64(float64(n)*moments.At(i, j)) -
				float64(moments.At(i, pixels)*moments.At(j, pixels))
			cov.SetSym(i, j, num/float64(255*255*n*(n-1)))
		}
	}
	return cov
}

// scores returns the scores of images without rounding, one image per row.
func (p *components) scores(images [][]byte) *mat.Dense {
	rows, _ := p.w.Dims()
	var z mat.Dense
	z.Mul(matrix(images, rows-1), p.w)
	return &z
}

// transform returns the rounded scores of images as labelled data.
func (p *components) transform(images [][]byte, y []float64) Labelled {
	l := Labelled{D: len(p.lambda), Y: y}
	if len(images) == 0 {
		return l
	}
	for _, z := range p.scores(images).RawMatrix().Data {
		l.Z = append(l.Z, roundScore(z))
	}
	return l
}
