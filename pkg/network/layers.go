package network

import (
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/model"
	"adl/pkg/simulate"
)

// layerXi are the entries of ξ of a layer in a run of a network.
type layerXi struct {
	name   string            // "W1", "b" or "W2"
	mean   estimate.Estimate // (1/m) Σ_i ⟨ξ_ii⟩ over the m parameters of the layer
	spread estimate.Estimate // (1/m) Σ_i ⟨ξ_ii⟩² − mean², ⟨·⟩ the average over time in a replica
}

// layers returns them layer by layer, or none if parameters share an entry of ξ. A replica
// stays in a mode of its own, so that the variance is taken within it. That ⟨ξ_ii⟩ is an average
// over a finite time adds its statistical error.
func layers(x *simulate.Samples) (ls []layerXi) {
	m := x.Chain.Model.(*model.Network)
	form := x.Chain.Scheme.Friction.(dynamics.AdL).Form
	entry := map[int]*estimate.TimeBlocks{} // by parameter
	shared := 0
	for i, e := range dynamics.Entries(form, m.Dim()) {
		if e.Diagonal() {
			shared = max(shared, e.Count)
			for k := range m.Dim() {
				if form.At(m.Dim(), k, k) == i {
					entry[k] = x.Blocks(dynamics.Xi{}, i)
				}
			}
		}
	}
	if shared > 1 {
		return nil
	}
	first := 0
	for l, size := range m.Layers() {
		mean := make([]float64, entry[0].Replicas)
		spread := make([]float64, len(mean))
		for r := range mean {
			square := 0.0
			for k := range size {
				v := average(entry[first+k], r)
				mean[r] += v / float64(size)
				square += float64(v*v) / float64(size)
			}
			spread[r] = square - float64(mean[r]*mean[r])
		}
		ls = append(ls, layerXi{
			[]string{"W1", "b", "W2"}[l], estimate.Mean(mean), estimate.Mean(spread),
		})
		first += size
	}
	return ls
}

// average is the average over time in a replica.
func average(b *estimate.TimeBlocks, r int) float64 {
	sum, n := 0.0, 0
	for k := r; k < len(b.S1); k += b.Replicas {
		sum += b.S1[k]
		n++
	}
	return sum / float64(b.Count*int64(n))
}
