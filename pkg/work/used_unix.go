//go:build unix

package work

import "syscall"

// used returns the processor time of who, in seconds, if the system measures it.
func used(who int) (seconds float64, ok bool) {
	var u syscall.Rusage
	err := syscall.Getrusage(who, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, err == nil
}
