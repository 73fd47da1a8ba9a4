package spec

// Key is how a value (a model, a friction, an observable) writes itself into the key of a task:
// under "is" a fixed name of its own, which no renaming in Go changes, and under other names its
// parameters: numbers, strings, bools, lists of these, and Keys.
type Key map[string]any
