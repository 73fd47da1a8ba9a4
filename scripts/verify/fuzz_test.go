package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzCompare: no two CSV files make a comparison panic, and what is not compared is an error of
// one line that names a file.
func FuzzCompare(f *testing.F) {
	const table = "n,epsilon,quantity,value,stderr,status,source\n1,2,x,1.5,0.1,ok,simulation\n"
	for _, text := range []string{
		table, table + "1,2,x,1.5,0,ok,exact\n", table + "1,2,x,NaN,+Inf,ok,simulation\n",
		"", "n\n1\n", "value,stderr\n1,2\n", "quantity,value,stderr,status,source\n,,,,\n",
		"id,verdict\nS0-1,holds\n", "n,n\n1,2\n", "\"\n",
	} {
		f.Add([]byte(table), []byte(text))
		f.Add([]byte(text), []byte(text))
	}
	dir := f.TempDir()
	var paths, folders []string
	for _, name := range []string{"a", "b"} {
		folders = append(folders, filepath.Join(dir, name))
		paths = append(paths, filepath.Join(dir, name, "fig01.csv"))
		if err := os.Mkdir(folders[len(folders)-1], 0o777); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for k, text := range [][]byte{a, b} {
			if err := os.WriteFile(paths[k], text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{
			paths, folders, append([]string{"-bits"}, paths...), append([]string{"-long"}, folders...),
		} {
			var stdout, stderr bytes.Buffer
			code := run(append([]string{"compare"}, args...), &stdout, &stderr)
			message := stderr.String()
			if message != "" && (code == 0 || strings.Count(message, "\n") != 1 ||
				!strings.Contains(message, dir)) {
				t.Errorf("%q: exit %d, %q", args, code, message)
			}
		}
	})
}
