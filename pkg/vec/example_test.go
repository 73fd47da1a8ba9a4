package vec_test

import (
	"fmt"

	"adl/pkg/vec"
)

// A stream depends only on its key: it gives the same normals on every machine.
func ExampleStream_Normals() {
	s := vec.NewStream(20190613, 7)
	g := vec.Rows(2)
	s.Normals(g)
	fmt.Printf("%x\n%x\n", g[0][0], g[1][63])
	// Output:
	// -0x1.2f3dbdcd275ddp+00
	// 0x1.08b4b4adb80f3p+00
}

// An Ornstein–Uhlenbeck step over a time 0.1 with noise γ = 1, at a friction ξ that differs between
// lanes.
func ExampleOUDiagonal_Step() {
	p, xi, g := vec.Rows(1), vec.Rows(1), vec.Rows(1)
	vec.Fill(p, 1)
	for l := range xi[0] {
		xi[0][l] = float64(l) - 1
	}
	vec.NewStream(1).Normals(g)
	vec.OU{H: 0.1, Gamma: 1}.Diagonal().Step(p, xi, g)
	fmt.Printf("%x\n%x\n%x\n", p[0][0], p[0][1], p[0][2])
	// Output:
	// 0x1.8838ef2774989p+00
	// 0x1.9a1de8c0776acp-02
	// 0x1.2169a4015db56p+00
}

// A model whose density has no kernel in this package computes its force lane by lane with Exp. For
// a Gumbel variable, log π(θ) = −θ − e^(−θ), the force is −1 + e^(−θ).
func ExampleExp() {
	theta, f := vec.Rows(1), vec.Rows(1)
	vec.NewStream(1).Normals(theta)
	for l, x := range theta[0] {
		f[0][l] = vec.Exp(-x) - 1
	}
	fmt.Printf("%x\n", f[0][0])
	// Output:
	// -0x1.315d47d31d99ap-01
}
