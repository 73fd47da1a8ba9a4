package simulate

import (
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		replicas int
		want     string
	}{{64, ""}, {128, ""}, {65536, ""}, {100, "multiple of 64 replicas, which advance in lockstep, got 100"}, {65, "got 65"}} {
		err := Settings{Replicas: c.replicas}.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%d replicas: %v", c.replicas, err)
		}
	}
	data := dataset.Gaussian(10, 0, 1, 1)
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	s := Settings{Seed: 1, T: 2, Replicas: 64, BurnIn: 3, Every: 4, Batches: 5}
	c := s.Chain(m, data, Method{Word: dynamics.SGLD, Gamma: 1}.Scheme(0.1), 6, minibatch.With)
	if c.Model != m || c.Digest != data.Digest() || c.Scheme.Dt != 0.1 || c.N != 6 || c.Sampling != minibatch.With ||
		c.Seed != 1 || c.T != 2 || c.Replicas != 64 || c.BurnIn != 3 || c.Every != 4 || c.Batches != 5 {
		t.Errorf("%+v", c)
	}
	if c.Scheme.Friction != nil {
		t.Error("SGLD with friction")
	}
	if f := (Method{Word: "OABAO", Gamma: 2}).Scheme(0.1).Friction; f != (dynamics.Constant{Gamma: 2}) {
		t.Errorf("friction %v", f)
	}
}
