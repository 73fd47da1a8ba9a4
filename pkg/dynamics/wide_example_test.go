package dynamics_test

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Logistic regression in 100 dimensions by Adaptive Langevin dynamics with a full friction matrix, in batches of 20 of 500 data. The labels are the sign of the first
// covariate, and so the posterior finds.
func ExampleWideEnsemble() {
	const d, total, n = 100, 500, 20
	r := vec.Rows(vec.Wide(total * d))
	vec.NewStream(1).Normals(r)
	z, y := make([]float32, total*d), make([]float64, total)
	for i := range z {
		z[i] = float32(r[i/vec.Lanes][i%vec.Lanes])
	}
	for i := range y {
		if z[i*d] > 0 {
			y[i] = 1
		}
	}
	m := &model.Logistic{Z: z, D: d, Y: y}

	friction := dynamics.Full{Gamma: 1, Eta: 1}
	flows, err := dynamics.Scheme{Word: "ODABADO", Dt: 1e-2, Friction: friction}.CompileWide(d)
	if err != nil {
		panic(err)
	}
	e := &dynamics.WideEnsemble{Dim: d, Gradient: m.WideGradient(n)}
	for i := range uint64(4) { // streams are keyed by replica and purpose
		b, noise := minibatch.Without.Wide(total, n, 7, i, 1), dynamics.NewWideNoise(d, 7, i, 2)
		replica := dynamics.NewReplica(d, friction, b, noise)
		friction.WideStart(replica.Xi, dynamics.Identity(d, 1))
		e.Replicas = append(e.Replicas, replica)
	}
	e.Run(flows, 500, 500)
	theta := dynamics.NewWideMoments(dynamics.WideTheta, len(e.Replicas), vec.Wide(d))
	e.Run(flows, 1500, 5, theta)

	mean := make([]float64, d)
	for i, s := range theta.S1 {
		for k := range mean {
			mean[k] += s[k/vec.Lanes][k%vec.Lanes] / float64(theta.Count[i]) / 4
		}
	}
	right := 0
	for i := range y {
		if (m.Probability(mean, z[i*d:i*d+d]) > 0.5) == (y[i] == 1) {
			right++
		}
	}
	fmt.Println("finite:", e.Finite())
	fmt.Println("more than 19 of 20 labels right:", 20*right > 19*total)
	// Output:
	// finite: true
	// more than 19 of 20 labels right: true
}
