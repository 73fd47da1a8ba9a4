package snapshot

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
	Value(c, &a.Int)
	Slice(c, a.Int8)
	Slice(c, a.Int32[:])
	Value(c, &a.Int64)
	Slice(c, a.Byte)
	Slice(c, a.Short)
	Value(c, &a.Word)
	Slice(c, a.Long[:])
	Slice(c, a.Float)
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
	b := Save(full())
	if err := Restore(got, b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, full()) || math.Signbit(got.Float[1]) != true {
		t.Errorf("got %+v", got)
	}
	if !slices.Equal(Save(got), b) {
		t.Error("the second snapshot differs from the first")
	}
}

// A snapshot of another shape is an error, never a panic.
func TestShape(t *testing.T) {
	b := Save(full())
	for n := range b {
		if Restore(empty(), b[:n]) == nil {
			t.Errorf("restored %d of %d words", n, len(b))
		}
	}
	if Restore(empty(), append(b, 0)) == nil {
		t.Error("restored with a word more")
	}
	for name, change := range map[string]func(*all){
		"longer":  func(a *all) { a.Float = make([]float64, 5) },
		"shorter": func(a *all) { a.Int8 = nil },
	} {
		a := empty()
		change(a)
		if Restore(a, b) == nil {
			t.Errorf("%s: restored", name)
		}
	}
}
