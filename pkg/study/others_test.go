package study

import (
	"slices"
	"testing"
)

func TestOthers(t *testing.T) {
	if got := (Others{First: 1001, Sets: 3}).Seeds(); !slices.Equal(got, []uint64{1001, 1002, 1003}) {
		t.Errorf("seeds %d", got)
	}
}
