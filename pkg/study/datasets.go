package study

import "adl/pkg/dataset"

// DataSets are the keys of a spec about many data sets of the law of the data. They decide what
// depends on the data where those of the paper are not known.
type DataSets struct {
	Count int    `toml:"count" spec:"min=1,max=10000"`
	Seed  uint64 `toml:"seed"` // of the first; it grows by 1 from one to the next
}

// Drawn returns how many data sets can be drawn: none if the law of the data is not known.
func (s DataSets) Drawn(law dataset.Source) int {
	if law.File != "" {
		return 0
	}
	return s.Count
}

// Draw returns data set k of ndata data, k = 0, 1, …. The law must be one that loads.
func (s DataSets) Draw(law dataset.Source, ndata, k int) dataset.Data {
	law.N, law.Seed = ndata, s.Seed+uint64(k)
	d, err := law.Load()
	if err != nil {
		panic("study: " + err.Error())
	}
	return d
}
