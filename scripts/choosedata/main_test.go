package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/long"
	"adl/pkg/model"
)

const folder = "../../data"

// The committed choice is the one that the program makes. TestCommittedChoice looks at the listed
// sets and some others only.
func TestOutcome(t *testing.T) {
	long.Test(t)
	dir := t.TempDir()
	if err := run(dir, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "choice.csv"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(folder, "choice.csv"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("choice.csv is not what the program writes: %v", err)
	}
}

func TestCommittedChoice(t *testing.T) {
	f, err := os.Open(filepath.Join(folder, "choice.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	number := func(row []string, name string) float64 {
		x, err := strconv.ParseFloat(row[column[name]], 64)
		if err != nil {
			t.Fatalf("column %s: %v", name, err)
		}
		return x
	}
	close := func(a, b float64) bool { return a-b < 1e-5*b && b-a < 1e-5*b }
	listed := map[uint64]bool{}
	var chosen uint64
	last := 0.0
	for _, row := range rows[1:] {
		c := measure(uint64(number(row, "seed")))
		listed[c.seed] = true
		if !close(c.scalar, number(row, "scalar_error")) ||
			!close(c.diagonal, number(row, "diagonal_error")) ||
			!close(c.full, number(row, "full_error")) || !close(c.distance, number(row, "distance")) {
			t.Errorf("seed %d: %+v, the file says %v", c.seed, c, row)
		}
		if last > c.distance {
			t.Errorf("seed %d is out of order", c.seed)
		}
		last = c.distance
		if row[column["chosen"]] == "true" {
			if chosen != 0 {
				t.Error("two sets are chosen")
			}
			chosen = c.seed
			if number(row, "crossings") < wanted ||
				number(row, "crossings_stderr") > 0.1*number(row, "crossings") {
				t.Errorf("the chosen set has too few crossings, or too uncertain: %v", row)
			}
		} else if chosen == 0 && c.modes == 2 && number(row, "crossings") >= wanted {
			t.Errorf("seed %d is nearer and exchanges its modes", c.seed)
		}
	}
	if chosen == 0 || len(listed) < 20 {
		t.Fatalf("%d sets listed, chosen %d", len(listed), chosen)
	}
	for seed := uint64(13); seed <= 1000; seed += 33 {
		if c := measure(seed); !listed[seed] && c.distance < last {
			t.Errorf("seed %d is nearer than some that are listed", seed)
		}
	}
	d, err := dataset.Read(filepath.Join(folder, "mixture200.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Digest() != data(chosen).Digest() || len(d.X) != ndata {
		t.Error("mixture200.csv is not the chosen set")
	}
}

// Two clusters 5 standard deviations apart: nobody crosses, and that is soon clear. Then a
// posterior in which everybody does.
func TestCross(t *testing.T) {
	apart := &model.Mixture{
		X:          dataset.Mixture(100, 0.5, [2]float64{0, 2}, [2]float64{0.4, 0.4}, 1).X,
		W:          0.5,
		Sigma1:     0.4,
		Sigma2:     0.4,
		SigmaTheta: 1,
	}
	if n, _ := cross(apart, 1); n != 0 {
		t.Errorf("%v crossings between modes far apart", n)
	}
	n, se := cross(mixture(382), 2)
	m, te := cross(mixture(382), 3)
	if d := n - m; d*d > 16*(se*se+te*te) || n < 1000 {
		t.Errorf("%v ± %v and %v ± %v crossings of the same posterior", n, se, m, te)
	}
}

// A posterior with one mode is not chosen.
func TestNone(t *testing.T) {
	one := []candidate{{seed: 1, modes: 1}}
	if _, err := choose(one, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "none of the 1 data sets") {
		t.Errorf("error %v", err)
	}
}
