//go:build unix

package files

import (
	"errors"
	"syscall"
)

// Alive reports whether a process of this machine still exists.
func Alive(pid int) bool {
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
