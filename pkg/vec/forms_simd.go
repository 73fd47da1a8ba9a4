//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import "simd/archsimd"

// forms returns the forms all of whose instructions the processor has, the widest last, and why
// there is not a wider one. AVX512 stands for F, CD, BW, DQ and VL; VBMI is needed for VPERMI2B;
// the 256-bit multiply-add is FMA. Package archsimd also asks the operating system whether it
// saves the registers.
func forms() (available []kernels, why string) {
	x := archsimd.X86
	switch {
	case !x.AVX2() || !x.FMA():
		return []kernels{specification}, "this processor lacks AVX2 or FMA"
	case !x.AVX512() || !x.AVX512VBMI():
		why = "this processor lacks AVX-512 F, CD, BW, DQ, VL or VBMI"
		return []kernels{specification, new(avx256)}, why
	}
	return []kernels{specification, new(avx256), new(avx512)}, ""
}

func wider() bool { return false }
