//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

import "golang.org/x/sys/cpu"

// forms returns the portable form. The SIMD forms need an experiment of the compiler without a
// promise of compatibility, so they are built only with tested versions of Go.
func forms() (available []kernels, why string) {
	why = "built without SIMD (GOEXPERIMENT=simd and Go 1.26 on amd64 have it)"
	return []kernels{specification}, why
}

// wider reports whether this processor could run SIMD forms.
func wider() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }
