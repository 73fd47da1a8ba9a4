package simulate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Noise draws the standardised noise of a stochastic gradient at a point (eq. hypothese)
//
//	Z = ε(n)^(−1/2) Σ_x(θ)^(−1/2) (F̂_n(θ) − ∇ log π(θ|x)),
//
// with the symmetric inverse root of Σ_x, Draws times in all, a 64th part in every lane.
type Noise struct {
	Model    model.Model // of one or two dimensions
	Digest   string      // of its data
	Theta    []float64
	N        int
	Sampling minibatch.Sampling
	Draws    int
	Lo, Hi   float64 // of the histogram of a coordinate
	Bins     int
	Cells    int // of the joint histogram, along a side
	Seed     uint64
}

// Kind is "noise".
func (z *Noise) Kind() string { return "noise" }

// Data is the digest of the data.
func (z *Noise) Data() string { return z.Digest }

// Params are the normalised parameters.
func (z *Noise) Params() any {
	p := z.params()
	p["draws"] = z.Draws
	return p
}

func (z *Noise) params() map[string]any {
	return map[string]any{
		"model": typed(z.Model), "theta": z.Theta, "n": z.N, "sampling": string(z.Sampling),
		"lo": z.Lo, "hi": z.Hi, "bins": z.Bins, "cells": z.Cells, "seed": z.Seed,
	}
}

// Units is the number of draws.
func (z *Noise) Units() float64 { return float64(z.Draws) }

// Class names the tasks whose draws take the same time.
func (z *Noise) Class() string {
	return fmt.Sprintf("noise %T %d %d %s", z.Model, z.Model.Data(), z.N, z.Sampling)
}

// Probe measures the seconds of a draw.
func (z *Noise) Probe() float64 {
	few := *z
	few.Draws = 64 * vec.Lanes
	t := time.Now()
	if _, err := few.Run(context.Background(), func(float64) {}); err != nil {
		return 0
	}
	return time.Since(t).Seconds() / float64(few.Draws)
}

// Run draws.
func (z *Noise) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	d := z.Model.Dim()
	if d != 1 && d != 2 {
		return nil, fmt.Errorf("simulate: noise is drawn in one or two dimensions, not %d", d)
	}
	total := z.Model.Data()
	if err := z.Sampling.Check(total, z.N); err != nil {
		return nil, err
	}
	h, err := hash(z.params())
	if err != nil {
		return nil, err
	}
	g := z.Model.Gradient(z.N)
	batches := z.Sampling.Sampler(g, total, z.N, z.Seed, h, 0, keyBatches)

	theta, f, full, x := vec.Rows(d), vec.Rows(d), vec.Rows(d), vec.Rows(d)
	for i := range d {
		vec.Fill(theta[i:i+1], z.Theta[i])
	}
	z.Model.Gradient(total).Eval(full, theta, model.Batch{})
	w := exact.Whiten(exact.GradCov(z.Model, z.Theta))
	scale := 1 / math.Sqrt(z.Sampling.Epsilon(total, z.N))

	rounds := max(1, z.Draws/vec.Lanes)
	s1, s2, s3, s4 := vec.Rows(d), vec.Rows(d), vec.Rows(d), vec.Rows(d)
	var cross vec.Row
	hist := make([][]uint32, d)
	all := make([][]float64, d)
	for i := range hist {
		hist[i] = make([]uint32, vec.Lanes*(z.Bins+2))
		all[i] = make([]float64, 0, rounds*vec.Lanes)
	}
	joint := make([]uint32, z.Cells*z.Cells)
	var cell [2][vec.Lanes]int32
	for r := range rounds {
		if r%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			tick(float64(min(256, rounds-r) * vec.Lanes))
		}
		g.Eval(f, theta, batches.Next())
		for i := range d {
			for l := range x[i] {
				s := 0.0
				for j := range d {
					s = math.FMA(w[i*d+j], f[j][l]-full[j][l], s)
				}
				v := float64(scale * s)
				x[i][l] = v
				q := float64(v * v)
				s1[i][l] += v
				s2[i][l] += q
				s3[i][l] = math.FMA(q, v, s3[i][l])
				s4[i][l] = math.FMA(q, q, s4[i][l])
			}
			all[i] = append(all[i], x[i][:]...)
			var bin [vec.Lanes]int32
			vec.Bin(&bin, &x[i], z.Lo, float64(z.Bins)/(z.Hi-z.Lo), z.Bins)
			for l, b := range bin {
				hist[i][l*(z.Bins+2)+1+int(b)]++
			}
			vec.Bin(&cell[i], &x[i], z.Lo, float64(z.Cells)/(z.Hi-z.Lo), z.Cells)
		}
		if d == 2 {
			vec.AccumulateProduct(&cross, &x[0], &x[1])
			for l := range vec.Lanes {
				a, b := int(cell[0][l]), int(cell[1][l])
				if a >= 0 && a < z.Cells && b >= 0 && b < z.Cells {
					joint[a*z.Cells+b]++
				}
			}
		}
	}
	out := table.Archive{{Name: "about", Data: []int64{int64(d), int64(rounds)}}}
	for i := range d {
		slices.Sort(all[i])
		out = append(out,
			table.Entry{Name: fmt.Sprintf("powers.%d", i), Shape: []int{4, vec.Lanes}, Data: slices.Concat(s1[i][:], s2[i][:], s3[i][:], s4[i][:])},
			table.Entry{Name: fmt.Sprintf("histogram.%d", i), Shape: []int{vec.Lanes, z.Bins + 2}, Data: hist[i]},
			table.Entry{Name: fmt.Sprintf("kolmogorov.%d", i), Data: []float64{estimate.Kolmogorov(all[i])}})
	}
	if d == 2 {
		out = append(out, table.Entry{Name: "cross", Data: append([]float64(nil), cross[:]...)},
			table.Entry{Name: "joint", Shape: []int{z.Cells, z.Cells}, Data: joint})
	}
	return out, nil
}

// NoiseSamples is what a Noise saw.
type NoiseSamples struct {
	Moments    []*estimate.MomentSums // of every coordinate, by lane
	Histogram  []*estimate.Histogram  // of every coordinate, by lane
	Cross      []float64              // Σ Z₁Z₂, by lane; nil in one dimension
	Joint      []uint32               // [cell of Z₁][cell of Z₂] draws; nil in one dimension
	Kolmogorov []float64              // of every coordinate: the distance of its empirical law from N(0, 1)
	Draws      int64                  // in all
}

// ReadNoise returns the samples that z's Run stored.
func (z *Noise) ReadNoise(a table.Archive) (*NoiseSamples, error) {
	r := reader{archive: a}
	about := get[int64](&r, "about", 2)
	if r.err != nil {
		return nil, r.err
	}
	d, rounds := int(about[0]), about[1]
	s := &NoiseSamples{Draws: rounds * vec.Lanes}
	for i := range d {
		p := get[float64](&r, fmt.Sprintf("powers.%d", i), 4, vec.Lanes)
		h := get[uint32](&r, fmt.Sprintf("histogram.%d", i), vec.Lanes, z.Bins+2)
		k := get[float64](&r, fmt.Sprintf("kolmogorov.%d", i), 1)
		if r.err != nil {
			return nil, r.err
		}
		const n = vec.Lanes
		s.Moments = append(s.Moments, &estimate.MomentSums{Count: rounds, S1: p[:n], S2: p[n : 2*n], S3: p[2*n : 3*n], S4: p[3*n:]})
		s.Histogram = append(s.Histogram, &estimate.Histogram{Replicas: n, Bins: z.Bins, Lo: z.Lo, Hi: z.Hi, Counts: h})
		s.Kolmogorov = append(s.Kolmogorov, k[0])
	}
	if d == 2 {
		s.Cross = get[float64](&r, "cross", vec.Lanes)
		s.Joint = get[uint32](&r, "joint", z.Cells, z.Cells)
	}
	return s, r.err
}
