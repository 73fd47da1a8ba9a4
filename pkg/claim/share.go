package claim

import "fmt"

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
