// Package spec reads an experiment's spec: a TOML text, one of the profiles in
// it, and assignments from the command line, decoded into a struct.
//
// # Layers
//
// A spec is the keys of a TOML text outside the table "profile" (the base),
// overlaid by the table [profile.NAME] of the chosen profile, overlaid by each
// assignment key=value in turn. An overlay merges tables and replaces anything
// else: a list is replaced as a whole, and so is an array of tables.
//
//	T  = 1e6
//	dt = [1e-4, 2e-4]
//	[data]
//	ndata = 100
//
//	[profile.smoke]
//	T = 1e3
//	[profile.smoke.data]
//	ndata = 20
//
// # Fields
//
// A struct field's key is its toml tag, or its name where it has none; "-" skips
// it, and the fields of an embedded struct without a tag count as the outer
// struct's. A field is a bool, a string, an integer, a float, a type that
// implements [encoding.TextUnmarshaler] (given as a string), a struct, a pointer
// to one of these, or a slice or an array of them. An integer is accepted for
// a float and a float of integral value, such as 1e6, for an integer, in both
// directions only where nothing is lost. NaN and infinities are never accepted.
//
// Every field must be given by some layer, unless its spec tag says optional: it
// then keeps the value that it had before. A table that is optional and absent
// asks for none of its keys. Further words in the spec tag, separated by commas,
// bound the values:
//
//	positive     x > 0
//	nonnegative  x >= 0
//	min=A        x >= A
//	max=B        x <= B
//	in=a|b|c     one of these strings
//	nonempty     a list or a string that has something in it
//	distinct     a list in which nothing occurs twice
//
// On a list the first five bound its elements.
//
// # Errors
//
// A spec is checked as a whole, the profiles that were not chosen included: a
// key that no field has, a wrong type and a value out of bounds are errors
// wherever they stand. Errors are of type [*Error], are one line, and say where:
//
//	experiments/fig03/spec.toml:12: key "data.ndat" is unknown; did you mean "data.ndata"?
//	experiments/fig03/spec.toml:7: key "T": expected a positive number, got -1
//	-set T=abc: key "T": expected a number, got a string
//
// Of several errors the first in the text is reported. Elements of lists are
// counted from 0, as in key "panel[1].dt".
package spec
