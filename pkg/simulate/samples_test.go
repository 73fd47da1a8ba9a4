package simulate

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// An archive that is not what Run stored is an error, whatever is the matter with it.
func TestReadSamplesErrors(t *testing.T) {
	whole := execute(t, mixtureChain())
	find := func(a table.Archive, name string) *table.Entry {
		for i := range a {
			if a[i].Name == name {
				return &a[i]
			}
		}
		t.Fatalf("no array %q", name)
		return nil
	}
	optional := []string{"histogram"}
	for _, e := range whole {
		for what, change := range map[string]func(a table.Archive) table.Archive{
			"is gone": func(a table.Archive) table.Archive {
				return slices.DeleteFunc(a, func(x table.Entry) bool { return x.Name == e.Name })
			},
			"has another type":  func(a table.Archive) table.Archive { find(a, e.Name).Data = []uint64{1, 2, 3}; return a },
			"is a text":         func(a table.Archive) table.Archive { find(a, e.Name).Data = json.RawMessage("1"); return a },
			"has another shape": func(a table.Archive) table.Archive { find(a, e.Name).Shape = []int{1, 1, 1}; return a },
			"is empty": func(a table.Archive) table.Archive {
				x := find(a, e.Name)
				switch x.Data.(type) {
				case []float64:
					x.Data = []float64{}
				case []int64:
					x.Data = []int64{}
				case []uint32:
					x.Data = []uint32{}
				}
				x.Shape = []int{0}
				return a
			},
		} {
			_, err := ReadSamples(change(slices.Clone(whole)))
			if what == "is gone" && slices.Contains(optional, e.Name) {
				continue // a chain need not have it
			}
			if err == nil || !strings.HasPrefix(err.Error(), "samples of a chain: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("array %q %s: %v", e.Name, what, err)
			}
		}
	}
	for _, about := range [][]int64{{-1, 1, 0}, {0, 1, 0}, {1 << 40, 1, 0}, {64, -1, 0}, {64, 1, 2}, {64, 1}, nil} {
		a := slices.Clone(whole)
		find(a, "about").Data, find(a, "about").Shape = about, nil
		if _, err := ReadSamples(a); err == nil {
			t.Errorf("about %d: no error", about)
		}
	}
	for _, count := range [][]int64{{50, 50, 0, 50}, {50, 50, -1, 50}, {50, 50, 50}} {
		a := slices.Clone(whole)
		find(a, "count").Data, find(a, "count").Shape = count, nil
		if _, err := ReadSamples(a); err == nil {
			t.Errorf("count %d: no error", count)
		}
	}
	if _, err := ReadSamples(nil); err == nil {
		t.Error("no error for nothing")
	}
}
