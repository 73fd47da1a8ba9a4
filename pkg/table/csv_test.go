package table

import (
	"errors"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
)

const sampleCSV = `method,n,dt,epsilon,quantity,value,stderr,status,source,rhat,note
SGLD,5,0.0001,1900,variance,0.1,0.01,ok,simulation,1.1,
SGLD,5,0.0001,1900,variance,0.3333333333,0,ok,exact,,
AdL,1,0.0001,,variance,+Inf,NaN,runaway,simulation,,"a, ""b""
c
"
AdL,10,0.0002,,mean,-1.5e-300,,,prediction,,
`

// text is the CSV of a table.
func text(t *Table) string {
	var b strings.Builder
	t.WriteCSV(&b) // a buffer never fails
	return b.String()
}

func TestWriteCSV(t *testing.T) {
	if got := text(sample()); got != sampleCSV {
		t.Errorf("got\n%s\nwant\n%s", got, sampleCSV)
	}
	// By sha256sum of the two lines "n" and "1".
	one := New("n")
	one.Add(Row{"n": 1})
	got, want := one.Digest(), "6ff2d84956e507dade83da732a88aa6fa02712d03af8c515633f674de9fd42bd"
	if got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// readText reads a table from a file t.csv.
func readText(t *testing.T, csv string) (*Table, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("t.csv", []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	return ReadFile("t.csv")
}

// A written table is read back unchanged, also after an editor added a byte order mark or CRLF line
// ends.
func TestCSVRoundTrip(t *testing.T) {
	lone := New("c")
	for _, s := range []string{"a", " ", `"`, "\n", "\n\n", ",", "é", "a\"b"} {
		lone.Add(Row{"c": s})
	}
	odd := New("a,b", "c\"d", "e\nf", " g ")
	odd.Add(Row{"a,b": 1})
	odd.Add(Row{})
	for _, tab := range []*Table{sample(), lone, odd, New("only", "header")} {
		csv := text(tab)
		for _, s := range []string{csv, "\ufeff" + csv, strings.ReplaceAll(csv, "\n", "\r\n")} {
			got, err := readText(t, s)
			if err != nil || !reflect.DeepEqual(got, tab) {
				t.Errorf("%q became %v, %v", s, got, err)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	for csv, want := range map[string]string{
		"":                      "1: is empty, expected the header of a table",
		"a,a\n1,2\n":            `1: column 2: there are two columns "a"`,
		"a,\n1,2\n":             `1: column 2: "" is not a name`,
		"a,b\n\"x\ny\",2\n3,,5": "4: expected 2 cells as in the header, got 3",
		"a,b":                   "1: is cut off, expected the end of the line",
		"a,b\n1,2\n3,":          "3: is cut off, expected the end of the line",
		"a,b\n1,2\n3,\"x\n":     `3: extraneous or missing " in quoted-field`,
		"a,b\n1,\xff\n":         `2: column "b": "\xff" is not UTF-8 or contains a carriage return`,
		"n,value\n1,2\n1,x\n":   `3: column "value": expected a number, got "x"`,
		"n,source\n1,ok\n": `2: column "source": expected one of simulation, exact, prediction, ` +
			`got "ok"`,
	} {
		if _, err := readText(t, csv); err == nil || err.Error() != "t.csv:"+want {
			t.Errorf("%q:\ngot  %v\nwant t.csv:%s", csv, err, want)
		}
	}
	if _, err := ReadFile("none.csv"); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "none.csv") {
		t.Errorf("got %v", err)
	}
}

// FuzzReadCSV checks that every readable text is written back as it was read.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte(sampleCSV))
	f.Add([]byte("a,b\n\"x\"\"\n\",\"y\"\n"))
	f.Fuzz(func(t *testing.T, csv []byte) {
		tab, _, err := parseCSV(csv)
		if err != nil {
			return
		}
		if again, _, err := parseCSV([]byte(text(tab))); err != nil || !reflect.DeepEqual(again, tab) {
			t.Errorf("%q became %v, %v", csv, again, err)
		}
	})
}
