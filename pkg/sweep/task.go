// Package sweep does the work of a figure: it runs independent tasks on a pool of workers and keeps
// their raw results in a cache.
//
// The key of a result is the hash of the task's kind, its normalised parameters and the digest of
// its data. While these stay the same, a result is computed only once, whichever figure asks for
// it. Results are returned in the order of the tasks, so nothing depends on the number of workers.
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
	// Kind names the type of the task, Params returns its normalised parameters and Data the digest
	// of its data. The result depends on nothing else.
	Kind() string
	Params() any
	DataDigest() string

	// Units is the amount of work.
	Units() float64
	// Run does the work and calls tick with the number of units done since the last call. It stops
	// soon after ctx is done and returns ctx's error.
	Run(ctx context.Context, tick func(units float64)) (table.Archive, error)
}

// Prober is a Task whose speed can be measured beforehand.
type Prober interface {
	Task
	// Class names the tasks whose units take the same time. Probe measures this time, in seconds per
	// unit on one core.
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

// Key returns the name of a task's result: 32 hexadecimal digits of the SHA-256 of its kind,
// parameters and data in the form of [spec.Canonical]. It returns an error if a parameter has no
// such form, as NaN.
func Key(t Task) (string, error) {
	id, err := identity(t)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(id)
	return hex.EncodeToString(h[:16]), nil
}

func identity(t Task) ([]byte, error) {
	b, err := spec.Canonical(map[string]any{
		"kind": t.Kind(), "params": t.Params(), "data": t.DataDigest(),
	})
	if err != nil {
		return nil, fmt.Errorf("a task has no key: %w", errors.Unwrap(err))
	}
	return b, nil
}
