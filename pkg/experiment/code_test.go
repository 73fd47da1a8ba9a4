package experiment

import (
	"strings"
	"testing"
)

// A program of this module is identified by its source, another program by its executable. A copy
// under another name is refused.
func TestCodeOf(t *testing.T) {
	executable, err := codeOf("fig00", "adl/experiments/fig00")
	if err != nil || len(executable.tasks) != 16 {
		t.Errorf("got %q, %v", executable, err)
	}
	if got, err := codeOf("fig07", "library/fig07"); err != nil || got != executable {
		t.Errorf("in another module: got %q, %v, want %q", got, err, executable)
	}
	_, err = codeOf("fig07", "adl/experiments/fig25")
	const want = `experiments/fig25/main.go: expected Name: "fig25"`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("a copy: %v", err)
	}
}
