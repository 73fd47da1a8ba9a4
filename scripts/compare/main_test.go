package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
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
		{"same", []string{want, want}, 0, ""},
		{"last bits of what is exact", []string{want, file("a", "1,2,x,1.5,0.1,ok,simulation\n1,2,x,1.5000000001,0,ok,exact\n")}, 0, ""},
		{"last bits of a simulation", []string{want, file("b", "1,2,x,1.5000000000000002,0.1,ok,simulation\n1,2,x,1.5,0,ok,exact\n")}, 1, "1.5000000000000002"},
		{"no file", []string{want, filepath.Join(dir, "none")}, 1, "none"},
		{"no table", []string{want, file("c", "1,2\n")}, 1, "c:2: "},
		{"usage", []string{want}, 2, "usage"},
	} {
		var out bytes.Buffer
		if code := run(c.args, &out, &out); code != c.code || !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: exit code %d, %q; want %d, %q", c.name, code, out.String(), c.code, c.out)
		}
	}
}
