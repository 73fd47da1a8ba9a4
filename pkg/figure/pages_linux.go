package figure

import "syscall"

// large asks for large pages behind b, which has not been written to: a picture of ten megabytes
// would otherwise begin with 2500 page faults, a fifth of the time to draw on a virtual machine.
func large(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
