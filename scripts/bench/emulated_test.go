package main

import (
	"context"
	"testing"

	"adl/scripts/peers"
)

// A run takes 1e6 instructions here, which cancel, and 7 for each step and chain.
func TestPerStep(t *testing.T) {
	job := peers.Job{Data: "data", Method: "sgld", N: 1}
	for _, x := range []work{{Job: job}, {Job: job, chains: 8}} {
		const script = `echo $((1000000 + 7 * $8 * ${10})) >&2` // CHAINS and STEPS, behind vec
		got, err := perStep(context.Background(), []string{"sh", "-c", script, "sh"}, x)
		if err != nil || got != 7 {
			t.Errorf("%d chains: %g, %v", x.chains, got, err)
		}
	}
	if _, err := perStep(context.Background(), []string{"false"}, work{}); err == nil {
		t.Error("no error of a program that fails")
	}
}
