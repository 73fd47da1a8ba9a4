package vec

import "syscall"

// advise asks for large pages for the memory of b, if the kernel has them: a program then has fewer
// page faults and fewer TLB misses. A refusal only costs time.
func advise(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
