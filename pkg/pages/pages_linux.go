// Package pages asks the system for large pages of memory.
package pages

import "syscall"

// Large is the size of a large page on amd64 and arm64.
const Large = 2 << 20

// Advise asks for large pages behind b, if the kernel has them: a program then meets fewer page
// faults, and misses the processor's table of pages less often. A refusal costs time only.
func Advise(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
