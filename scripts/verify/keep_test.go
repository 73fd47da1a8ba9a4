package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestKeep(t *testing.T) {
	t.Chdir(t.TempDir())
	key := func(digits string) string { return strings.Repeat(digits, 16) }
	manifest := func(name string, keys ...string) {
		var tasks []string
		for _, k := range keys {
			tasks = append(tasks, fmt.Sprintf(`{"key": %q}`, k))
		}
		write(t, "results/paper/"+name+".json",
			fmt.Sprintf(`{"figure": %q, "tasks": [%s]}`, name, strings.Join(tasks, ", ")))
	}
	result := func(digits string) string {
		path := "results/paper/tasks/" + digits + "/" + key(digits) + ".npz"
		write(t, path, digits)
		return path
	}
	manifest("fig01", key("aa"), key("bb"))
	result("aa")
	lone := result("cc")
	check(t, 1, `tasks: 1 results are missing, such as bbbbbbbb of fig01; make paper `, "keep")
	manifest("fig02", key("bb"))
	result("bb")
	check(t, 0, `tasks: 2 results; `, "keep")
	if _, err := os.Stat(lone); err == nil {
		t.Error("a result that nothing lists is still there")
	}
	write(t, "results/paper/fig02.json", "{")
	check(t, 1, `fig02\.json: unexpected end`, "keep")
}
