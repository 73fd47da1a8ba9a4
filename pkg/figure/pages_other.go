//go:build !linux

package figure

func large([]byte) {}
