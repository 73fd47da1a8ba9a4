package dataset

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// TestComponentsOfTwoPixels: the covariance (a b; b a) has the eigenvalues a ± b and the
// eigenvectors (1, ±1)/√2, with a positive first component.
func TestComponentsOfTwoPixels(t *testing.T) {
	var images [][]byte
	for _, x := range [][2]byte{{0, 10}, {20, 50}, {255, 200}, {100, 90}} {
		images = append(images, []byte{x[0], x[1]}, []byte{x[1], x[0]})
	}
	var x, y []float64
	for _, im := range images {
		x = append(x, float64(im[0])/255)
		y = append(y, float64(im[1])/255)
	}
	a, b, mean := stat.Variance(x, nil), stat.Covariance(x, y, nil), stat.Mean(x, nil)
	for _, whiten := range []bool{false, true} {
		p, err := fit(images, 2, 2, whiten)
		if err != nil {
			t.Fatal(err)
		}
		z := p.scores(images)
		for k, lambda := range []float64{a + b, a - b} {
			if math.Abs(p.lambda[k]-lambda) > 1e-15 {
				t.Errorf("eigenvalue %d is %g, want %g", k, p.lambda[k], lambda)
			}
			scale, sign := 1.0, 1-2*float64(k)
			if whiten {
				scale = 1 / math.Sqrt(lambda)
			}
			for i := range images {
				want := scale / math.Sqrt2 * ((x[i] - mean) + sign*(y[i]-mean))
				if got := z.At(i, k); math.Abs(got-want) > 1e-13 {
					t.Errorf("whiten %v: score %d of image %d is %g, want %g", whiten, k, i, got, want)
				}
			}
		}
	}
}

// randomImages are independent, with fewer dimensions than pixels if span is less.
func randomImages(n, pixels, span int) [][]byte {
	w := newWords(uint64(n), uint64(pixels))
	images := make([][]byte, n)
	for i := range images {
		images[i] = make([]byte, pixels)
		for j := range images[i] {
			images[i][j] = byte(w.below(100 + 20*(j%7)))
			if j >= span {
				images[i][j] = images[i][j-span]
			} else if w.below(3) == 0 {
				images[i][j] = 0
			}
		}
	}
	return images
}

// TestComponents: the scores have a diagonal covariance with the eigenvalues, or 1, on its
// diagonal; the eigenvectors are orthonormal, ordered, and of fixed sign, and belong to the
// covariance computed in another way.
func TestComponents(t *testing.T) {
	const n, pixels, d = 60, 20, 12
	images := randomImages(n, pixels, pixels)
	x := mat.NewDense(n, pixels, nil)
	for i, im := range images {
		for j, v := range im {
			x.Set(i, j, float64(v)/255)
		}
	}
	var svd stat.PC
	if !svd.PrincipalComponents(x, nil) {
		t.Fatal("no principal components")
	}
	want := svd.VarsTo(nil)
	for _, whiten := range []bool{false, true} {
		p, err := fit(images, pixels, d, whiten)
		if err != nil {
			t.Fatal(err)
		}
		z := p.scores(images)
		var cov mat.SymDense
		stat.CovarianceMatrix(&cov, z, nil)
		for k := range d {
			if math.Abs(p.lambda[k]-want[k]) > 1e-13*want[0] {
				t.Errorf("eigenvalue %d is %g, want %g", k, p.lambda[k], want[k])
			}
			if mean := stat.Mean(mat.Col(nil, k, z), nil); math.Abs(mean) > 1e-13 {
				t.Errorf("whiten %v: mean of score %d is %g", whiten, k, mean)
			}
			unit := 1.0 / 255
			if whiten {
				unit = 1 / (255 * math.Sqrt(p.lambda[k]))
			}
			top := 0.0
			for m := range d {
				v, dot := 0.0, 0.0
				if m == k {
					if v = p.lambda[k]; whiten {
						v = 1
					}
				}
				if math.Abs(cov.At(k, m)-v) > 1e-12 {
					t.Errorf("whiten %v: covariance of scores %d and %d is %g, want %g", whiten, k, m,
						cov.At(k, m), v)
				}
				for j := range pixels {
					dot += p.w.At(j, k) * p.w.At(j, m)
				}
				if m == k && math.Abs(dot-unit*unit) > 1e-13*unit*unit ||
					m != k && math.Abs(dot) > 1e-12*unit*unit*p.lambda[0]/p.lambda[d-1] {
					t.Errorf("whiten %v: product of vectors %d and %d is %g", whiten, k, m, dot)
				}
			}
			for j := range pixels {
				if v := p.w.At(j, k); math.Abs(v) > math.Abs(top) {
					top = v
				}
			}
			if top <= 0 {
				t.Errorf("the largest component of vector %d is %g", k, top)
			}
		}
		// rounding moves a score by half a grid step at most
		l := p.transform(images, make([]float64, n))
		for i := range n {
			for k, v := range l.Row(i) {
				if diff := math.Abs(float64(v) - z.At(i, k)); diff > 0.5/scoreGrid ||
					math.Abs(float64(v))*scoreGrid != math.Floor(math.Abs(float64(v))*scoreGrid) {
					t.Fatalf("score %d of image %d is %v, before rounding %v", k, i, v, z.At(i, k))
				}
			}
		}
	}
}

func TestFitErrors(t *testing.T) {
	for _, c := range []struct {
		images [][]byte
		d      int
		want   string
	}{
		{
			randomImages(30, 10, 4), 5,
			"data.d: expected at most 4 components, which the 30 images span, got 5",
		},
		{
			randomImages(30, 10, 10), 11,
			"data.d: expected 1 to 10 components of 30 images of 10 pixels, got 11",
		},
		{
			randomImages(5, 10, 10), 5, "data.d: expected 1 to 4 components of 5 images of 10 pixels, got 5",
		},
		{randomImages(1, 10, 10), 1, "data.d: expected 1 to 0 components of 1 images"},
		{black(7, 10), 1, "data.d: expected at most 0 components, which the 7 images span, got 1"},
	} {
		_, err := fit(c.images, 10, c.d, true)
		var k *KeyError
		if !errors.As(err, &k) || len(err.Error()) < len(c.want) || err.Error()[:len(c.want)] != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if _, err := fit(randomImages(30, 10, 4), 10, 4, true); err != nil {
		t.Errorf("as many components as the images span: %v", err)
	}
}

// black returns n black images.
func black(n, pixels int) [][]byte {
	images := make([][]byte, n)
	for i := range images {
		images[i] = make([]byte, pixels)
	}
	return images
}
