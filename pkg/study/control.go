package study

import (
	"encoding/json"
	"fmt"
	"slices"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// Control is a key of a spec that sets the control variates of gradients (model.Control). It is
// "none" (the default), "mode" for a centre at the posterior's mode, "modes" for the nearest mode
// of a mixture, or a list of the coordinates of one or more centres θ*.
type Control string

// UnmarshalJSON reads a name or a list, and keeps the list as text.
func (k *Control) UnmarshalJSON(b []byte) error {
	var name string
	var list []float64
	if json.Unmarshal(b, &name) == nil && slices.Contains([]string{"none", "mode", "modes"}, name) {
		*k = Control(name)
		return nil
	}
	if json.Unmarshal(b, &list) == nil && len(list) > 0 {
		*k = Control(b)
		return nil
	}
	return fmt.Errorf(`expected "none", "mode", "modes" or a list of numbers, got %s`, b)
}

// Centres returns the centres for a posterior, or an error about the key of the spec.
func (k Control) Centres(c Context, key string, m model.Model) (model.Control, error) {
	var list []float64
	switch k {
	case "", "none":
		return nil, nil
	case "mode", "modes":
		at, err := modes(m)
		if err != nil {
			return nil, c.Errorf(key, "%v", err)
		}
		if k == "mode" {
			at = at[:1]
		}
		return at, nil
	}
	json.Unmarshal([]byte(k), &list)
	if len(list)%m.Dim() != 0 {
		return nil, c.Errorf(key, "expected the %d numbers of a centre, or of several, got %d", m.Dim(),
			len(list))
	}
	return slices.Collect(slices.Chunk(list, m.Dim())), nil
}

// modes returns the modes rounded to eight digits, so that keys do not depend on the algorithm or
// the machine.
func modes(m model.Model) (at [][]float64, err error) {
	at, err = exact.Modes(m)
	for k, theta := range at {
		at[k] = linalg.Rounded(theta, 8)
	}
	return at, err
}
