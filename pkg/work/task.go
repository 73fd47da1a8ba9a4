// Package work does the work of a figure: it runs independent tasks on a pool of workers and keeps
// their raw results in a cache. The key of a result is the hash of the task's kind, its normalised
// parameters, the digest of its data and the digest of the code. Results have the order of the
// tasks, so nothing depends on the number of workers.
package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// Task is one independent piece of work. Its kind, its normalised parameters and the digest of its
// data determine the result.
type Task interface {
	Kind() string
	Params() any
	DataDigest() string

	// Units is the amount of work.
	Units() float64
	// Run does the work and calls tick with the number of units done since the last call. It stops
	// soon after ctx is done and returns ctx's error.
	Run(ctx context.Context, tick func(units float64)) (table.Archive, error)
	// Valid returns an error if a does not have the form of a result.
	Valid(a table.Archive) error
}

// ErrCheckpoint says that a task cannot resume from a checkpoint.
var ErrCheckpoint = errors.New("not a checkpoint of the task")

// Resumer is a Task that can stop and resume in another process.
type Resumer interface {
	Task
	// Prefix returns Params without the length of the work: a checkpoint serves all tasks with the
	// same prefix.
	Prefix() any
	// RunFrom is Run from a checkpoint, or from the beginning if it is nil. Its error wraps
	// ErrCheckpoint if the checkpoint cannot be used. It calls save often, which calls state when a
	// checkpoint is due.
	RunFrom(
		ctx context.Context, from table.Archive, save Save, tick func(units float64),
	) (table.Archive, error)
}

// Save stores a checkpoint if one is due. last says that it is the last call.
type Save func(last bool, state func() table.Archive)

// Forecaster is a Task that can predict its time and memory.
type Forecaster interface {
	Task
	// Forecast returns the seconds that the task takes alone on one core, and the bytes that it needs
	// besides what all tasks share.
	Forecast() (seconds, bytes float64)
}

// Approximate is a Task whose results may differ by the rounding of a machine. All other results
// are the same bits on every machine.
type Approximate interface {
	Task
	// Agree reports whether results are the same up to rounding.
	Agree(a, b table.Archive) bool
}

// Result is the outcome of a task.
type Result struct {
	Key     string
	Params  json.RawMessage // in the form of spec.Canonical
	Seconds float64         // processor time of the computation
	Units   float64
	Cached  bool // not computed in this run
	Other   bool // kept by the project and perhaps computed by other code

	// Load reads the arrays. Loading them late keeps the memory of a run small.
	Load func() (table.Archive, error)
}

// Key returns the name of a task: 32 hexadecimal digits of the SHA-256 of its kind, parameters and
// data in the form of [spec.Canonical]. It returns an error for parameters without such a form,
// such as NaN.
func Key(t Task) (string, error) {
	id, err := identify(t, t.Params())
	return id.key(), err
}

// identity is the canonical form of a kind, parameters and data.
type identity []byte

func identify(t Task, params any) (identity, error) {
	b, err := spec.Canonical(map[string]any{
		"kind": t.Kind(), "params": params, "data": t.DataDigest(),
	})
	if err != nil {
		return nil, fmt.Errorf("a task has no key: %w", errors.Unwrap(err))
	}
	return b, nil
}

// by adds the digest of the code that computes the task to the identity, in canonical form too.
func (id identity) by(code string) identity {
	return fmt.Appendf(nil, `{"code":%q,%s`, code, id[1:])
}

func (id identity) key() string {
	h := sha256.Sum256(id)
	return hex.EncodeToString(h[:16])
}

// Checker is a Task with checks to make before it runs or its result is read.
type Checker interface {
	Task
	Checks() []Check
}

// Check is a check made once for all tasks that have a Check of this name.
type Check struct {
	Name string
	Run  func() error
}

// checkAll makes the checks of the tasks and returns the first error.
func checkAll(tasks []Task) error {
	made := map[string]bool{}
	for _, t := range tasks {
		c, ok := t.(Checker)
		if !ok {
			continue
		}
		for _, x := range c.Checks() {
			if !made[x.Name] {
				made[x.Name] = true
				if err := x.Run(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Reducer is a Task whose results have a reduced form, which it reads as well.
type Reducer interface {
	Task
	// Reduce returns the reduced form of a result, which may itself be reduced.
	Reduce(a table.Archive) (table.Archive, error)
}

// reduce returns the reduced form of a task's result, if it has one.
func reduce(t Task, a table.Archive) (table.Archive, error) {
	if x, ok := t.(Reducer); ok {
		return x.Reduce(a)
	}
	return a, nil
}
