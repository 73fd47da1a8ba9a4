// Package pkg holds the source text of the library's numerics, of which [adl/pkg/numerics] makes a
// digest: a program knows by it which code computed a number.
package pkg

import "embed"

// Source is the Go files, without tests, of the packages on the way to a simulated number, and some
// files of others, whose names end in the same letters. A pattern cannot leave out *_test.go: these
// match every name but those that end in test.go.
//
//go:embed dataset/*[^t].go dynamics/*[^t].go estimate/*[^t].go exact/*[^t].go linalg/*[^t].go
//go:embed gaussian/*[^t].go minibatch/*[^t].go mixture/*[^t].go model/*[^t].go network/*[^t].go
//go:embed noise/*[^t].go numerics/*[^t].go regression/*[^t].go simulate/*[^t].go study/*[^t].go
//go:embed vec/*[^t].go
//go:embed */*[^s]t.go */*[^e]st.go
var Source embed.FS
