package spec

// Key is how a value (a model, a friction, a basis, an observable) writes itself into the key of
// a task:
//
//	spec.Key{"is": "gaussian", "sigma_theta": 1, "mu": []float64{0, 0.5}}
//
// Under "is" stands a fixed name of the value's own, under other names its parameters: numbers,
// strings, bools, lists of these, and Keys. All names are written out, so that renaming a Go type
// or field changes no hash. The parameters of a task are a Key too, which needs no name.
//
// [Canonical] sorts the names. It accepts a Key at any depth and holds everything in it to these
// rules: it returns an error for a Key without a name inside a Key, for a struct, map or pointer,
// whose form could depend on Go identifiers, and for nil. A parameter that is not set is left out.
type Key map[string]any
