package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/draw"

	"adl/pkg/files"
	"adl/scripts/internal/tool"
)

// proofVerb writes pictures as some readers see them: in grey, with deuteranopia, and as wide as a
// column of a journal, 8.5 cm, at 150 dots per inch. It takes the pictures of figures, of all
// without arguments, or files.
var proofVerb = tool.Verb{
	Name: "proof",
	Args: "[FIGURE | FILE.png ...]",
	Text: "writes pictures in grey, with deuteranopia and at a column's width",
	Start: func(c *tool.Call) func() error {
		out := c.Flags.String("out", filepath.Join(".bin", "proof"), "`folder` for the pictures")
		figures := c.Flags.String("figures", "figures", "`folder` of the figures")
		profile := c.Flags.String("profile", "", tool.Profile)
		return func() error {
			paths, err := pictures(*figures, *profile, c.Args())
			if err != nil {
				return tool.UsageError(err.Error())
			}
			for _, path := range paths {
				if err := write(*out, path); err != nil {
					return err
				}
				name := filepath.Join(*out, strings.TrimSuffix(filepath.Base(path), ".png"))
				fmt.Fprintf(c.Stdout, "%s: %s-grey.png, -deuteranopia.png, -column.png\n", path, name)
			}
			return nil
		}
	},
}

// pictures returns the paths of the pictures that args name.
func pictures(root, profile string, args []string) (paths []string, err error) {
	folders := []string{root, filepath.Join(root, "quick")}
	switch profile {
	case "":
	case "paper":
		folders = folders[:1]
	default:
		folders = []string{filepath.Join(root, profile)}
	}
	if len(args) == 0 {
		args = []string{"*"}
	}
	for _, arg := range args {
		if strings.HasSuffix(arg, ".png") {
			paths = append(paths, arg)
			continue
		}
		found := map[string]bool{}
		for _, folder := range folders {
			matches, err := filepath.Glob(filepath.Join(folder, arg+".png"))
			if err != nil {
				return nil, fmt.Errorf("argument %q: %w", arg, err)
			}
			for _, m := range matches {
				if !found[filepath.Base(m)] {
					found[filepath.Base(m)] = true
					paths = append(paths, m)
				}
			}
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("no picture %s.png in %s", arg, strings.Join(folders, " or "))
		}
	}
	return paths, nil
}

// write writes the versions of a picture.
func write(out, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return fmt.Errorf("%s: expected a PNG image: %w", path, err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	name := filepath.Join(out, strings.TrimSuffix(filepath.Base(path), ".png"))
	for _, v := range []struct {
		suffix string
		img    image.Image
	}{
		{"grey", mapped(img, grey)}, {"deuteranopia", mapped(img, deuteranopia)}, {"column", column(img)},
	} {
		err := files.Write(name+"-"+v.suffix+".png", func(w io.Writer) error {
			return png.Encode(w, v.img)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// column returns the picture as wide as a column.
func column(img image.Image) image.Image {
	const width = 502 // 8.5 cm at 150 dots per inch
	s := img.Bounds().Size()
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, s.Y*width/max(s.X, 1))))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	return small
}

// mapped applies f to the linear red, green and blue of every pixel.
func mapped(img image.Image, f func([3]float64) [3]float64) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(b)
	seen := map[color.Color]color.RGBA{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			from := img.At(x, y)
			to, ok := seen[from]
			if !ok {
				to = through(from, f)
				seen[from] = to
			}
			out.SetRGBA(x, y, to)
		}
	}
	return out
}

func through(from color.Color, f func([3]float64) [3]float64) color.RGBA {
	r, g, b, _ := from.RGBA()
	var in [3]float64
	for i, v := range []uint32{r, g, b} {
		in[i] = linear(float64(v) / 0xffff)
	}
	var out [3]uint8
	for i, v := range f(in) {
		out[i] = uint8(255*encoded(min(max(v, 0), 1)) + 0.5)
	}
	return color.RGBA{out[0], out[1], out[2], 255}
}

// linear and encoded are the transfer function of sRGB and its inverse.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// grey keeps the luminance.
func grey(c [3]float64) [3]float64 {
	y := 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	return [3]float64{y, y, y}
}

// deuteranopia is the matrix of Machado, Oliveira and Fernandes (2009) at severity 1.
func deuteranopia(c [3]float64) (out [3]float64) {
	for i, row := range [3][3]float64{
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	} {
		for j, m := range row {
			out[i] += m * c[j]
		}
	}
	return out
}
