package claim

import (
	"fmt"
	"slices"

	"adl/pkg/table"
)

// Share decides what depends on a data set from many of the same law: it holds if it is true for 90
// % of them or more, fails if for 10 % or fewer, and else depends on the data set.
type Share struct{ True, All int }

// Add counts a data set.
func (s *Share) Add(is bool) {
	s.All++
	if is {
		s.True++
	}
}

// Verdict returns the verdict.
func (s Share) Verdict() string {
	switch f := float64(s.True) / float64(s.All); {
	case f >= 0.9:
		return Holds
	case f <= 0.1:
		return Fails
	}
	return Undecided
}

func (s Share) String() string {
	if s.All == 0 {
		return "no data set"
	}
	return fmt.Sprintf("true for %d of %d data sets", s.True, s.All)
}

// Judge returns c with the verdict of the share; format and args say what the value is for the
// project's own data.
func (s Share) Judge(c Claim, format string, args ...any) Claim {
	return Judged(c, s.Verdict(), "%s; %s", s, fmt.Sprintf(format, args...))
}

// share judges by the data sets all of whose rows lie within the bound.
func (c Criterion) share(t *table.Table, x Claim) Claim {
	var share Share
	for _, set := range t.Distinct(c.Sets) {
		share.Add(!slices.ContainsFunc(t.Where(c.Sets, set).Floats("value"),
			func(v float64) bool { return !c.Is.Has(v) }))
	}
	values := t.Floats("value")
	if len(values) == 0 {
		return share.Judge(x, "no value")
	}
	slices.Sort(values)
	last := float64(len(values) - 1)
	return share.Judge(x, "nine in ten values are %.3g to %.3g",
		values[int(0.05*last)], values[int(0.95*last)])
}
