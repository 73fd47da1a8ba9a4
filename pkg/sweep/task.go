// Package sweep does the work of a figure: independent tasks, on a pool of workers, whose raw
// results are kept in a cache.
//
// A task's result is known by its key, the hash of the task's kind, its normalised parameters and
// the digest of its data: what has been computed once is never computed again while these stay the
// same, in whatever order or figure it is asked for. Results are handed back in the order of the
// tasks, so that nothing depends on the number of workers.
package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// Task is one independent piece of work.
type Task interface {
	// Kind names the type of task, Params its normalised parameters, Data the digest of its data. The
	// result depends on nothing else.
	Kind() string
	Params() any
	Data() string

	// Units is the amount of work, in units of which tick is told as they are done.
	Units() float64
	// Run does the work. It stops soon after ctx is done, with ctx's error.
	Run(ctx context.Context, tick func(units float64)) (table.Archive, error)
}

// Prober is a Task whose speed can be measured beforehand.
type Prober interface {
	Task
	// Class names the tasks whose units take the same time, Probe measures it, in seconds a unit on
	// one core.
	Class() string
	Probe() float64
}

// Result is the outcome of a task.
type Result struct {
	Key     string
	Params  any
	Arrays  table.Archive
	Seconds float64 // of one core, when it was computed
	Units   float64
	Cached  bool // not computed in this run
}

// Key is the name of a task's result: 32 hexadecimal digits of the SHA-256 of its kind, parameters
// and data, in the form of spec.Canonical. It returns an error if a parameter has no such form, NaN
// for one.
func Key(t Task) (string, error) {
	id, err := identity(t)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(id)
	return hex.EncodeToString(h[:16]), nil
}

func identity(t Task) ([]byte, error) {
	b, err := spec.Canonical(map[string]any{"kind": t.Kind(), "params": t.Params(), "data": t.Data()})
	if err != nil {
		return nil, fmt.Errorf("a task has no key: %w", errors.Unwrap(err))
	}
	return b, nil
}
