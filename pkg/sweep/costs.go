package sweep

import (
	"context"
	"encoding/json"
	"io"

	"adl/pkg/spec"
)

// Cost is what a task took when it was computed.
type Cost struct {
	Key     string          `json:"key"`
	Kind    string          `json:"kind"`
	Params  json.RawMessage `json:"params"`
	Units   float64         `json:"units"`
	Probed  float64         `json:"probed,omitempty"` // seconds at a Prober's speed now
	Cached  bool            `json:"cached"`           // there is a result; what follows is 0 if not
	Seconds float64         `json:"seconds"`          // processor time
	Origin  Origin          `json:"origin,omitzero"`
}

// Costs prints for every task, each once, what it took when it was computed: a [Cost] in a line of
// JSON. It computes only a few steps, to measure their speed, and writes nothing to disk.
func Costs(ctx context.Context, w io.Writer, tasks []Task, o Options) error {
	o.Fresh = false
	s, err := look(ctx, tasks, o)
	if err != nil {
		return err
	}
	var firsts []int
	for i := range tasks {
		if s.first[i] == i {
			firsts = append(firsts, i)
		}
	}
	probed := estimate(tasks, firsts)
	e := json.NewEncoder(w)
	for _, i := range firsts {
		t := tasks[i]
		params, err := spec.Canonical(t.Params())
		if err != nil {
			return err
		}
		c := Cost{
			Key: s.keys[i], Kind: t.Kind(), Params: json.RawMessage(params), Units: t.Units(),
			Cached: s.why[i] == nil,
		}
		if _, ok := t.(Prober); ok {
			c.Probed = probed[i]
		}
		if c.Cached {
			c.Seconds, c.Origin = s.stored[i].seconds, s.stored[i].origin
		}
		if err := e.Encode(c); err != nil {
			return err
		}
	}
	return nil
}
