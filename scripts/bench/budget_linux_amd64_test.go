package main

import (
	"context"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"

	"adl/pkg/vec"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text           string
		loads, stores  float64
		vector, legacy bool
	}{
		{"vfmadd213pd (%r12), %zmm0, %zmm4", 64, 0, true, false},
		{"vmovdqu64 %zmm4, (%r12)", 0, 64, true, false},
		{"vmovdqu 64(%rax,%rcx,8), %ymm1", 32, 0, true, false},
		{"vcvtps2pd (%rax), %zmm1", 32, 0, true, false},
		{"vbroadcastsd (%rax), %ymm1", 8, 0, true, false},
		{"vmovsd (%rax), %xmm1", 8, 0, false, false},
		{"movups %xmm15, 16(%rax)", 0, 16, false, true},
		{"movl %ecx, 8(%rsp)", 0, 4, false, false},
		{"addq 8(%rax), %rcx", 8, 0, false, false},
		{"leaq 8(%rax), %rcx", 0, 0, false, false},
		{"vzeroupper", 0, 0, false, false},
	} {
		x := parse(c.text)
		if x.loads != c.loads || x.stores != c.stores || x.vector != c.vector || x.legacy != c.legacy {
			t.Errorf("%s: %+v", c.text, *x)
		}
	}
}

// A thousand multiply-adds that wait for one another take four cycles each, others half a cycle.
func TestCycles(t *testing.T) {
	if _, err := exec.LookPath("llvm-mca"); err != nil {
		t.Log("not tested without llvm-mca (Debian: llvm)")
		return
	}
	for text, cycles := range map[string]float64{
		"vfmadd213pd %ymm1, %ymm2, %ymm0": 4, "vfmadd213pd %ymm0, %ymm1, %ymm2": 4,
		"vmulpd %ymm0, %ymm1, %ymm2": 0.5,
	} {
		ports, latency, err := mca("icelake-server", slices.Repeat([]*instruction{parse(text)}, 1000))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(ports-500) > 1 || math.Abs(latency-1000*cycles) > 20 {
			t.Errorf("%s: %g cycles of ports, %g in all, want 500 and %g", text, ports, latency, 1000*cycles)
		}
	}
}

// A step of SGLD is counted in the form that runs. No SSE instruction stands where the upper halves
// of vector registers are in use, which would make it slow.
func TestCount(t *testing.T) {
	for _, p := range []string{"llvm-mca", "llvm-objdump"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Logf("not tested without %s (Debian: llvm)", p)
			return
		}
	}
	works, err := works(t.TempDir(), 100)
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := competitors(context.Background(), t.TempDir(), os.Args[0], works[0].Job)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.form != vec.Form() {
			continue
		}
		j := works[0].Job
		j.Chains, j.Steps = vec.Lanes, 1
		b, err := count(c, j, "icelake-server")
		if err != nil {
			t.Fatal(err)
		}
		// θ is read and written, and an index read
		if simd := c.form != "portable"; (b.vector > 1) != simd || b.mixed > 0 ||
			b.loads < 10 || b.stores < 8 || b.ports > b.latency || b.instructions < b.vector {
			t.Errorf("%s: %+v", c.form, b)
		}
		if b.instructions < 5 || b.instructions > 500 {
			t.Errorf("%s: %g instructions a step", c.form, b.instructions)
		}
	}
}
