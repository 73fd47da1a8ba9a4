//go:build !linux

package vec

const huge = 2 << 20

// advise does nothing: large pages are asked for on Linux only.
func advise([]byte) {}
