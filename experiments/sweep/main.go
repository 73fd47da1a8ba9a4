// Command sweep runs the model, scheme, friction, batches and time step of a TOML file, for every
// combination of the values in its table [sweep], and draws the errors:
//
//	make sweep SPEC=my-sweep.toml
//
// Package sweep has the keys; example.toml is a sweep to begin with.
package main

import (
	"runtime/debug"

	"adl/pkg/experiment"
	"adl/pkg/sweep"
)

var program = experiment.Program[*sweep.Spec]{
	Name: "sweep", Title: "errors at the points of a grid",
	Decode: sweep.Decode, Compute: sweep.Compute, Render: sweep.Render,
}

func main() {
	debug.SetGCPercent(40) // only a table of many points is large: collect the rest sooner
	program.Main()
}
