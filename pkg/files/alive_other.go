//go:build !unix

package files

// Alive reports whether a process of this machine still exists, or might.
func Alive(int) bool { return true }
