//go:build !linux

package vec

const largePage = 2 << 20

// advise does nothing: large pages are asked for on Linux only.
func advise([]byte) {}
