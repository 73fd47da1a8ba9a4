package study

import (
	"math"
	"strconv"
	"strings"

	"adl/pkg/vec"
)

// LogSpace returns n numbers from lo to hi > lo > 0 in geometric progression, the same bits on every machine.
func LogSpace(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	l := vec.Log(hi / lo)
	for i := range x {
		x[i] = float64(lo * vec.Exp(float64(l*float64(i))/float64(n-1)))
	}
	x[n-1] = hi
	return x
}

// Number writes x for math text: 0.002, 2·10⁻⁴ as 2\times10^{-4}.
func Number(x float64) string {
	if a := math.Abs(x); x == 0 || a >= 1e-3 && a < 1e5 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	k, err := strconv.Atoi(e)
	if err != nil {
		return m // NaN, Inf
	}
	p := "10^{" + strconv.Itoa(k) + "}"
	switch m {
	case "1":
		return p
	case "-1":
		return "-" + p
	}
	return m + `\times` + p
}
