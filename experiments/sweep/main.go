// Command sweep runs any model, scheme, friction, batch and time step that a TOML file lists, with
// every combination of the values in its table [sweep], and draws their errors:
//
//	make sweep SPEC=my-sweep.toml
//
// Package grid has the keys; spec.toml is a sweep to begin with.
package main

import (
	"adl/pkg/experiment"
	"adl/pkg/grid"
)

var program = experiment.Program[*grid.Sweep]{
	Name: "sweep", Title: "errors at the points of a grid",
	Decode: grid.Decode, Compute: grid.Compute, Render: grid.Render,
}

func main() { program.Main() }
