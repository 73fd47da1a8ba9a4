package estimate

import (
	"math"
	"testing"
)

func TestCrossings(t *testing.T) {
	rate := (&Crossings{Count: []uint32{20, 30, 10, 40}}).Rate()
	near(t, "rate", rate.Value, 25, 1e-14)
	near(t, "rate error", rate.StdErr, math.Sqrt(500.0/3/4), 1e-13)
	mustPanic(t, "empty", func() { (&Crossings{}).Rate() })
}
