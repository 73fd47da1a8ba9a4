package simulate

import (
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Settings are the keys of a spec that say how chains are run, the same for all points of a figure.
type Settings struct {
	Seed     uint64  `toml:"seed"`
	T        float64 `toml:"T" spec:"positive"`
	Replicas int     `toml:"replicas" spec:"min=64,max=65536"`
	BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
	Every    float64 `toml:"observe_every" spec:"positive"`
	Batches  int     `toml:"batches" spec:"min=4,max=1024"`

	// ShareBatch, if given and false, gives the B that ends a step and the B that begins the next a batch each, in words like BADODAB
	// (dynamics.Scheme.SplitBatch).
	ShareBatch *bool `toml:"share_batch" spec:"optional"`
}

// Check reports what is wrong with Replicas.
func (s Settings) Check() error {
	if s.Replicas%vec.Lanes != 0 {
		return fmt.Errorf("expected a multiple of %d replicas, which advance in lockstep, got %d", vec.Lanes, s.Replicas)
	}
	return nil
}

// Chain is a chain with these settings; where it starts and what is observed is up to the caller.
func (s Settings) Chain(m model.Model, d dataset.Data, scheme dynamics.Scheme, n int, sampling minibatch.Sampling) *Chain {
	scheme.SplitBatch = s.ShareBatch != nil && !*s.ShareBatch
	return &Chain{
		Model: m, Digest: d.Digest(), Scheme: scheme, N: n, Sampling: sampling,
		T: s.T, BurnIn: s.BurnIn, Every: s.Every, Replicas: s.Replicas, Batches: s.Batches, Seed: s.Seed,
	}
}
