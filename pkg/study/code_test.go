package study

import (
	"testing"

	"adl/pkg/experiment"
	"adl/pkg/simulate"
)

// The project's own results are of the code as it is.
func TestVouchedFor(t *testing.T) {
	codes, err := experiment.Vouched("../../results/paper")
	if err != nil {
		t.Fatal(err)
	}
	for what, now := range map[string]string{
		"simulated numbers": simulate.Code(nil), "exact numbers": Code(),
	} {
		if codes[now] != now {
			t.Errorf("the code on the way to %s, %s, is not that of results/paper/code.txt: make vouch "+
				"examines whether the results are the same, and notes it", what, now)
		}
	}
}
