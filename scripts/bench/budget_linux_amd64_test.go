package main

import (
	"math"
	"os/exec"
	"slices"
	"testing"
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
