package main

import (
	"fmt"
	"io"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

// children are the peers that this program is itself, by its first argument.
var children = map[string]func(peers.Job, []float64) (*peers.Result, error){"vec": ensembles, "plain": peers.Plain}

func child(f func(peers.Job, []float64) (*peers.Result, error), args []string, w io.Writer) error {
	j, err := peers.Parse(args)
	if err != nil {
		return err
	}
	data, err := dataset.Read(j.Data)
	if err != nil {
		return err
	}
	r, err := f(j, data.X)
	if err != nil {
		return err
	}
	return r.Write(w)
}

// method is what a job is in the words of package dynamics.
func method(j peers.Job, x []float64) (m model.Model, s dynamics.Scheme, sampling minibatch.Sampling, theta []float64, err error) {
	mixture := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	s.Dt = j.Dt
	switch j.Method {
	case "sgld":
		s.Word = dynamics.SGLD
		return &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}, s, minibatch.With, []float64{0}, nil
	case "langevin":
		s.Word, s.Friction = "OABAO", dynamics.Constant{Gamma: 1}
		return mixture, s, minibatch.Without, []float64{1, 0.5}, nil
	case "adl":
		s.Word, s.Friction = "ODABADO", dynamics.Full{Gamma: 1, Eta: 0.1}
		return mixture, s, minibatch.Without, []float64{1, 0.5}, nil
	}
	return nil, s, "", nil, fmt.Errorf("no method %q", j.Method)
}

// ensembles does a job with package dynamics, 64 chains at a time.
func ensembles(j peers.Job, x []float64) (*peers.Result, error) {
	m, scheme, sampling, theta, err := method(j, x)
	if err != nil {
		return nil, err
	}
	if err := sampling.Check(len(x), j.N); err != nil {
		return nil, err
	}
	d := m.Dim()
	result := &peers.Result{}
	for block := range uint64(j.Chains / vec.Lanes) {
		g := m.Gradient(j.N)
		e := dynamics.NewEnsemble(d, scheme.Friction, g, sampling.Sampler(g, m.Data(), j.N, 1, block), dynamics.NewNoise(d, 2, block))
		for i := range e.Theta {
			for l := range e.Theta[i] {
				e.Theta[i][l] = theta[i]
			}
		}
		if scheme.Friction != nil && scheme.Friction.Adaptive() {
			scheme.Friction.Start(e.Xi, dynamics.Identity(d, 3))
		}
		flows, err := scheme.Compile(d)
		if err != nil {
			return nil, err
		}
		h := dynamics.NewHistogram(0, j.Lo, j.Hi, peers.Bins)
		start := peers.CPU()
		e.Run(flows, j.Burn, peers.Every)
		e.Run(flows, j.Steps, peers.Every, h)
		result.Seconds += (peers.CPU() - start).Seconds()
		for l := range vec.Lanes {
			result.Add(h.Count[l*(peers.Bins+2):(l+1)*(peers.Bins+2)], j.Lo, j.Hi)
		}
	}
	return result, nil
}
