package table

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/files"
)

const sampleCSV = `method,n,dt,epsilon,quantity,value,stderr,status,source,rhat,note
SGLD,5,0.0001,1900,variance,0.1,0.01,ok,simulation,1.1,
SGLD,5,0.0001,1900,variance,0.3333333333333333,0,ok,exact,,
AdL,1,0.0001,,variance,+Inf,NaN,runaway,simulation,,"a, ""b""
c
"
AdL,10,0.0002,,mean,-1.5e-300,,,prediction,,
`

func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	if err := sample().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if b.String() != sampleCSV {
		t.Errorf("got\n%s\nwant\n%s", b.String(), sampleCSV)
	}
	// By sha256sum of the two lines "n" and "1".
	one := New("n")
	one.Add(Row{"n": 1})
	got, want := one.Digest(), "6ff2d84956e507dade83da732a88aa6fa02712d03af8c515633f674de9fd42bd"
	if got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestCSVRoundTrip(t *testing.T) {
	lone := New("c")
	for _, s := range []string{"a", " ", `"`, "\n", "\n\n", ",", "é", "a\"b"} {
		lone.Add(Row{"c": s})
	}
	odd := New("a,b", "c\"d", "e\nf", " g ")
	odd.Add(Row{"a,b": 1})
	odd.Add(Row{})
	for _, tab := range []*Table{sample(), lone, odd, New("only", "header")} {
		text := tab.csv()
		got, err := ReadCSV("t.csv", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		excel := "\ufeff" + strings.ReplaceAll(string(text), "\n", "\r\n")
		if same, err := ReadCSV("t.csv", []byte(excel)); err != nil || !slices.Equal(same.rows, got.rows) {
			t.Errorf("%q: %v", excel, err)
		}
		if !slices.Equal(got.columns, tab.columns) ||
			!slices.Equal(got.rows, tab.rows) {
			t.Errorf("%q became %q", tab.rows, got.rows)
		}
	}
}

func TestReadCSVErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "t.csv:1: is empty, expected the header of a table"},
		{"column twice", "a,a\n1,2\n", `t.csv:1: column 2: there are two columns "a"`},
		{"no name", "a,\n1,2\n", `t.csv:1: column 2: "" is not a name`},
		{"short row", "a,b\n1,2\n3\n", "t.csv:3: expected 2 cells as in the header, got 1"},
		{"long row", "a,b\n\"x\ny\",2\n3,4,5\n", "t.csv:4: expected 2 cells as in the header, got 3"},
		{"empty line", "a,b\n\n1,2\n", `t.csv:2: expected the line "1,2\n", got "\n"`},
		{"empty line, one column", "a\n1\n\n", `t.csv:3: expected the line "", got "\n"`},
		{
			"two empty lines", "a,b\n\"x\n\n\",2\n\n\n3,4\n",
			`t.csv:5: expected the line "3,4\n", got "\n"`,
		},
		{"cut off", "a,b\n1,2", `t.csv:2: expected the line "1,2\n", got "1,2"`},
		{"cut off in a row", "a,b\n1,2\n3,", `t.csv:3: expected the line "3,\n", got "3,"`},
		{
			"cut off in quotes", "a,b\n1,2\n3,\"x\n",
			`t.csv:3: extraneous or missing " in quoted-field`,
		},
		{"cut off header", "a,b", `t.csv:1: expected the line "a,b\n", got "a,b"`},
		{"quote", "a,b\n1,x\"y\n", `t.csv:2: bare " in non-quoted-field`},
		{
			"after a quote", "a,b\n1,\"x\"y\n",
			`t.csv:2: extraneous or missing " in quoted-field`,
		},
		{
			"UTF-8", "a,b\n1,\xff\n",
			`t.csv:2: column "b": "\xff" is not UTF-8 or contains a carriage return`,
		},
		{"value", "n,value\n1,2\n1,x\n", `t.csv:3: column "value": expected a number, got "x"`},
		{
			"status", "n,status\n1,okay\n",
			`t.csv:2: column "status": expected one of ok, runaway, predicted runaway, ` +
				`unsettled, unmixed, diverged, got "okay"`,
		},
		{
			"source", "n,source\n1,ok\n",
			`t.csv:2: column "source": expected one of simulation, exact, prediction, got "ok"`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadCSV("t.csv", []byte(test.text))
			if err == nil || err.Error() != test.want {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if _, err := ReadFile(path); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if err := files.Write(path, sample().WriteCSV); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFile(path)
	if err != nil || got.Digest() != sample().Digest() {
		t.Errorf("got %v", err)
	}
}

// FuzzReadCSV checks that what can be read is written back as it was read.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte(sampleCSV))
	f.Add([]byte("a\n\"\"\n"))
	f.Add([]byte("a,b\n\"x\"\"\n\",\"y\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tab, err := ReadCSV("t.csv", text)
		if err != nil {
			if strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("not one line: %q", err)
			}
			return
		}
		again, err := ReadCSV("t.csv", tab.csv())
		if err != nil || !slices.Equal(again.columns, tab.columns) ||
			!slices.Equal(again.rows, tab.rows) {
			t.Errorf("%q became %v, %v", text, again, err)
		}
	})
}
