//go:build !linux

package vec

// advise does nothing: large pages are asked for on Linux only.
func advise([]byte) {}
