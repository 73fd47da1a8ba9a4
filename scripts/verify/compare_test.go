package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestBits(t *testing.T) {
	const head = "n,epsilon,quantity,value,stderr,status,source\n"
	dir := t.TempDir()
	file := func(name, rows string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(head+rows), 0o666); err != nil {
			t.Fatal(err)
		}
		return p
	}
	want := file("want", "1,2,x,1.5,0.1,ok,simulation\n1,2,x,1.5,0,ok,exact\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		out  string
	}{
		{"same", []string{"-bits", want, want}, 0, ""},
		{
			"last bits of what is exact",
			[]string{
				"-bits", want, file("a", "1,2,x,1.5,0.1,ok,simulation\n1,2,x,1.5000000001,0,ok,exact\n"),
			},
			0, "",
		},
		{
			"last bits of a simulation",
			[]string{
				"-bits", want, file("b", "1,2,x,1.5000000000000002,0.1,ok,simulation\n1,2,x,1.5,0,ok,exact\n"),
			},
			1, "1.5000000000000002",
		},
		{"no file", []string{"-bits", want, filepath.Join(dir, "none")}, 1, "none"},
		{"no table", []string{"-bits", want, file("c", "1,2\n")}, 1, "c:2: "},
		{"usage", []string{want}, 2, "expected two tables"},
	} {
		var out bytes.Buffer
		code := run(append([]string{"compare"}, c.args...), &out, &out)
		if code != c.code || !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: exit code %d, %q; want %d, %q", c.name, code, out.String(), c.code, c.out)
		}
	}
}

// Tables and folders are compared within their noise.
func TestNoise(t *testing.T) {
	const head = "n,epsilon,quantity,value,stderr,status,source\n"
	dir := t.TempDir()
	put := func(path, rows string) string {
		t.Helper()
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(head+rows), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const (
		first  = "1,2,x,1.5,0.1,ok,simulation\n"
		second = "2,1,x,1,0.1,ok,simulation\n"
		exact  = "1,2,x,1.5,0,ok,exact\n"
		near   = "1,2,x,1.7,0.1,ok,simulation\n" // z = −1.41
		far    = "1,2,x,2.5,0.1,ok,simulation\n" // z = −7.07
		nan    = "1,2,x,NaN,NaN,ok,simulation\n" // left out
		status = "1,2,x,1.5,0.1,unmixed,simulation\n"
	)
	a := put("a/fig01.csv", first+second+exact)
	put("a/fig02.csv", first)
	put("b/fig01.csv", exact+second+near)
	put("b/fig02.csv", first)
	put("c/fig01.csv", first+second+exact)
	at := func(name string) string { return filepath.Join(dir, name) }
	raw := func(path, text string) string {
		t.Helper()
		path = put(path, "")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const claims = "id,section,verdict\nS0-1,abstract,holds\n"
	other := raw("d/claims.csv", claims)
	put("d/fig01.csv", first+second+exact)
	raw("d/notes.csv", "not \"a\" table\n")
	raw("e/claims.csv", claims)
	raw("e/fig01.csv", "n,quantity,value,stderr,source\n1,x,1.5,0.1,simulation\n")
	put("e/fig02.csv", first)
	for _, c := range []struct {
		name string
		args []string
		code int
		out  string // a regular expression
	}{
		{
			"same", []string{a, a}, 0,
			`of 2 rows: \|z\| = 2\.81\n.*\n *fig01 +2 +0\.00 +0 .* 0 +1 +0 +0 +0\n`,
		},
		{
			"noise, moved", []string{a, at("b/fig01.csv")}, 0,
			` fig01 +2 +1\.41 +0 +50\.0 % +100\.0 % +1\.000 `,
		},
		{"above", []string{a, put("far.csv", far+second+exact)}, 1,
			`^fig01: above: row 1 \(n=1 .*\): 1\.5 and 2\.5, z = -7\.07\n(.*\n)+ +fig01 +2 +7\.07 +1 `},
		{"level", []string{"-level", "1e-13", a, put("far.csv", far+second+exact)}, 0, ` 7\.07 +0 `},
		{"NaN", []string{a, put("nan.csv", nan+second+exact)}, 0, ` fig01 +1 +0\.00 .* 1 +1 +0 +0 +0\n`},
		{"status", []string{a, put("status.csv", status+second+exact)}, 0,
			`fig01: status: row 1 .*: ok became unmixed\n(.*\n)+ +fig01 .* 1 +0 +1 +0\n`},
		{"missing", []string{a, put("missing.csv", second+exact)}, 0,
			`fig01: rows: row 1 .* is missing\n(.*\n)+ +fig01 +1 .* 1\n`},
		{
			"missing exact", []string{a, put("inexact.csv", first+second)}, 1,
			`fig01: differs: row 3 .* is missing\n`,
		},
		{
			"tolerance", []string{"-rel", "0.1", a, put("tol.csv", first+second+"1,2,x,1.6,0,ok,exact\n")},
			0, ` 1 +0 +0 +0\n`,
		},
		{
			"folders", []string{at("a"), at("b")}, 0,
			`of 3 rows: (.*\n)+ +fig01 +2 .*\n +fig02 +1 .*\n +total +3 +1\.41 +0 `,
		},
		{"no counterpart", []string{at("a"), at("c")}, 1, `a/fig02\.csv has no counterpart\n`},
		{"other files", []string{at("d"), at("c")}, 0, `^family-wise (.*\n)+ +fig01 +2 `},
		{
			"table without a column", []string{at("a"), at("e")}, 1,
			`(?m)^compare: \S+/e/fig01\.csv lacks the column status of a table of a figure$`,
		},
		{
			"in both folders", []string{at("e"), at("e")}, 1,
			`(?m)^compare: \S+/e/fig01\.csv lacks the column status of a table of a figure$`,
		},
		{
			"other file by name", []string{other, a}, 1,
			`^compare: \S+/d/claims\.csv lacks the column quantity of a table of a figure\n$`,
		},
		{
			"second without a column", []string{a, at("e/fig01.csv")}, 1,
			`(?m)^compare: \S+/e/fig01\.csv lacks the column status of a table of a figure$`,
		},
		{
			"other file among long ones", []string{"-long", at("d"), at("e"), "claims"}, 1,
			`^compare: \S+/d/claims\.csv lacks the column `,
		},
		{"other file bit by bit", []string{"-bits", other, at("e/claims.csv")}, 0, `^$`},
		{"nothing in common", []string{at("a"), t.TempDir()}, 1, `a/fig02\.csv has no counterpart\n$`},
		{"no file", []string{a, at("none")}, 1, `none`},
		{"wrong level", []string{"-level", "0", a, a}, 2, `^compare: -level: expected `},
		{"help", []string{"-h"}, 2, `Usage of verify compare`},
	} {
		var out bytes.Buffer
		code := run(append([]string{"compare"}, c.args...), &out, &out)
		if code != c.code || !regexp.MustCompile(c.out).MatchString(out.String()) {
			t.Errorf("%s: exit code %d, want %d and %s\n%s", c.name, code, c.code, c.out, &out)
		}
	}
}

// Tables of short runs are compared with those of long ones where there are any.
func TestLong(t *testing.T) {
	const head = "n,epsilon,quantity,value,stderr,status,source\n"
	const (
		short = "1,2,x,1.5,0.3,ok,simulation\n2,1,x,1,0.3,ok,simulation\n" +
			"1,2,crossings,20,1,ok,simulation\n3,2,x,5,0.1,runaway,simulation\n" +
			"1,2,outside,1e-5,0.7e-5,ok,simulation\n1,2,x,1.5,0,ok,exact\n"
		long = "1,2,x,1.6,0.04,ok,simulation\n2,1,x,1.2,0.04,ok,simulation\n" +
			"1,2,crossings,2000,10,ok,simulation\n3,2,x,500,0.1,runaway,simulation\n" +
			"1,2,outside,4e-5,1e-6,ok,simulation\n" + // z = −2.1, and −4.2 with the error of the first
			"1,2,x,1.5000000001,0,ok,exact\n" +
			"1,3,x,7,0.1,ok,simulation\n9,1,x,7,0,ok,exact\n" // a finer grid
	)
	for _, c := range []struct {
		name        string
		short, long map[string]string
		args        []string
		code        int
		out         string // a regular expression
	}{
		{
			"agree", map[string]string{"fig01": short, "fig07": short},
			map[string]string{"fig01": long, "fig07": long}, nil, 0,
			`of 6 rows: \|z\| = 3\.14\n(.*\n)+ +total +6 +2\.14 +0 `,
		},
		{
			"one moved", map[string]string{"fig01": short, "fig07": short},
			map[string]string{"fig01": long, "fig07": strings.Replace(long, "1.2,", "2.2,", 1)}, nil, 1,
			`(?m)^fig07: above: row 2 \(n=2 quantity=x source=simulation\): ` +
				`1 and 2\.2, z = -3\.96\n(.*\n)+` +
				`fig07 moved between .*; if that is meant, compute both again: make fig7 PROFILE=quick, ` +
				`and with PROFILE=paper\n$`,
		},
		{
			"an exact one moved", map[string]string{"fig01": short, "fig12": short},
			map[string]string{
				"fig01": long, "fig12": strings.Replace(long, "1.5000000001,", "1.50001,", 1),
			}, nil, 1,
			`(?m)^fig12: differs: row 6 \(n=1 quantity=x source=exact\): 1\.5 became 1\.50001\n(.*\n)+` +
				`fig12 moved between `,
		},
		{
			"another level", map[string]string{"fig01": short},
			map[string]string{"fig01": strings.Replace(long, "1.2,", "2.2,", 1)},
			[]string{"-level", "1e-6"}, 0, ` fig01 +3 +3\.96 +0 `,
		},
		{
			"no long run", map[string]string{"fig01": short, "fig02": short}, nil, nil, 0,
			`^\S+/a/fig01\.csv has no counterpart\n\S+/a/fig02\.csv has no counterpart\n$`,
		},
		{
			"one long run", map[string]string{"fig01": short, "fig02": short},
			map[string]string{"fig02": long}, nil, 0,
			`^\S+/a/fig01\.csv has no counterpart\n(.*\n)+ +fig02 +3 +2\.14 +0 `,
		},
		{
			"no short run", nil, map[string]string{"fig02": long}, []string{"fig02"}, 1,
			`b/fig02\.csv has no counterpart`,
		},
		{"no table", nil, map[string]string{"fig02": long}, nil, 1, `/a has no tables\n$`},
		{
			"other points", map[string]string{"fig01": "1,2,x,1.5,0.3,ok,simulation\n"},
			map[string]string{"fig01": "2,2,x,1.5,0.3,ok,simulation\n"}, nil, 1,
			`fig01 has no row in common between `,
		},
		{
			"a figure", map[string]string{"fig01": short, "fig02": short},
			map[string]string{"fig01": long, "fig02": strings.Replace(long, "1.2,", "9,", 1)},
			[]string{"fig01"}, 0, ` fig01 +3 `,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, tables := range map[string]map[string]string{"a": c.short, "b": c.long} {
				if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
					t.Fatal(err)
				}
				for figure, rows := range tables {
					path := filepath.Join(dir, name, figure+".csv")
					if err := os.WriteFile(path, []byte(head+rows), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			args, figures := []string{"-long"}, c.args
			if len(figures) > 0 && figures[0] == "-level" {
				args, figures = append(args, figures...), nil
			}
			args = append(append(args, filepath.Join(dir, "a"), filepath.Join(dir, "b")), figures...)
			var out bytes.Buffer
			code := run(append([]string{"compare"}, args...), &out, &out)
			if code != c.code || !regexp.MustCompile(c.out).MatchString(out.String()) {
				t.Errorf("exit code %d, want %d and %s\n%s", code, c.code, c.out, &out)
			}
		})
	}
}

// The committed tables of profile quick agree with those of profile paper.
func TestQuickAndPaper(t *testing.T) {
	var out bytes.Buffer
	args := []string{"compare", "-long", "../../results/quick", "../../results/paper"}
	if code := run(args, &out, &out); code != 0 || !strings.Contains(out.String(), "normal law") {
		t.Errorf("exit %d; make bless FIG=7 computes both again\n%s", code, &out)
	}
}
