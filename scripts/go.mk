# How the go command builds; numbers do not depend on it. With the SIMD forms of package vec, which
# use an experiment of Go, Go 1.26 leaves the upper halves of vector registers in use when it
# preempts a goroutine. Scalar code is then up to thirty times slower. So it preempts only at calls.
GOAMD64 := $(or $(GOAMD64),$(if $(filter-out $(shell grep -sm1 ^flags /proc/cpuinfo),\
	avx2 bmi1 bmi2 f16c fma movbe),v1,v3))
GOEXPERIMENT := $(or $(GOEXPERIMENT),\
	$(if $(shell GOEXPERIMENT=simd go list simd/archsimd 2>/dev/null),simd))
# after the user's own flags; -buildvcs would fail in a checkout of another user
override GOFLAGS := $(or $(GOFLAGS),$(shell go env GOFLAGS)) -buildvcs=false \
	-gcflags=all=-dwarf=false '-ldflags=-w \
	$(if $(filter simd,$(GOEXPERIMENT)),-X=runtime.godebugDefault=asyncpreemptoff=1)'
export GOAMD64 GOEXPERIMENT GOFLAGS
