// Command sweep runs any model, scheme, friction, batch and time step that a TOML file lists, with
// every combination of the values in its table [sweep], and draws their errors:
//
//	make sweep SPEC=my-sweep.toml
//
// Package grid has the keys; example.toml is a sweep to begin with.
package main

import (
	"runtime/debug"

	"adl/pkg/experiment"
	"adl/pkg/grid"
)

var program = experiment.Program[*grid.Sweep]{
	Name: "sweep", Title: "errors at the points of a grid",
	Decode: grid.Decode, Compute: grid.Compute, Render: grid.Render,
}

func main() {
	debug.SetGCPercent(40) // a table of many points is all that is large: the rest may go sooner
	program.Main()
}
