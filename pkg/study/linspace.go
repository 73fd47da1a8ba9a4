package study

// LinSpace returns n ≥ 2 numbers at equal distances, the first lo and the last hi, the same bits on every machine.
func LinSpace(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + float64((hi-lo)*float64(i))/float64(n-1)
	}
	x[n-1] = hi
	return x
}
