//go:build !unix

package work

func used(int) (float64, bool) { return 0, false }
