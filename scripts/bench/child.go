package main

import (
	"fmt"
	"io"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/scripts/peers"
)

// children are the peers that this program is itself, by its first argument.
var children = map[string]func(peers.Job) (*peers.Result, error){"vec": simulated, "plain": plain}

func child(f func(peers.Job) (*peers.Result, error), args []string, w io.Writer) error {
	if err := vec.FormError(); err != nil {
		return err
	}
	j, err := peers.Parse(args)
	if err != nil {
		return err
	}
	r, err := f(j)
	if err != nil {
		return err
	}
	return r.Write(w)
}

func plain(j peers.Job) (*peers.Result, error) {
	data, err := dataset.Read(j.Data)
	if err != nil {
		return nil, err
	}
	return peers.Plain(j, data.X)
}

// setting is a job in the words of package dynamics.
type setting struct {
	model    model.Model
	digest   string // of the data
	scheme   dynamics.Scheme
	sampling minibatch.Sampling
	theta    [][]float64 // where chains begin, taken in turn; empty: at random
	xi       float64     // ξ starts as a multiple of the unit matrix
	of       func(dst *vec.Row, e *dynamics.Ensemble)
}

// settle reads the data of a job.
func settle(j peers.Job) (s setting, err error) {
	s = setting{scheme: dynamics.Scheme{Word: "ODABADO", Dt: j.Dt}, sampling: minibatch.Without, xi: 3}
	switch j.Method {
	case "sgld", "langevin", "adl", "eadl":
		data, err := dataset.Read(j.Data)
		if err != nil {
			return s, err
		}
		s.model, s.digest, s.theta = &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}, data.Digest(), [][]float64{{1, 0.5}}
		switch j.Method {
		case "sgld":
			s.model, s.theta = &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}, [][]float64{{0}}
			s.scheme.Word, s.sampling = dynamics.SGLD, minibatch.With
		case "langevin":
			s.scheme.Word, s.scheme.Friction = "OABAO", dynamics.Constant{Gamma: 1}
		case "adl":
			s.scheme.Friction = dynamics.Full{Gamma: 1, Eta: 0.1}
		case "eadl":
			s.scheme.Friction = dynamics.Extended{Base: dynamics.Full{Gamma: 1, Eta: 1}, Basis: basis()}
			s.theta = append(s.theta, []float64{0.5, 1})
		}
	case "network", "logistic-scalar", "logistic-full":
		data, err := dataset.ReadLabelled(j.Data)
		if err != nil {
			return s, err
		}
		s.digest = data.Digest()
		switch j.Method {
		case "network":
			m := &model.Network{X: make([]float64, len(data.Z)), Y: data.Y, Inputs: data.D, Hidden: 8}
			for i, z := range data.Z {
				m.X[i] = float64(z)
			}
			s.model, s.scheme.Friction = m, dynamics.Diagonal{Gamma: 1, Eta: 200}
			s.of = func(dst *vec.Row, e *dynamics.Ensemble) { m.Output(dst, e.Theta, []float64{1, 1.5}) }
			return s, s.sampling.Check(m.Data(), j.N)
		case "logistic-scalar":
			s.scheme.Friction = dynamics.Scalar{Gamma: 1, Eta: 1}
		case "logistic-full":
			s.scheme.Friction = dynamics.Full{Gamma: 1, Eta: 1}
		}
		start, err := dataset.Read(j.Data + ".start")
		if err != nil {
			return s, err
		}
		s.model, s.theta = &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}, [][]float64{start.X}
		s.xi = 1 + s.sampling.Epsilon(len(data.Y), j.N)*j.Dt/64
	default:
		return s, fmt.Errorf("no method %q", j.Method)
	}
	return s, s.sampling.Check(s.model.Data(), j.N)
}

// basis is K + 1 = 36 functions of norm 1 on the cells of a square.
func basis() dynamics.Boxes {
	b := dynamics.Boxes{Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: 2}
	for k := range 36 {
		b.Scale = append(b.Scale, math.Sqrt(float64((2*(k%3)+1)*(2*(k/3%3)+1))))
	}
	return b
}

// simulated does a job with package dynamics.
func simulated(j peers.Job) (*peers.Result, error) {
	s, err := settle(j)
	if err != nil {
		return nil, err
	}
	if m, ok := s.model.(model.Wide); ok {
		return replicas(j, s, m)
	}
	return ensembles(j, s)
}

// ensembles moves 64 chains at a time.
func ensembles(j peers.Job, s setting) (*peers.Result, error) {
	d := s.model.Dim()
	result := &peers.Result{}
	for block := range uint64(j.Chains / vec.Lanes) {
		g := s.model.Gradient(j.N)
		e := dynamics.NewEnsemble(d, s.scheme.Friction, g, s.sampling.Sampler(g, s.model.Data(), j.N, 1, block), dynamics.NewNoise(d, 2, block))
		if len(s.theta) == 0 {
			vec.NewStream(3, block).Normals(e.Theta)
		} else {
			for l := range vec.Lanes {
				for i, x := range s.theta[l%len(s.theta)] {
					e.Theta[i][l] = x
				}
			}
		}
		if s.scheme.Friction != nil && s.scheme.Friction.Adaptive() {
			s.scheme.Friction.Start(e.Xi, dynamics.Identity(d, s.xi))
		}
		flows, err := s.scheme.Compile(d)
		if err != nil {
			return nil, err
		}
		h := dynamics.NewHistogram(0, j.Lo, j.Hi, peers.Bins)
		h.Of = s.of
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

// replicas moves chains in many dimensions, as many as there are.
func replicas(j peers.Job, s setting, m model.Wide) (*peers.Result, error) {
	d := m.Dim()
	flows, err := s.scheme.CompileWide(d)
	if err != nil {
		return nil, err
	}
	e := &dynamics.WideEnsemble{Dim: d, Gradient: m.WideGradient(j.N)}
	for i := range uint64(j.Chains) {
		r := dynamics.NewReplica(d, s.scheme.Friction, s.sampling.Wide(m.Data(), j.N, 1, i), dynamics.NewWideNoise(d, 2, i))
		for k, x := range s.theta[int(i)%len(s.theta)] {
			r.Theta[k/vec.Lanes][k%vec.Lanes] = x
		}
		s.scheme.Friction.(dynamics.WideFriction).WideStart(r.Xi, dynamics.Identity(d, s.xi))
		e.Replicas = append(e.Replicas, r)
	}
	h := dynamics.NewWideHistogram(j.Chains, 0, j.Lo, j.Hi, peers.Bins)
	start := peers.CPU()
	e.Run(flows, j.Burn, peers.Every)
	e.Run(flows, j.Steps, peers.Every, h)
	result := &peers.Result{Seconds: (peers.CPU() - start).Seconds()}
	for _, count := range h.Count {
		result.Add(count, j.Lo, j.Hi)
	}
	return result, nil
}
