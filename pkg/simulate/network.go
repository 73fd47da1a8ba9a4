package simulate

import (
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
)

// NetworkKey is the [model] table of a spec with a neural network.
type NetworkKey struct {
	Hidden int `toml:"hidden" spec:"min=1,max=256"` // d₁
}

// Posterior is the network given data.
func (k NetworkKey) Posterior(l dataset.Labelled) *model.Network {
	x := make([]float64, len(l.Z))
	for i, z := range l.Z {
		x[i] = float64(z)
	}
	return &model.Network{X: x, Y: l.Y, Inputs: l.D, Hidden: k.Hidden}
}

// The numbers that ξ may be made of for a network (section 3.5): one, one each for W¹, b and W², or one for every parameter.
const (
	NetworkScalar   = "scalar"
	NetworkLayers   = "layers"
	NetworkDiagonal = "diagonal"
)

// NetworkAdL is Adaptive Langevin dynamics of a network.
type NetworkAdL struct {
	Kind       string // NetworkScalar, NetworkLayers or NetworkDiagonal
	Gamma, Eta float64
	Layers     []int // numbers of parameters in W¹, b and W² (model.Network.Layers)
}

// Sizes are the numbers of parameters that have one number of ξ in common. It panics on an unknown Kind.
func (a NetworkAdL) Sizes() []int {
	d := 0
	for _, n := range a.Layers {
		d += n
	}
	switch a.Kind {
	case NetworkScalar:
		return []int{d}
	case NetworkLayers:
		return a.Layers
	case NetworkDiagonal:
		sizes := make([]int, d)
		for i := range sizes {
			sizes[i] = 1
		}
		return sizes
	}
	panic(fmt.Sprintf("simulate: unknown friction %q of a network", a.Kind))
}

// Friction is the friction of a scheme. It panics on an unknown Kind.
func (a NetworkAdL) Friction() dynamics.Friction {
	switch a.Kind {
	case NetworkScalar:
		return dynamics.Scalar{Gamma: a.Gamma, Eta: a.Eta}
	case NetworkDiagonal:
		return dynamics.Diagonal{Gamma: a.Gamma, Eta: a.Eta}
	}
	return dynamics.Layers{Sizes: a.Sizes(), Gamma: a.Gamma, Eta: a.Eta}
}

// XiTime is the time in which the slowest number of ξ relaxes to its mean, if lambda is the largest of the mean diagonal entries of Σ_x over the parameters
// that have a number in common: AdL.XiTime, divided by how many these are, since D adds up their p².
func (a NetworkAdL) XiTime(lambda, epsilon, dt float64) float64 {
	sizes := a.Sizes()
	least := sizes[0]
	for _, n := range sizes {
		least = min(least, n)
	}
	return AdL{Kind: exact.Scalar, Gamma: a.Gamma, Eta: a.Eta}.XiTime([]float64{lambda}, epsilon, dt) / float64(least)
}

// NetworkXi is what a run says about ξ as a diagonal matrix. Its modes are those of a network, whose hidden units do not change places in any affordable time: an entry of ξ
// means little by itself, and means are taken over entries before they are taken over replicas.
type NetworkXi struct {
	Mean   estimate.Estimate // (1/d) Σ_i ξ_ii
	Spread estimate.Estimate // (1/d) Σ_i ξ_ii² − ((1/d) Σ_i ξ_ii)², within one replica
	Trend  estimate.Estimate // of Mean, from the first to the second half of the run
	Sigma  estimate.Estimate // (1/d) Σ_i λ_i with λ_i = exact.SigmaFromXi(⟨ξ_ii⟩), NaN without noise
	Most   estimate.Estimate // largest λ_i of a replica
	S      float64           // largest s_i = exact.BatchNoise(λ_i) = tanh(ξ_iiΔt)(1 − γ/ξ_ii) of all replicas in the last part of the run
}

// Xi evaluates the moments of ξ of a run at ε(n) and Δt. The square of the mean over entries in Spread is that of means over batches of time: what it leaves out
// is below the variance 1/(ηd) of a scalar ξ.
func (a NetworkAdL) Xi(x *Samples, epsilon, dt float64) NetworkXi {
	sizes := a.Sizes()
	d := 0
	for _, n := range sizes {
		d += n
	}
	mean := &estimate.Blocks{Replicas: x.Replicas, Count: x.Count, S1: make([]float64, len(x.X1[0])), S2: make([]float64, len(x.X1[0]))}
	square := make([]float64, len(mean.S1)) // Σ over entries and observations of ξ², over d
	for i, n := range sizes {
		w := float64(n) / float64(d)
		for k := range mean.S1 {
			mean.S1[k] += float64(w * x.X1[i][k])
			square[k] += float64(w * x.X2[i][k])
		}
	}
	spread, sigma, most := make([]float64, x.Replicas), make([]float64, x.Replicas), make([]float64, x.Replicas)
	observations := float64(x.Observations())
	last := len(x.Count) - 1
	var xi NetworkXi
	for r := range x.Replicas {
		for b, c := range x.Count {
			k := b*x.Replicas + r
			spread[r] += square[k] - float64(mean.S1[k]*mean.S1[k])/float64(c)
		}
		spread[r] /= observations
		for i, n := range sizes {
			sum := 0.0
			for b := range x.Count {
				sum += x.X1[i][b*x.Replicas+r]
			}
			l := exact.SigmaFromXi(sum/observations, epsilon, a.Gamma, dt)
			sigma[r] += float64(l*float64(n)) / float64(d)
			if i == 0 || l > most[r] {
				most[r] = l
			}
			if epsilon > 0 {
				l = exact.SigmaFromXi(x.X1[i][last*x.Replicas+r]/float64(x.Count[last]), epsilon, a.Gamma, dt)
				xi.S = max(xi.S, exact.BatchNoise(epsilon, dt, l))
			}
		}
	}
	xi.Mean, xi.Trend, xi.Spread = mean.Mean(), mean.Trend(), estimate.Mean(spread)
	xi.Sigma, xi.Most = estimate.Mean(sigma), estimate.Mean(most)
	return xi
}

// lostS is the s beyond which an entry of ξ counts as running away: its ξ is 2.6/Δt or more.
const lostS = 0.99

// Runaway reports whether an entry of ξ in one of the replicas is beyond what a stationary state has. s is the criterion from what is known beforehand.
func (x NetworkXi) Runaway(s float64) bool { return s >= 1 || x.S > lostS }

// Settled reports whether the mean of ξ is as large in the second half of the run as in the first, within five standard errors or 5 %.
func (x NetworkXi) Settled() bool {
	down := estimate.Estimate{Value: -x.Trend.Value, StdErr: x.Trend.StdErr}
	return !grows(x.Trend, x.Mean) && !grows(down, x.Mean)
}
