// Package vec is arithmetic on lanes: 64 replicas of a Markov chain that advance in lockstep, held as struct of arrays.
//
// A Row holds one number a replica; a routine is one pass over whole rows and keeps no state, save the random streams. Every routine is
// written so that its result is the same bits on every machine: a rounding stands where it happens (math.FMA rounds once, float64(x*y)
// rounds the product; without the conversion a compiler may fuse x*y + z, and does on arm64 and with GOAMD64=v3), nothing is summed in an
// order that depends on the machine, and no function of package math is used that differs between platforms (Exp, Log, Sin, …).
//
// # Forms
//
// The portable form of a routine, in plain Go, is its specification. Beside it stand forms for AVX2 and AVX-512 that give the same bits. Which one runs
// is chosen once, by what the processor can do (see Form); a switch at the head of a routine then goes to it. They are built only on amd64, with
// GOEXPERIMENT=simd, and with the versions of Go that they were tested with; everything works without them. With that experiment the asynchronous
// preemption of Go 1.26 makes all scalar code slow (it leaves the upper halves of the vector registers in use); the Makefile turns it off.
//
// What makes them fast: a routine is one pass over all 64 lanes, so that what it costs to call it is shared, and there is enough independent work to hide
// the latency of a division. Rows start on 64-byte boundaries, so that no vector straddles two cache lines. Randomness is made for some steps
// ahead, in blocks (by the callers: 32 rows of normals, 16 to 48 of indices) that stay in the L1 cache with the state; nothing is allocated
// in a step. There is no gather: 16-entry tables sit in registers, and a table of up to 256 numbers is looked up byte by byte, of numbers with at most 21
// significant bits only half the bytes. Where the arithmetic is long it is cut into short loops that hand vectors on through the L1 cache: the compiler has 15
// vector registers to give (it spills to a stack that is not aligned), and the processor overlaps as many turns of a loop as its scheduler holds. Rare lanes (a
// rejected index, a friction too large for its series) are redone one by one by the portable code.
package vec

import "unsafe"

// Lanes is the number of replicas that advance in lockstep.
const Lanes = 64

// Row is one number a replica.
type Row [Lanes]float64

// Index is the index of one datum a replica. It bounds data sets to MaxIndex data.
type Index [Lanes]uint16

// MaxIndex is the largest number of data that an Index can tell apart.
const MaxIndex = 1 << 16

// Rows returns n zero rows that start on a 64-byte boundary, so that no row straddles a cache line.
func Rows(n int) []Row { return aligned[Row](n) }

// Indices returns n zero index rows that start on a 64-byte boundary.
func Indices(n int) []Index { return aligned[Index](n) }

// aligned returns n zero values of T on a 64-byte boundary. T must hold no pointers.
func aligned[T any](n int) []T {
	if n == 0 {
		return nil
	}
	var z T
	b := make([]byte, uintptr(n)*unsafe.Sizeof(z)+64)
	p := uintptr(unsafe.Pointer(&b[0]))
	return unsafe.Slice((*T)(unsafe.Pointer(&b[(64-p%64)%64])), n)
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
