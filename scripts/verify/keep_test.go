package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKeep(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const a, b, c = "aa000000000000000000000000000000", "bb000000000000000000000000000000",
		"cc000000000000000000000000000000"
	manifest := func(keys ...string) string {
		var tasks []string
		for _, k := range keys {
			tasks = append(tasks, fmt.Sprintf(`{"key": %q}`, k))
		}
		return fmt.Sprintf(`{"figure": "fig01", "tasks": [%s]}`, strings.Join(tasks, ", "))
	}
	check := func(code int, want string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if got := run([]string{"keep", "-dir", dir}, &stdout, &stderr); got != code ||
			!strings.Contains(stdout.String()+stderr.String(), want) {
			t.Errorf("exit %d: %s%s", got, &stdout, &stderr)
		}
	}
	check(0, "tasks: 0 results, 0.0 MB; 0 removed")
	write("fig01.json", manifest(a, b))
	write("tasks/aa/"+a+".npz", "1")
	write("tasks/cc/"+c+".npz", "2")
	check(1, "tasks: 1 results are missing, such as bb000000 of fig01; make paper adds them")
	write("fig02.json", manifest(b))
	write("tasks/bb/"+b+".npz", "3")
	check(0, "tasks: 2 results, 0.0 MB; 0 removed")
	if _, err := os.Stat(filepath.Join(dir, "tasks", "cc", c+".npz")); err == nil {
		t.Error("a result that nothing lists is still there")
	}
	write("fig02.json", "{")
	check(1, "fig02.json")
}
