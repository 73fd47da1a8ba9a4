package study

// Others are the keys of a spec about more data sets of the same law. A sentence that the project's
// own data cannot decide, since the paper's are not known, is decided by the share of them for which
// it is true.
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
