//go:build !linux

package pages

const Large = 2 << 20

// Advise does nothing: large pages are asked for on Linux only.
func Advise([]byte) {}
