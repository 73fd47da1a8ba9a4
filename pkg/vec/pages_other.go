//go:build !linux

package vec

// advise does nothing: only Linux has this request for large pages.
func advise([]byte) {}
