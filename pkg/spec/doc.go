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
// A struct field's key is its toml tag, or its name where it has none; "-" skips it, and the fields
// of an embedded struct without a tag count as the outer struct's, and so do those of a struct with
// the tag ",inline", whose type may be a type parameter. A field is a bool, a string, an
// integer or a float of 64 bits, a type that implements [encoding.TextUnmarshaler] (given as a
// string), a struct, a pointer to one of these, or a slice or an array of them. An integer is
// accepted for a float, and a float of integral value, such as 1e6, for an integer, if no digits
// are lost. An unsigned integer beyond 2^63-1, which TOML does not have, is given as a string of
// digits. NaN, infinities and floats other than 0 whose magnitude is not from 1e-30 to 1e30 are
// never accepted, nor are lists of more than 4096 elements.
//
// Some layer must give every field, unless its spec tag says optional: an optional field that is
// not given keeps its value. The keys of an optional table are required only if the table is given.
// Further words in the spec tag, separated by commas, restrict the values:
//
//	positive     x > 0
//	nonnegative  x >= 0
//	min=A        x >= A
//	max=B        x <= B
//	in=a|b|c     one of these strings
//	nonempty     a list or a string that is not empty
//	distinct     a list without repeated elements
//
// On a list, the first five apply to its elements.
//
// # Errors
//
// A spec is checked as a whole, including the profiles that were not chosen: an unknown key, a
// wrong type and a value out of bounds are errors wherever they occur. Errors are of type [*Error],
// take one line, and name the place:
//
//	experiments/fig03/spec.toml:12: key "data.ndat" is unknown; did you mean "data.ndata"?
//	experiments/fig03/spec.toml:7: key "T": expected a positive number, got -1
//	-set T=abc: key "T": expected a number, got a string
//
// If there are several errors, the first in the text is reported. Elements of lists are counted
// from 0, as in key "panel[1].dt".
package spec
