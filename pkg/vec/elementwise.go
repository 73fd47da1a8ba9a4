package vec

import "math"

// The routines of this file make a model on lanes of plain arithmetic, with AddScaled, AddTwo,
// Affine, AccumulateProduct and SumAffine for sums; model.StudentT is one. dst may be any of the
// other arguments.

// Multiply is dst = x y, row by row.
func Multiply(dst, x, y []Row) { active.multiply(dst, x, y) }

func (*portable) multiply(dst, x, y []Row) {
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for l := range d {
			d[l] = x[l] * y[l]
		}
	}
}

// Divide is dst = x/y, row by row.
func Divide(dst, x, y []Row) { active.divide(dst, x, y) }

func (*portable) divide(dst, x, y []Row) {
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for l := range d {
			d[l] = x[l] / y[l]
		}
	}
}

// SquareRoot is dst = √x, row by row.
func SquareRoot(dst, x []Row) { active.squareRoot(dst, x) }

func (*portable) squareRoot(dst, x []Row) {
	for i := range dst {
		d, x := &dst[i], &x[i]
		for l := range d {
			d[l] = math.Sqrt(x[l])
		}
	}
}

// SelectLess is dst = a where x < y, and b elsewhere, as where x or y is NaN.
func SelectLess(dst, x, y, a, b []Row) { active.selectLess(dst, x, y, a, b) }

func (*portable) selectLess(dst, x, y, a, b []Row) {
	for i := range dst {
		d, x, y, a, b := &dst[i], &x[i], &y[i], &a[i], &b[i]
		for l := range d {
			if x[l] < y[l] {
				d[l] = a[l]
			} else {
				d[l] = b[l]
			}
		}
	}
}
