package model

import "adl/pkg/vec"

// Wide is a model in many dimensions, whose replicas advance one by one.
type Wide interface {
	Model

	// WideGradient returns the stochastic gradient for batches of n data. It has scratch: it serves one ensemble.
	WideGradient(n int) WideGradient
}

// WideGradient evaluates F̂_n for replicas that each have a vector θ of their own: d consecutive numbers in ⌈d/64⌉ rows, zero past the d-th (see vec.Wide).
type WideGradient interface {
	// Eval writes F̂_n(theta[c]) into f[c] for every replica c. batch[c] is the indices of its data, nil all the data: those are read
	// once for several replicas. What comes out for one replica does not depend on the others.
	Eval(f, theta [][]vec.Row, batch [][]uint16)
}
