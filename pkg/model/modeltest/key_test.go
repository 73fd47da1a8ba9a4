package modeltest_test

import (
	"fmt"
	"strings"
	"testing"

	"adl/pkg/model"
	"adl/pkg/model/modeltest"
)

// tempered is a posterior whose key, taken from another posterior, contains neither its parameter
// nor its function.
type tempered struct {
	*model.Gaussian
	Temperature float64
	Of          func()
}

// recorder is a test that records errors.
type recorder struct {
	testing.TB
	lines []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func TestKey(t *testing.T) {
	r := &recorder{TB: t}
	m := &tempered{&model.Gaussian{X: []float64{1, 2}, SigmaX: 1, SigmaTheta: 2}, 1, nil}
	modeltest.Key(r, m)
	const want = `the key {"is":"gaussian","sigma_theta":2,"sigma_x":1} of *modeltest_test.tempered ` +
		"does not change with .Temperature\nno key can tell of .Of, a func()"
	if got := strings.Join(r.lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
