package experiments

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"adl/pkg/files"
	"adl/pkg/long"
	"adl/pkg/table"
)

// Every figure at profile smoke has a golden table and a golden picture. Golden tables that agree
// are not written anew.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(reference(t, name), name)
			compareTable(t, name, out+".csv")
			comparePicture(t, name, out+".png")
		})
	}
}

// goldenPath returns the path of a golden file of a figure, which must exist unless it is written.
func goldenPath(t *testing.T, name, ext string) string {
	t.Helper()
	path := filepath.Join("..", "results", "golden", "smoke", name+ext)
	if !*update && !exists(path) {
		t.Fatalf("there is no %s; %s writes it", path, remedy(name))
	}
	return path
}

// remedy says what to run if a change of a figure is intended.
func remedy(name string) string {
	return "make golden FIG=" + strings.TrimLeft(strings.TrimPrefix(name, "fig"), "0")
}

func write(t *testing.T, path string, content func(io.Writer) error) {
	t.Helper()
	if err := files.Write(path, content); err != nil {
		t.Fatal(err)
	}
}

func compareTable(t *testing.T, name, path string) {
	t.Helper()
	golden, got := goldenPath(t, name, ".csv"), read(t, path)
	want := table.New("none")
	if exists(golden) {
		want = read(t, golden)
	}
	switch diff := table.Compare(want, got); {
	case len(diff) == 0:
	case *update:
		write(t, golden, got.WriteCSV)
	default:
		t.Errorf("%s moved from %s; if that is meant, %s\n%s: %s",
			name, golden, remedy(name), name, strings.Join(diff, "\n"+name+": "))
	}
}

const (
	// dots is the resolution of golden pictures: a picture has a few thousand bytes, and a moved point
	// is still visible.
	dots = 30
	// shade is the largest difference of a pixel's colour, out of 1: the last bits of gonum's results
	// may depend on the platform.
	shade = 0.02
)

func comparePicture(t *testing.T, name, path string) {
	t.Helper()
	golden := goldenPath(t, name, ".png")
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(golden)
	if *update {
		// A different origin does not make a picture different.
		if same, e := cmpimg.EqualApprox("png", want, got, 0); err != nil || e != nil || !same {
			if err := files.WriteBytes(golden, got); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if same, err := cmpimg.EqualApprox("png", want, got, shade); err != nil || !same {
		t.Errorf("%s.png moved from its golden picture %s (%v); if that is meant, %s", name, golden, err,
			remedy(name))
	}
}

// TestPicturesShowResults moves the simulated numbers in the table of every figure, and expects
// another picture above its last line: a picture that shows none of the numbers would guard none.
func TestPicturesShowResults(t *testing.T) {
	long.Test(t)
	t.Parallel()
	for _, name := range programs(t) {
		tab := read(t, goldenPath(t, name, ".csv"))
		if tab.Where("source", table.Simulation).Len() == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, moves := t.TempDir(), table.New(tab.Columns()...)
			for i := range tab.Len() {
				row := table.Row{}
				for _, c := range tab.Columns() {
					row[c] = tab.Cell(i, c)
				}
				if x, err := strconv.ParseFloat(tab.Cell(i, "value"), 64); err == nil &&
					row["source"] == table.Simulation {
					row["value"] = 1.1 * x
				}
				moves.Add(row)
			}
			manifest, err := os.ReadFile(filepath.Join(reference(t, name), name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(out, name+".csv"), moves.WriteCSV)
			sum := []byte(`"csv_sha256": "` + moves.Digest() + `"`)
			put(t, out, map[string]string{name + ".json": string(digest.ReplaceAll(manifest, sum))})
			if err := smoke(name, bin, out, nil); err != nil { // draws that table
				t.Fatal(err)
			}
			golden := picture(t, goldenPath(t, name, ".png"))
			moved := picture(t, filepath.Join(out, name+".png"))
			for y := range golden.Bounds().Dy() - 4 {
				for x := range golden.Bounds().Dx() {
					a, b := color.GrayModel.Convert(golden.At(x, y)), color.GrayModel.Convert(moved.At(x, y))
					if d := int(a.(color.Gray).Y) - int(b.(color.Gray).Y); d > 25 || d < -25 {
						return
					}
				}
			}
			t.Errorf("other numbers do not change %s.png", name)
		})
	}
}

// digest matches the digest of the table in a manifest.
var digest = regexp.MustCompile(`"csv_sha256": "[0-9a-f]+"`)

func picture(t *testing.T, path string) image.Image {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
