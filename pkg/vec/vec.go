// Package vec is arithmetic on lanes: 64 replicas of a Markov chain that advance in lockstep, held
// as a struct of arrays.
//
// A Row holds one number per replica. A routine is one pass over whole rows and keeps no state,
// except for the random streams. Every routine gives the same bits on every machine: a rounding
// stands where it happens (math.FMA rounds once; float64(x*y) rounds the product, and without the
// conversion a compiler may fuse x*y + z, and does on arm64 and with GOAMD64=v3), no order of
// summation depends on the machine, and no function of package math is used that differs between
// platforms (Exp, Log, Sin, …).
//
// # Forms
//
// The portable form of a routine, in plain Go, is its specification. Forms for AVX2 and AVX-512
// give the same bits. The form is chosen once, when the program starts, by what the processor can
// do (see Form); a routine calls its kernel in this form. The SIMD forms are built only on amd64,
// with GOEXPERIMENT=simd, and with the versions of Go they were tested with; everything works
// without them. A kernel is written once, for AVX-512, and go generate derives the AVX2 form. With
// GOEXPERIMENT=simd the asynchronous preemption of Go 1.26 makes all scalar code slow (it leaves
// the upper halves of the vector registers in use); the Makefile turns it off.
//
// What makes them fast: a routine is one pass over all 64 lanes, so the cost of its call is
// shared, and there is enough independent work to hide the latency of a division. Rows start on
// 64-byte boundaries, so no vector straddles two cache lines. Callers draw random numbers some
// steps ahead, in blocks (32 rows of normals, 16 to 48 of indices) that stay in the L1 cache with
// the state; a step allocates nothing. There is no gather: tables of 16 entries sit in registers,
// and a table of up to 256 numbers is looked up byte by byte, only half the bytes of numbers with
// at most 21 significant bits. Long arithmetic is cut into short loops that pass vectors on
// through the L1 cache: the compiler has 15 vector registers (it spills to a stack that is not
// aligned), and the processor overlaps as many iterations of a loop as its scheduler holds. Rare
// lanes (a rejected index, a friction too large for its series) are redone one by one by the
// portable code.
package vec

import (
	"unsafe"

	"adl/pkg/snapshot"
)

// Lanes is the number of replicas that advance in lockstep.
const Lanes = 64

// Row is one number per replica.
type Row [Lanes]float64

// Index is the index of one datum per replica. It limits data sets to MaxIndex data.
type Index [Lanes]uint16

// MaxIndex is the largest number of data that an Index can distinguish.
const MaxIndex = 1 << 16

// Rows returns n zero rows that start on a 64-byte boundary, so no vector straddles two cache
// lines.
func Rows(n int) []Row { return aligned[Row](n) }

// SnapshotRows records or plays rows.
func SnapshotRows(c *snapshot.Codec, x []Row) {
	for i := range x {
		snapshot.Slice(c, x[i][:])
	}
}

// Indices returns n zero index rows that start on a 64-byte boundary.
func Indices(n int) []Index { return aligned[Index](n) }

// aligned returns n zero values of T on a 64-byte boundary, or in large pages if they fill one. T
// must hold no pointers.
func aligned[T any](n int) []T {
	if n == 0 {
		return nil
	}
	var z T
	size, unit := uintptr(n)*unsafe.Sizeof(z), uintptr(64)
	if size >= huge {
		unit = huge
	}
	whole := (size + unit - 1) / unit * unit
	b := make([]byte, whole+unit)
	p := uintptr(unsafe.Pointer(&b[0]))
	b = b[(unit-p%unit)%unit:][:whole]
	if unit == huge {
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

// A v8 is a vector of AVX-512, two of AVX2; v8 and w8 also hold constants that are broadcast once.
type (
	v8 = [8]float64
	w8 = [8]uint64
)

func broadcast(x float64) v8 { return v8{x, x, x, x, x, x, x, x} }
