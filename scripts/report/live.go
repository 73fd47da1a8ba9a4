package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"

	"adl/pkg/spec"
	"adl/pkg/table"
)

//go:embed live.js
var liveScript template.JS

//go:embed live.css
var liveStyle template.CSS

// live is the form below a figure that computes a point of it, by command live.
type live struct {
	T      any // of the run
	Fields []field
}

// field is a key of the run, with the values of the figure's runs and the value at first. A number
// may have others.
type field struct {
	Key, Label string
	Number     bool
	First      string
	Values     []string
}

// newLive returns the form of a figure, nil if it has none.
func newLive(name string) (*live, error) {
	if !slices.Contains([]string{"fig03", "fig04", "fig05", "fig07", "fig14"}, name) {
		return nil, nil
	}
	t, err := table.ReadFile(filepath.Join("results", "golden", "smoke", name+".csv"))
	src, err2 := spec.Read(filepath.Join("experiments", name, "spec.toml"))
	src.Profile = "smoke"
	keys, err3 := src.Tree()
	if err := cmp.Or(err, err2, err3); err != nil {
		return nil, err
	}
	t = t.Filter(func(i int) bool {
		return t.Cell(i, table.Source) == table.Simulation && t.Cell(i, table.Status) != table.Runaway
	})
	l := &live{T: keys["T"]}
	for _, f := range []field{
		{Key: "scheme", Label: "method"}, {Key: "friction", Label: "ξ"}, {Key: "K", Label: "K"},
		{Key: "sampling", Label: "batches"}, {Key: "n", Label: "n", Number: true},
		{Key: "dt", Label: "Δt", Number: true}, {Key: "gamma", Label: "γ", Number: true},
		{Key: "eta", Label: "η", Number: true},
	} {
		list, _ := keys[f.Key].([]any)
		if x := keys[f.Key]; list == nil && x != nil {
			list = []any{x}
		}
		for _, v := range list {
			f.Values = append(f.Values, fmt.Sprint(v))
		}
		if t.Has(f.Key) && f.Key != "gamma" { // not SGLD's
			f.Values, f.First = t.Distinct(f.Key), t.Cell(t.Len()/2, f.Key)
		}
		if f.Number && f.Values != nil || len(f.Values) > 1 {
			f.First = cmp.Or(f.First, f.Values[0])
			l.Fields = append(l.Fields, f)
		}
	}
	return l, nil
}
