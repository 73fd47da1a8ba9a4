package vec

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"testing"
	"unsafe"
)

// panics fails the test unless f panics with a message of this package that contains want.
func panics(t *testing.T, name, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		s, ok := recover().(string)
		if !ok || !strings.HasPrefix(s, "vec: ") || !strings.Contains(s, want) {
			t.Errorf("%s: panicked with %q, want a message of package vec with %q", name, s, want)
		}
	}()
	f()
}

// digest is the SHA-256 of rows of numbers or of indices, little endian, cut to 16 digits.
func digest[T Row | Index](rows []T) string {
	h := sha256.New()
	binary.Write(h, binary.LittleEndian, rows)
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func sameBits(a, b []Row) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		for l := range a[i] {
			if math.Float64bits(a[i][l]) != math.Float64bits(b[i][l]) {
				return false
			}
		}
	}
	return true
}

// copied is a deep copy of rows.
func copied(x []Row) []Row { return append([]Row(nil), x...) }

func TestRowsAreAlignedAndZero(t *testing.T) {
	for _, n := range []int{1, 2, 3, 17, 1000} {
		// several at a time: one allocation may be aligned by accident
		for range 8 {
			r, x := Rows(n), Indices(n)
			if len(r) != n || len(x) != n {
				t.Fatalf("n = %d: %d rows, %d index rows", n, len(r), len(x))
			}
			if uintptr(unsafe.Pointer(&r[0]))%64 != 0 || uintptr(unsafe.Pointer(&x[0]))%64 != 0 {
				t.Errorf("n = %d: rows at %p, indices at %p, want multiples of 64", n, &r[0], &x[0])
			}
			for i := range r {
				if r[i] != (Row{}) || x[i] != (Index{}) {
					t.Fatalf("n = %d: row %d is not zero", n, i)
				}
			}
			// within the allocation to its last byte, or the race detector and the next allocation see it
			Fill(r, -1)
		}
	}
	// three large pages and a row
	if r := Rows(3*largePage/512 + 1); uintptr(unsafe.Pointer(&r[0]))%largePage != 0 {
		t.Errorf("large rows at %p, want a multiple of %d", &r[0], largePage)
	} else {
		Fill(r, -1)
	}
	if Rows(0) != nil || Indices(0) != nil {
		t.Error("no rows should be nil")
	}
	s := NewStream(1)
	if uintptr(unsafe.Pointer(s.state))%64 != 0 {
		t.Errorf("the state of a stream is at %p", s.state)
	}
}

func TestFillAndFinite(t *testing.T) {
	r := Rows(3)
	Fill(r[1:], 2.5)
	if r[0] != (Row{}) || r[1][0] != 2.5 || r[2][Lanes-1] != 2.5 {
		t.Error("Fill does not set every lane of every row, and no other")
	}
	if !Finite(r) || !Finite(nil) {
		t.Error("finite rows are called infinite")
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, at := range [][2]int{{0, 0}, {1, 17}, {2, Lanes - 1}} {
			s := copied(r)
			s[at[0]][at[1]] = bad
			if Finite(s) {
				t.Errorf("rows with %g in row %d, lane %d are called finite", bad, at[0], at[1])
			}
		}
	}
	Fill(r, math.MaxFloat64)
	if !Finite(r) {
		t.Error("MaxFloat64 is called infinite")
	}
}
