package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/table"
)

const (
	first = "sampling," + head +
		"with,1,2,x,1.0000000000000002,0.3,ok,simulation\n" + // identical, up to digits
		"sweep,2,1,x,1,0.3,ok,simulation\n" + // z = 2
		"with,0.10000000000000001,1,x,1,0.3,ok,simulation\n" + // z = −1
		"with,3,2,x,5,0.1,ok,simulation\nwith,4,2,x,5,0.1,runaway,simulation\n" +
		"with,5,1,x,5,0.1,ok,simulation\n" + // not in the second
		"with,1,2,R-hat,1,NaN,ok,simulation\nwith,1,2,rmse,1,0,ok,simulation\n" +
		"with,1,2,x,1,0,ok,exact\nwith,2,2,x,1,0,ok,prediction\n"
	again = "sampling," + head +
		"with,1,2,x,1,0.3,ok,simulation\nsymmetric,2,1,x,2,0.4,ok,simulation\n" +
		"with,0.1,1,x,0.5,0.4,ok,simulation\n" +
		"with,3,2,x,9,0.1,unmixed,simulation\nwith,4,2,x,5,0.2,runaway,simulation\n" +
		"with,6,1,x,5,0.1,ok,simulation\nwith,7,1,x,5,0.1,ok,simulation\n" +
		"with,1,2,R-hat,2,NaN,ok,simulation\nwith,1,2,rmse,2,0,ok,simulation\n" +
		"with,1,2,x,1.5,0,ok,exact\nwith,3,2,x,1,0,ok,prediction\n"
	titles = "figure,rows,identical,rms,largest,row,only_old,only_new,statuses,note\n"
	fig01  = "fig01,2,1,1.581,2.00,row 2 (sampling=symmetric n=2 quantity=x source=simulation)," +
		"1,2,ok → unmixed: 1,"
)

// The rows of two computations are compared, and notes stay.
func TestTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "old/fig01.csv", first)
	write(t, "results/paper/fig01.csv", again)
	write(t, "results/paper/fig02.csv", again)
	written := func(want string) {
		t.Helper()
		if got, err := os.ReadFile("results/twice.csv"); err != nil || string(got) != want {
			t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
		}
	}
	check(t, 0, `^results/twice\.csv: 2 figures\n$`, "twice", "old", "results/paper")
	written(titles + fig01 + "\nfig02,0,0,,,,0,9,,\n")

	check(t, 1, `^verify: r1 is neither a folder nor a revision: git: `, "twice", "r1", "old")
	for _, args := range []string{
		"init -q", "add .", "-c user.name=a -c user.email=a@b commit -qm m", "tag r1", "rm -rq results",
		"-c user.name=a -c user.email=a@b commit -qm n", "tag r2",
	} {
		if out, err := exec.Command("git", strings.Fields(args)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	write(t, "results/twice.csv", titles+strings.Replace(fig01, ",2,", ",9,", 1)+"why\n")
	check(t, 0, `: 2 figures`, "twice", "old", "r1")
	written(titles + fig01 + "why\nfig02,0,0,,,,0,9,,\n")
	check(t, 1, `^verify: r2 has no tables\n$`, "twice", "r2", "r1")
	check(t, 1, `^verify: -x is neither a folder nor a revision: git: `, "twice", "r1", "-x")
	write(t, "new/fig01.csv", strings.Replace(again, "0.4", "a", 1))
	check(t, 1, `^verify: new/fig01\.csv:3: column "stderr": expected a number`, "twice", "old", "new")
	written(titles + fig01 + "why\nfig02,0,0,,,,0,9,,\n")
}

// If the paper was computed twice, what is unusual has a note: a |z| above 4, a root mean square
// that is not near 1, rows that are no second computation.
func TestNotes(t *testing.T) {
	path := filepath.Join("..", "..", twicePath)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return // only once
	}
	u, err := table.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(u.Columns(), ",") + "\n"; got != titles || u.Len() == 0 {
		t.Fatalf("%s: %d figures, columns %s", path, u.Len(), got)
	}
	for i := range u.Len() {
		strange := u.Float(i, "identical") > 0
		if u.Float(i, "rows") > 0 {
			rms, largest := u.Float(i, "rms"), math.Abs(u.Float(i, "largest"))
			strange = strange || !(rms >= 0.9 && rms <= 1.1 && largest <= 4)
		}
		if strange && u.Cell(i, "note") == "" {
			t.Errorf("%s: %s needs a note", path, u.Cell(i, "figure"))
		}
	}
}
