// Package drawtest measures how long figures take to draw.
package drawtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/experiment"
	"adl/pkg/table"
)

// Benchmark draws the figure of a program in the folder experiments/figNN from its committed table
// of profile paper, as PNG and as PDF. The time to read the table does not count.
func Benchmark[S any](b *testing.B, p experiment.Program[S]) {
	path := filepath.Join("..", "..", "results", "paper", p.Name+".csv")
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	t, err := table.ReadCSV(path, text)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		fig, err := p.Redraw("paper", t)
		if err != nil {
			b.Fatal(err)
		}
		var out bytes.Buffer
		if err := fig.PNG(&out); err != nil {
			b.Fatal(err)
		}
		if err := fig.PDF(&out); err != nil {
			b.Fatal(err)
		}
	}
}
