package vec

import "math"

// Table looks numbers up by index.
type Table struct {
	value  []float64
	planes *planes // for AVX-512; nil where the table is too large for bytes
}

// NewTable returns a table of a copy of v. It panics unless 1 ≤ len(v) ≤ MaxIndex.
func NewTable(v []float64) *Table {
	checkIndex(len(v), 1)
	return &Table{append([]float64(nil), v...), newPlanes(v)}
}

// Lookup is dst[i] = table[idx[i]], lane by lane. It panics where an index is past the table.
func (t *Table) Lookup(dst []Row, idx []Index) { active.lookup(t, dst, idx) }

func (*portable) lookup(t *Table, dst []Row, idx []Index) {
	v := t.value
	for i := range idx {
		d := &dst[i]
		for l, j := range &idx[i] {
			d[l] = v[j]
		}
	}
}

// planes holds a table of at most 256 numbers by bytes: plane k is byte k of every number. lo and
// hi are the orders in which the bytes of 64 lanes are woven into numbers.
type planes struct {
	byte   [8][256]uint8
	lo, hi [64]uint8
	short  bool // planes 0 to 3 are zero: the numbers have at most 21 significant bits
}

func newPlanes(v []float64) *planes {
	if len(v) > 256 {
		return nil
	}
	p := &aligned[planes](1)[0]
	p.short = true
	for i, v := range v {
		for k := range p.byte {
			p.byte[k][i] = uint8(math.Float64bits(v) >> (8 * k))
		}
		p.short = p.short && uint32(math.Float64bits(v)) == 0
	}
	for g := range 4 {
		for e := range 8 {
			lane, pos := uint8(8*(e/2)+2*g+e%2), 2*(8*g+e)
			p.lo[pos], p.lo[pos+1] = lane, 64+lane
			p.hi[pos], p.hi[pos+1] = 32+lane, 96+lane
		}
	}
	return p
}
