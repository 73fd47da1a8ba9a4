package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

// curves adds the exact errors against ε(n) ≤ N².
func (s Spec) curves(t *table.Table, law exact.Gaussian, total float64) {
	for _, method := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range linalg.LogSpace(1, float64(total*total), 41) {
				t.AddValue(table.Row{
					"method": method.Name, "dt": dt, "epsilon": eps,
					"status": table.OK, "source": table.Exact,
				}, "variance error", varianceError(method, law, eps, dt))
			}
		}
	}
}

// varianceError returns the exact relative error. It is NaN where the scheme is unstable, and for
// schemes without a closed form.
func varianceError(m study.Method, l exact.Gaussian, eps, dt float64) float64 {
	switch {
	case m.Word == dynamics.SGLD && float64(l.A*dt) < 2:
		return l.SGLD(eps, dt)
	case m.Word == "OABAO" && float64(l.A*float64(dt*dt)) < 4:
		return l.Langevin(eps, m.Gamma, dt)
	}
	return math.NaN()
}
