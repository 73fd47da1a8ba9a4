package study

import "adl/pkg/dataset"

// Others are the keys of a spec about more data sets of the same law. A sentence that the project's
// own data cannot decide, since the paper's are not known, is decided by the share of them for
// which it is true.
type Others struct {
	First uint64 `toml:"first_seed"`
	Sets  int    `toml:"sets" spec:"min=1,max=10000"`
}

// Seeds returns the seeds of the data sets.
func (o Others) Seeds() []uint64 {
	seeds := make([]uint64, o.Sets)
	for i := range seeds {
		seeds[i] = o.First + uint64(i)
	}
	return seeds
}

// Drawn returns how many data sets can be drawn: none if the data come from a file.
func (o Others) Drawn(law dataset.Source) int {
	if law.File != "" {
		return 0
	}
	return o.Sets
}

// Draw returns data set k of a law, k = 0, 1, …, with ndata data. The law must be one that loads.
func (o Others) Draw(law dataset.Source, ndata, k int) dataset.Data {
	law.N, law.Seed = ndata, o.First+uint64(k)
	d, err := law.Load()
	if err != nil {
		panic("study: " + err.Error())
	}
	return d
}
