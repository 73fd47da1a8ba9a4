package vec

import "syscall"

// huge is the size of a large page on amd64 and arm64. Tables of that size and more start on one,
// and the kernel is asked to keep them in large pages: steps read them in random order, and would
// often miss the processor's table of small pages.
const huge = 2 << 20

// advise asks for large pages behind b, if the kernel has them. A refusal costs time only.
func advise(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
