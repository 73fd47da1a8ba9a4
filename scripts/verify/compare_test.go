package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// write writes a file in a folder that it makes.
func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// check runs a verb and checks that its exit code is code and that its output matches want.
func check(t *testing.T, code int, want string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	got := run(args, &out, &out)
	if got != code || !regexp.MustCompile(want).MatchString(out.String()) {
		t.Errorf("%q: exit %d, want %d and %s\n%s", args, got, code, want, &out)
	}
}

const head = "n,epsilon,quantity,value,stderr,status,source\n"

// Tables of short runs are compared with tables of long runs.
func TestCompare(t *testing.T) {
	const (
		short = head + "1,2,x,1.5,0.3,ok,simulation\n2,1,x,1,0.3,ok,simulation\n" +
			"1,2,crossings,20,1,ok,simulation\n3,2,x,5,0.1,runaway,simulation\n" +
			"1,2,outside,1e-5,0.7e-5,ok,simulation\n1,2,x,1.5,0,ok,exact\n1,2,y,NaN,NaN,ok,exact\n" +
			"1,2,R-hat,1,NaN,ok,simulation\n"
		long = head + "1,2,x,1.6,0.04,ok,simulation\n2,1,x,1.2,0.04,ok,simulation\n" +
			"1,2,crossings,2000,10,ok,simulation\n3,2,x,500,0.1,runaway,simulation\n" +
			"1,2,outside,4e-5,1e-6,ok,simulation\n" + // z = −2.1, and −4.2 with the error of the first
			"1,2,x,1.5000000001,0,ok,exact\n1,2,y,NaN,NaN,ok,exact\n1,2,R-hat,2,NaN,ok,simulation\n" +
			"1,3,x,7,0.1,ok,simulation\n9,1,x,7,0,ok,exact\n" // a finer grid
	)
	moved := func(old, new string) string { return strings.Replace(long, old, new, 1) }
	for _, c := range []struct {
		name, long string // of fig07
		code       int
		out        string
	}{
		{"agree", long, 0, `^6 rows: the largest \|z\| is 2\.14, the bound 3\.14; 4 exact rows\n$`},
		{"moved", moved("1.2,", "2.2,"), 1, `^fig07: row 2 \(n=2 quantity=x source=simulation\): ` +
			`1 and 2\.2, z = -3\.96\n(.*\n)verify: 1 rows of short and long differ; make bless `},
		{"exact", moved("1.5000000001,", "1.50001,"), 1,
			`^fig07: row 6 \(n=1 quantity=x source=exact\): 1\.5 and 1\.50001, z = \+Inf\n`},
		{"not a number", moved("NaN", "1"), 1, `^fig07: row 7 .*: NaN and 1, `},
		{"other points", head + "9,2,x,1.5,0.3,ok,simulation\n", 1, `^fig07: no row in common, `},
		{"no rows", head, 1, `^fig07: no row in common, `},
		{"damaged", moved("1.6,", "a,"), 1, `^verify: long/fig07\.csv:2: column "value": expected a num`},
		{"other columns", "id,verdict\nS0-1,holds\n", 1,
			`^verify: long/fig07\.csv lacks the column epsilon of a table of a figure\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, "short/fig01.csv", short)
			write(t, "short/fig07.csv", short)
			write(t, "long/fig01.csv", long)
			write(t, "long/fig07.csv", c.long)
			check(t, c.code, c.out, "compare", "short", "long", "fig01", "fig07")
			check(t, 1, `fig05\.csv: no such file`, "compare", "short", "long", "fig05")
		})
	}
}

// The committed tables of profile quick agree with those of profile paper.
func TestQuickAndPaper(t *testing.T) {
	t.Chdir("../..")
	paths, err := filepath.Glob("results/paper/*.csv")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"compare", "results/quick", "results/paper"}
	for _, path := range paths {
		args = append(args, strings.TrimSuffix(filepath.Base(path), ".csv"))
	}
	check(t, 0, `^[0-9]{3,} rows: `, args...)
}

func TestUsage(t *testing.T) {
	for _, args := range []string{
		"", "x", "compare a b", "keep x", "twice a", "reproduce", "reproduce -x fig01",
		"reproduce -profile foo fig01",
	} {
		check(t, 2, `verify: (-profile foo: )?expected compare DIR LONGER FIGURE\.\.\., same DIR OTHER `,
			strings.Fields(args)...)
	}
}

// Tables are the same up to rounding, and their tasks have the same keys.
func TestSame(t *testing.T) {
	t.Chdir(t.TempDir())
	put := func(dir, value, key string) {
		write(t, filepath.Join(dir, "fig07.csv"), head+"1,2,x,"+value+",0.3,ok,simulation\n")
		write(t, filepath.Join(dir, "fig07.json"), `{"tasks": [{"key": "`+key+`"}]}`)
	}
	put("a", "1.5", "k")
	put("b", "1.500000001", "k")
	put("c", "1.50001", "l")
	check(t, 0, "^$", "same", "a", "b", "fig07")
	check(t, 1, `^fig07: row 1 \(n=1 .*: value: want 1\.5, got 1\.50001 .*
fig07: tasks have other keys
verify: 1 of the figures in a and c differ
$`, "same", "a", "c", "fig07")
	check(t, 1, "^verify: read ", "same", "a", "none", "fig07")
}
