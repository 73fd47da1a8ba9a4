// Package vec is arithmetic on lanes: 64 replicas of a Markov chain that advance in lockstep, held
// as a struct of arrays.
//
// # Rows and lanes
//
// A Row holds one number per replica, so a vector of d components is d rows; lane l of every row
// belongs to replica l. In many dimensions the lanes are components of one replica instead (see
// Layout). A routine is one pass over whole rows and keeps no state, except for the random streams.
// Every routine gives the same bits on every machine: the code shows every rounding (math.FMA
// rounds once; without the conversion in float64(x*y) + z a compiler may fuse the two operations,
// and does so on arm64 and with GOAMD64=v3), no order of summation depends on the machine, and no
// function of package math is used that differs between platforms (Exp, Log, Sin, …). To write a
// model on lanes, use AddScaled, AddTwo, Affine, AccumulateProduct and SumAffine; model.Linear
// is an example.
//
// # Forms
//
// Every routine calls a kernel, a method of the interface kernels. Kernels have three forms. The
// portable form, in plain Go, is next to the routine and is its specification. The forms for AVX2
// and AVX-512 give the same bits, which tests compare. The program chooses a form for its processor
// when it starts (see Form). The SIMD forms are built only on amd64, with GOEXPERIMENT=simd, and
// with tested versions of Go; everything works without them. With SIMD forms the asynchronous
// preemption of Go 1.26 makes all scalar code slow, so the Makefile turns it off.
//
// # The generator
//
// A SIMD kernel is written once, for AVX-512, in a file *_512.go. go generate runs internal/narrow,
// which replaces 512 by 256 at the end of every name, 64x8 by 64x4 and so on, and writes the AVX2
// form to generated_*_256.go. Code that needs different instructions or a different order of work
// in the two forms is written twice, under names that end in 512 and in 256, in the files *_avx.go.
// The constants of both forms are in forms_simd.go.
//
// To add a kernel, write the routine and its portable form, add the method to kernels, write it for
// avx512 with the names of form_512.go (f512, from512, into512, …), run go generate, and add it to
// TestForms in simd_test.go. A kernel clears the upper halves of the registers (ClearAVXUpperBits)
// before it returns or calls scalar code.
//
// A form for arm64 needs a type neon that embeds portable and overrides methods of kernels, and a
// place in forms; archsimd of Go 1.26 has no such vectors.
//
// # Speed
//
// A routine is one pass over all 64 lanes: the cost of a call is small, and there is enough
// independent work to hide the latency of a division. Rows start on 64-byte boundaries, so no
// vector straddles two cache lines. Callers draw random numbers in blocks (32 rows of normals, 16
// to 48 of indices) that stay in the L1 cache with the state; a step allocates nothing. There is no
// gather: tables of 16 entries are in registers, and a table of up to 256 numbers is looked up byte
// by byte, with only half the bytes for numbers of at most 21 significant bits. Long arithmetic is
// cut into short loops that pass vectors on through the L1 cache: the compiler has 15 vector
// registers, and the processor overlaps as many iterations as its scheduler holds. Loops step
// pointers and load at constant distances from them, since the compiler puts no index into the
// address of a vector. The portable code redoes rare lanes (a rejected index, a friction too large
// for its series) one by one.
package vec

import (
	"unsafe"
)

// Lanes is the number of replicas that advance in lockstep.
const Lanes = 64

// Row is one number per replica.
type Row [Lanes]float64

// Index is the index of one datum per replica, in sets of at most MaxIndex data. Larger sets have a
// list of indices of 32 bits for each replica.
type Index [Lanes]uint16

const (
	// MaxIndex is the largest number of data that an Index can distinguish.
	MaxIndex = 1 << 16
	// MaxData is the largest number of data.
	MaxData = 10_000_000
)

// Rows returns n zero rows that start on a 64-byte boundary.
func Rows(n int) []Row { return aligned[Row](n) }

// SnapshotRows saves or restores rows.
func SnapshotRows(c *Codec, x []Row) {
	for i := range x {
		SnapshotSlice(c, x[i][:])
	}
}

// Indices returns n zero index rows that start on a 64-byte boundary.
func Indices(n int) []Index { return aligned[Index](n) }

// largePage is the size of a large page on amd64 and arm64.
const largePage = 2 << 20

// aligned returns n zero values of T on a 64-byte boundary, or in large pages if they fill one,
// because steps read such tables in random order. The block of memory is longer, so that a pointer
// to the end of the values is valid. T must not contain pointers.
func aligned[T any](n int) []T {
	if n == 0 {
		return nil
	}
	var z T
	size, unit := uintptr(n)*unsafe.Sizeof(z), uintptr(64)
	if size >= largePage {
		unit = largePage
	}
	whole := (size + unit - 1) / unit * unit
	b := make([]byte, whole+unit)
	p := uintptr(unsafe.Pointer(&b[0]))
	b = b[(unit-p%unit)%unit:][:whole]
	if unit == largePage {
		advise(b)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n)
}

// Fill sets every lane of every row to x.
func Fill(dst []Row, x float64) {
	for i := range dst {
		for l := range dst[i] {
			dst[i][l] = x
		}
	}
}

// Finite reports whether no lane of the rows is NaN or infinite.
func Finite(x []Row) bool {
	for i := range x {
		for _, v := range x[i] {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

// A v8 is one vector of AVX-512 or two of AVX2; v8 and w8 also hold constants that are broadcast
// once.
type (
	v8 = [8]float64
	w8 = [8]uint64
)

func broadcast(x float64) v8 { return v8{x, x, x, x, x, x, x, x} }

// Layout says whether the lanes of a row are replicas or components.
//
// In few dimensions 64 replicas advance in lockstep, lane by lane. In many dimensions the frictions
// of 64 replicas fit in no cache, and every replica gathers different data, as whole rows; there
// the lanes are the components of one replica.
type Layout int

// The layouts.
const (
	// Replicas: a row holds one component of 64 replicas. A vector of d components is d rows.
	Replicas Layout = iota
	// Components: a row holds 64 consecutive components of one replica. A vector of d components is
	// ⌈d/64⌉ rows, zero past the d-th component.
	Components
)

// String is "replicas" or "components".
func (l Layout) String() string { return [...]string{"replicas", "components"}[l] }

// Rows returns the number of rows of a vector of d components.
func (l Layout) Rows(d int) int {
	if l == Replicas {
		return d
	}
	return (d + Lanes - 1) / Lanes
}

// Replicas returns the number of replicas that share rows.
func (l Layout) Replicas() int {
	if l == Replicas {
		return Lanes
	}
	return 1
}

// At returns the row and the lane of component i of replica r, which is below l.Replicas().
func (l Layout) At(i, r int) (row, lane int) {
	if l == Replicas {
		return i, r
	}
	return i / Lanes, i % Lanes
}

// Load reads the components of replica r into x.
func (l Layout) Load(x []float64, rows []Row, r int) {
	for i := range x {
		row, lane := l.At(i, r)
		x[i] = rows[row][lane]
	}
}

// Store writes the components x of replica r.
func (l Layout) Store(rows []Row, r int, x []float64) {
	for i, v := range x {
		row, lane := l.At(i, r)
		rows[row][lane] = v
	}
}

// Pad sets the lanes past the d-th component to zero.
func (l Layout) Pad(x []Row, d int) {
	if l == Components && d%Lanes != 0 {
		clear(x[len(x)-1][d%Lanes:])
	}
}
