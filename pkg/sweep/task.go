// Package sweep does the work of a figure: it runs independent tasks on a pool of workers and keeps
// their raw results in a cache.
//
// The key of a result is the hash of the task's kind, its normalised parameters and the digest of
// its data. A result is computed once for a key, whichever figure asks for it. Results have the
// order of the tasks, so nothing depends on the number of workers.
package sweep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// Task is one independent piece of work. The result depends on nothing but its kind, its normalised
// parameters and the digest of its data.
type Task interface {
	Kind() string
	Params() any
	DataDigest() string

	// Units is the amount of work.
	Units() float64
	// Run does the work and calls tick with the number of units done since the last call. It stops
	// soon after ctx is done and returns ctx's error.
	Run(ctx context.Context, tick func(units float64)) (table.Archive, error)
}

// Verifier is a Task that can tell whether Run would return a stored result.
type Verifier interface {
	Task
	// Form returns an error if a has not the form of a result.
	Form(a table.Archive) error
	// Verify returns an error that wraps ErrStale if Run has changed since the result was computed,
	// and another error if a has not the form of a result.
	Verify(a table.Archive) error
}

// ErrStale is the reason why a result that is whole can no longer be used.
var ErrStale = errors.New("computed by another version of the program")

// Resumer is a Task that can stop on its way and go on in another process.
type Resumer interface {
	Task
	// Prefix returns Params without those of the length of the work: a checkpoint serves all tasks
	// with the same prefix.
	Prefix() any
	// RunFrom is Run from a checkpoint, or from the beginning if it is nil. Its error wraps ErrStale
	// if the checkpoint cannot be used. It calls save often, which calls state when a checkpoint is
	// due.
	RunFrom(
		ctx context.Context, from table.Archive, save Save, tick func(units float64),
	) (table.Archive, error)
}

// Save keeps a checkpoint if one is due. last says that there will be no other.
type Save func(last bool, state func() table.Archive)

// Origin says where a result was computed.
type Origin struct {
	Revision string    `json:"revision,omitempty"` // of the code, more words if it was changed
	Machine  string    `json:"machine,omitempty"`
	Time     time.Time `json:"time,omitzero"`
}

// String returns a short form: the beginning of the revision and the day.
func (o Origin) String() string {
	var words []string
	if id, _, changed := strings.Cut(o.Revision, " "); id != "" {
		id = id[:min(len(id), 8)]
		if changed {
			id += "+"
		}
		words = append(words, id)
	}
	if !o.Time.IsZero() {
		words = append(words, o.Time.UTC().Format(time.DateOnly))
	}
	return strings.Join(words, ", ")
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
	Params  json.RawMessage // as spec.Canonical has them
	Arrays  table.Archive
	Seconds float64 // processor time, when it was computed
	Units   float64
	Cached  bool // not computed in this run
	Other   bool // computed by other code than the program's own, as far as this is known
	Origin  Origin

	code string
	load func() (table.Archive, error) // where Arrays is nil
}

// Key returns the name of a task's result: 32 hexadecimal digits of the SHA-256 of its kind,
// parameters and data in the form of [spec.Canonical]. It returns an error if a parameter, such as
// NaN, has no such form.
func Key(t Task) (string, error) {
	id, err := identify(t)
	return id.key(), err
}

// identity names an entry of the cache: the canonical form of a kind, parameters and data.
type identity []byte

func identify(t Task) (identity, error) { return newIdentity(t, t.Params()) }

func newIdentity(t Task, params any) (identity, error) {
	b, err := spec.Canonical(map[string]any{
		"kind": t.Kind(), "params": params, "data": t.DataDigest(),
	})
	if err != nil {
		return nil, fmt.Errorf("a task has no key: %w", errors.Unwrap(err))
	}
	return b, nil
}

func (id identity) key() string {
	if id == nil {
		return ""
	}
	h := sha256.Sum256(id)
	return hex.EncodeToString(h[:16])
}

// params are the parameters in id, where they stand last.
func (id identity) params() json.RawMessage {
	_, rest, _ := bytes.Cut(id, []byte(`,"params":`))
	return json.RawMessage(rest[:len(rest)-1])
}

// Make returns the i-th of some tasks.
type Make func(i int) (Task, error)

// All makes n tasks.
func All(n int, task Make) ([]Task, error) {
	tasks := make([]Task, n)
	for i := range tasks {
		var err error
		if tasks[i], err = task(i); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// Select returns those of n tasks that have the keys, in the order of the keys. at says where they
// were when the keys were taken: others are made only if one is not there any more. Select returns
// an error if a key is that of no task.
func Select(n int, task Make, keys []string, at []int) ([]Task, error) {
	made := make(map[string]Task)
	missing := func(k string) bool { return made[k] == nil }
	for j := range len(at) + n {
		i := j - len(at)
		if j < len(at) {
			i = at[j]
		}
		if i < 0 || i >= n {
			continue
		}
		if j >= len(at) && !slices.ContainsFunc(keys, missing) {
			break
		}
		t, err := task(i)
		if err != nil {
			return nil, err
		}
		k, err := Key(t)
		if err != nil {
			return nil, err
		}
		made[k] = t
	}
	chosen := make([]Task, len(keys))
	for i, k := range keys {
		if chosen[i] = made[k]; chosen[i] == nil {
			return nil, fmt.Errorf("there is no task %s", k[:min(len(k), 8)])
		}
	}
	return chosen, nil
}

// Checker is a Task with checks to make before it runs or its result is read.
type Checker interface {
	Task
	Checks() []Check
}

// Check is a check that tasks may share: of those with the same name one is made.
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
			if made[x.Name] {
				continue
			}
			made[x.Name] = true
			if err := x.Run(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Reducer is a Task whose results have a smaller form, which it reads and verifies as well.
type Reducer interface {
	Task
	// Reduce returns the smaller form of a result, or of the smaller form itself.
	Reduce(a table.Archive) (table.Archive, error)
}

// reduce reduces a result where its task can.
func (r *Result) reduce(t Task) error {
	x, ok := t.(Reducer)
	if !ok {
		return nil
	}
	a, err := x.Reduce(r.Arrays)
	if err != nil {
		return fmt.Errorf("task %s: %w", r.Key[:8], err)
	}
	r.Arrays = a
	return nil
}

// keepIn stores the item's result in a folder. A file there with the same numbers stays as it is,
// with its origin.
func (x *item) keepIn(dir string) error {
	r := x.result
	old, err := load(file(dir, x.key, result), x.id)
	if err == nil && old.arrays.Digest() == r.Arrays.Digest() {
		return nil
	}
	e := entry{arrays: r.Arrays, Seconds: r.Seconds, Origin: r.Origin, Code: r.code}
	return Cache{Dir: dir}.store(x.id, result, e, table.WriteNPZ)
}
