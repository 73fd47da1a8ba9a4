package experiment

import (
	"testing"

	"adl"
)

// A program of this module is identified by its source, another program by its executable.
func TestCodeOf(t *testing.T) {
	want, ok := adl.Code("fig07")
	if got, err := codeOf("fig07"); !ok || err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	other, err := codeOf("fig00")
	if err != nil || len(other) != 16 || other == want {
		t.Errorf("got %q, %v", other, err)
	}
}
