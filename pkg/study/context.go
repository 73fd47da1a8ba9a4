package study

import (
	"adl/pkg/dataset"
	"adl/pkg/work"
)

// Context provides the functions of this package with data, with results of tasks, and with errors
// about the spec, as an experiment.Context does.
type Context interface {
	// Data loads the data described by a table of the spec, Labelled labelled data.
	Data(dataset.Source) (dataset.Data, error)
	Labelled(dataset.LabelledSource) (train, heldOut dataset.Labelled, err error)

	// Do runs n tasks and returns their results, in order.
	Do(n int, task func(i int) (work.Task, error)) ([]work.Result, error)

	// Errorf returns an error about the value of a key of the spec, Drawable one about a text that no
	// picture can show. Notef prints a note.
	Errorf(key, format string, args ...any) error
	Drawable(key, text string) error
	Notef(format string, args ...any)

	// Inherits reports whether a run differs from a figure's own spec, but not at this key.
	Inherits(key string) bool
}
