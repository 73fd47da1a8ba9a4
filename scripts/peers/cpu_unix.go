//go:build unix

package peers

import (
	"syscall"
	"time"
)

// CPU is the time that this process has spent on processors: unlike the time on the wall, it does
// not depend on who else wants one.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("peers: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
