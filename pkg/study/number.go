package study

import (
	"math"
	"strconv"
	"strings"
)

// Number formats x for math text: 0.002 as it is, 2·10⁻⁴ as 2\times10^{-4}.
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

// Round returns x with a number of significant digits.
func Round(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}
