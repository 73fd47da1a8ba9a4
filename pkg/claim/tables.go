package claim

import (
	"cmp"
	"encoding/json"
	"fmt"

	"adl/pkg/table"
)

// Tables are the tables of figures and studies by their names, such as "fig07", and the specs that
// they were made with.
type Tables struct {
	Tables map[string]*table.Table
	Specs  map[string]any // as table.Manifest has them

	// Replicas returns the number of replicas behind each standard error of a table, 0 if they are
	// many, as they are everywhere if it is nil.
	Replicas func(name string) int

	first string // the table that was asked for first
}

// Table returns the table of a name. If there is none, what needs it is not judged: Table panics
// with an error that [Criterion.Claim] recovers.
func (ts *Tables) Table(name string) *table.Table {
	ts.first = cmp.Or(ts.first, name)
	if t := ts.Tables[name]; t != nil {
		return t
	}
	panic(missing(name))
}

// replicas returns the number of replicas behind the standard errors of the first table.
func (ts *Tables) replicas() int {
	if ts.Replicas == nil {
		return 0
	}
	return ts.Replicas(ts.first)
}

// missing is the name of a table that is not there.
type missing string

// Spec decodes keys of the spec of a figure into the fields of v, as encoding/json does. If there
// is no spec, it panics as Table does.
func (ts *Tables) Spec(name string, v any) {
	spec, ok := ts.Specs[name]
	if !ok {
		panic(missing(name))
	}
	b, err := json.Marshal(spec)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		panic(fmt.Sprintf("claim: the spec of %s: %v", name, err))
	}
}
