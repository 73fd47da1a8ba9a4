package experiment

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/spec"
	"adl/pkg/table"
)

const dataText = `n = [1, 5]
x = [1.0, 1.5]

[data]
file = "x.csv"
kind = "classes"
`

// withData returns a context with a spec about data.
func withData() *Context {
	return &Context{
		src: spec.Source{Name: "spec.toml", Text: []byte(dataText)},
		opt: &options{quiet: true, vouch: -1}, manifest: &table.Manifest{},
	}
}

// Keys are in the table of a context, and the whole knows the data.
func TestIn(t *testing.T) {
	whole := withData()
	c := whole.In("mixture")
	_, err := c.Data(dataset.Source{Kind: "gaussian"})
	const want = `spec.toml: key "mixture.data.ndata": expected a number of data ` +
		`from 1 to 10000000, ` +
		`got 0`
	check(t, c, err, want, table.Digest{})
	d, err := c.Data(dataset.Source{Kind: "gaussian", N: 6, Mu: []float64{0}, Sigma: []float64{1}})
	check(t, whole, err, "", table.Digest{Name: "data: " + d.Origin, SHA256: d.Digest()})
}

// dataFiles writes a good and a bad file of data and returns their paths.
func dataFiles(t *testing.T, good, bad string) (string, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"good": good, "bad": bad} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "good"), filepath.Join(dir, "bad")
}

// check checks an error about a key, or the recorded digest of the data.
func check(t *testing.T, c *Context, err error, want string, d table.Digest) {
	t.Helper()
	var wrong *spec.Error
	switch {
	case want != "":
		if err == nil || err.Error() != want || !errors.As(err, &wrong) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	case err != nil || len(c.manifest.Data) != 1 || c.manifest.Data[0] != d:
		t.Errorf("%v, %v, want %v", c.manifest.Data, err, d)
	}
}

// The digest of the data is recorded; an error names the key, or the file and the line.
func TestData(t *testing.T) {
	good, bad := dataFiles(t, "# three\n1\n2.5\n-3e-1\n", "# two\n1\n\ntwo\n")
	gaussian := dataset.Source{
		Kind: "gaussian", N: 6, Mu: []float64{0}, Sigma: []float64{1}, Seed: 1,
	}
	for _, c := range []struct {
		data dataset.Source
		n    int
		want string
	}{
		{dataset.Source{File: good}, 3, ""},
		{gaussian, 6, ""},
		{dataset.Source{Kind: "gaussian"}, 0, `spec.toml:4: key "data.ndata": expected a number ` +
			`of data from 1 to 10000000, got 0`},
		{dataset.Source{File: bad}, 0, `spec.toml:5: key "data.file": data file ` + bad +
			`:4: column 1: expected a finite number of magnitude up to 1e+30, got "two" ` +
			`(text: code categories as 0/1 columns)`},
	} {
		x := withData()
		d, err := x.Data(c.data)
		check(t, x, err, c.want, table.Digest{Name: "data: " + d.Origin, SHA256: d.Digest()})
		if c.want == "" && len(d.X) != c.n {
			t.Errorf("%+v: %d data", c.data, len(d.X))
		}
	}
}

func TestLabelled(t *testing.T) {
	good, bad := dataFiles(t, "1,2,0\n2,3,1\n3,4,1\n", "# two\n1,2,0\n1,2,3\n")
	for _, c := range []struct {
		data           dataset.LabelledSource
		train, heldOut int
		want           string
	}{
		{dataset.LabelledSource{CSV: dataset.CSV{File: good}, HeldOut: 1}, 2, 1, ""},
		{dataset.LabelledSource{Kind: "classes", N: 6, C2: 0.03, Seed: 1}, 6, 0, ""},
		{dataset.LabelledSource{Kind: "classes", N: 6}, 0, 0, `spec.toml:4: key "data.c2": ` +
			`kind classes: expected a positive variance, got 0`},
		{dataset.LabelledSource{CSV: dataset.CSV{File: bad}}, 0, 0, `spec.toml:5: key "data.file": ` +
			`data file ` + bad + `:3: column 3: expected the label 0 or 1, got "3"`},
	} {
		x := withData()
		train, heldOut, err := x.Labelled(c.data)
		check(t, x, err, c.want, table.Digest{Name: "data: " + train.Origin, SHA256: train.Digest()})
		if c.want == "" && (len(train.Y) != c.train || len(heldOut.Y) != c.heldOut) {
			t.Errorf("%+v: %d and %d data", c.data, len(train.Y), len(heldOut.Y))
		}
	}
}

// Compute ends if only a plan is asked for.
func TestPlanned(t *testing.T) {
	o := &options{plan: true, vouch: -1, workers: 1}
	c := &Context{
		ctx: context.Background(), opt: o, stdout: io.Discard, manifest: &table.Manifest{},
	}
	if _, err := c.Do(0, nil); err != errPlanned {
		t.Error(err)
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct {
		seen    map[string]int
		outside int
		empty   int
		want    string
	}{
		{nil, 0, 0, ""},
		{map[string]int{table.OK: 1}, 0, 0, "  marks drawn: 1 ok\n"},
		{
			map[string]int{table.Diverged: 1, table.OK: 2, table.Unmixed: 3}, 4, 1,
			"  marks drawn: 2 ok, 3 unmixed, 1 diverged, 4 beyond the axes, 1 panel with nothing to show\n" +
				"  only ok is a result: experiments/EXTEND.md explains the other statuses\n",
		},
	} {
		if got := summary(c.seen, c.outside, c.empty); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
