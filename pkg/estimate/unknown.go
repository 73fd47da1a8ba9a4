package estimate

import "math"

// Unknown returns the estimate of a quantity that was not measured: NaN ± NaN.
func Unknown() Estimate { return Estimate{math.NaN(), math.NaN()} }
