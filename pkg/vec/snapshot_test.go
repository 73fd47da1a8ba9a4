package vec

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// all has a number of every type.
type all struct {
	Int   int
	Int8  []int8
	Int32 [3]int32
	Int64 int64
	Byte  []uint8
	Short []uint16
	Word  uint32
	Long  [2]uint64
	Float []float64
}

func (a *all) Snapshot(c *Codec) {
	SnapshotValue(c, &a.Int)
	SnapshotSlice(c, a.Int8)
	SnapshotSlice(c, a.Int32[:])
	SnapshotValue(c, &a.Int64)
	SnapshotSlice(c, a.Byte)
	SnapshotSlice(c, a.Short)
	SnapshotValue(c, &a.Word)
	SnapshotSlice(c, a.Long[:])
	SnapshotSlice(c, a.Float)
}

func full() *all {
	return &all{
		-5, []int8{-1, 2}, [3]int32{1, -2, 1 << 30}, math.MinInt64, []uint8{255}, []uint16{1, 65535},
		1 << 31, [2]uint64{1, math.MaxUint64}, []float64{0, math.Copysign(0, -1), math.Inf(1), 1e-320},
	}
}

func empty() *all {
	return &all{
		Int8: make([]int8, 2), Byte: make([]uint8, 1), Short: make([]uint16, 2),
		Float: make([]float64, 4),
	}
}

func TestRoundTrip(t *testing.T) {
	got := empty()
	b := SaveState(full())
	if err := RestoreState(got, b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, full()) || math.Signbit(got.Float[1]) != true {
		t.Errorf("got %+v", got)
	}
	if !slices.Equal(SaveState(got), b) {
		t.Error("the second snapshot differs from the first")
	}
}

// A snapshot of another shape is an error, never a panic.
func TestShape(t *testing.T) {
	b := SaveState(full())
	for n := range b {
		if RestoreState(empty(), b[:n]) == nil {
			t.Errorf("restored %d of %d words", n, len(b))
		}
	}
	if RestoreState(empty(), append(b, 0)) == nil {
		t.Error("restored with a word more")
	}
	for name, change := range map[string]func(*all){
		"longer":  func(a *all) { a.Float = make([]float64, 5) },
		"shorter": func(a *all) { a.Int8 = nil },
	} {
		a := empty()
		change(a)
		if RestoreState(a, b) == nil {
			t.Errorf("%s: restored", name)
		}
	}
}
