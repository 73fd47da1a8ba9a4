package vec

// The routines of this file make a model on lanes of plain arithmetic, with AddScaled, AddTwo,
// Affine, AccumulateProduct and SumAffine for sums; model.Linear is one. dst may be any of the
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
