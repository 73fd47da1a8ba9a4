package sweep

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Results are vouched for if their probes lead where they led and a sample has the same bytes.
func TestVouch(t *testing.T) {
	ctx := context.Background()
	const unknown = "of code that nobody vouched for"
	for _, c := range []struct {
		name    string
		now     program
		seconds float64
		change  func(path string) error // of the last of four results
		want    string
	}{
		{"the same", program{"new", 0, 9}, 1, nil,
			"the first steps of 4 results, and 4 results as a whole (0.0s when computed), are the same; " +
				"0 renewed"},
		{"late", program{"new", 1, 0}, 1, nil,
			"the whole of 4 results: not as they were: task "},
		{"early", program{"new", 1, 9}, 1, nil,
			"the first steps of 4 results: not as they were: task "},
		{"missing", program{"new", 0, 9}, 1, os.Remove,
			"are the same; 0 renewed; 1 missing, which make paper adds"},
		{unknown, program{"new", 0, 9}, 1, nil, "are the same; 4 renewed"},
		{"without a digest", program{"new", 0, 9}, 1, unsign, "are the same; 1 renewed"},
		{"another number", program{"new", 0, 9}, 1,
			func(path string) error { return rewrite(path, "square", []float64{8}) },
			"the first steps of 1 result: not as they were: task "},
		{"damaged", program{"new", 0, 9}, 1, func(path string) error { return os.Truncate(path, 9) },
			"the first steps of 1 result: not as they were: task "},
	} {
		cache := Cache{Dir: t.TempDir()}
		program{code: "old"}.run(t, ctx, 4, Options{Cache: cache})
		var ts []Task
		for _, x := range squares(4) {
			ts = append(ts, &coded{x, c.now.add, c.now.early})
		}
		path := file(cache.Dir, keyOf(t, ts[3]), result)
		known := map[string]string{"old": "old"}
		if c.name == unknown {
			known = nil
		}
		if c.change != nil {
			if err := c.change(path); err != nil {
				t.Fatal(err)
			}
		}
		var out strings.Builder
		o := Options{
			Cache: Cache{Vouched: known}, Workers: 2, Keep: cache.Dir, Name: "fig00",
			Code: func(Part) string { return c.now.code },
		}
		before := snapshot(t, cache.Dir)
		err := Vouch(ctx, &out, ts, o, c.seconds)
		if err != nil {
			out.WriteString(err.Error())
		}
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %q, want %q", c.name, out.String(), c.want)
		}
		stored := regexp.MustCompile("[14] renewed").MatchString(c.want)
		if changed := snapshot(t, cache.Dir) != before; changed != stored {
			t.Errorf("%s: wrote to the folder: %v", c.name, changed)
		}
	}
}

// unsign takes the digests from a result.
func unsign(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	a, err := table.ReadNPZ(b)
	if err != nil {
		return err
	}
	text := regexp.MustCompile(`,"sha256":"[0-9a-f]*"`).ReplaceAll(a[0].Data.(json.RawMessage), nil)
	a[0].Data = json.RawMessage(text)
	return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, a) })
}
