package plots

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/png"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Origin says where a picture comes from. It contains no date and no revision, so that drawing the
// same figure again gives the same bytes.
type Origin struct {
	Figure  string // such as "fig07"
	Title   string // in plain text
	Profile string
	Command string // makes the picture, in the folder of the project
	// Spec and Table are SHA-256 of the decoded spec and of the table, in hexadecimal digits.
	Spec, Table string
}

// fields are the origin, each with its keyword of PNG and its key of PDF.
func (o Origin) fields() [][3]string {
	label := o.Figure
	if number, ok := strings.CutPrefix(label, "fig"); ok {
		label = "Figure " + strings.TrimPrefix(number, "0")
	}
	made := fmt.Sprintf("Profile %s, made by: %s. SHA-256 of its table: %s, of its spec: %s.",
		o.Profile, o.Command, o.Table, o.Spec)
	const of = "The mini-batching error of Adaptive Langevin dynamics, figure by figure"
	return [][3]string{
		{"Title", "Title", label + ": " + o.Title},
		{"Description", "Subject", made},
		{"Software", "Creator", of},
		{"Copyright", "Keywords", "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"},
	}
}

// PNG writes the figure as a PNG image. It returns the error of w, or an error if a text cannot be
// typeset or the panels do not fit.
func (f *Figure) PNG(w io.Writer) error {
	dpi := cmp.Or(f.DPI, 300)
	var c *vgimg.Canvas
	err := f.draw(func(w, h vg.Length) vg.Canvas {
		c = vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi))
		return c
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, paletted(c.Image())); err != nil {
		return fmt.Errorf("plots: PNG: %w", err)
	}
	const head = 33 // the signature and the first chunk
	dots := binary.BigEndian.AppendUint32(nil, uint32(float64(dpi)/0.0254+0.5))
	texts := chunk("pHYs", string(dots)+string(dots)+"\x01") // a metre
	if f.Origin != (Origin{}) {
		for _, t := range f.Origin.fields() {
			texts = append(texts, chunk("iTXt", t[0]+"\x00\x00\x00\x00\x00"+t[2])...)
		}
	}
	_, err = w.Write(bytes.Join([][]byte{b.Bytes()[:head], texts, b.Bytes()[head:]}, nil))
	return err
}

func chunk(name, data string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(b, name+data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// PDF writes the figure as a PDF file of one page with constant dates. Letters are outlines, under
// invisible text to search and to copy. It returns errors as [Figure.PNG] does.
func (f *Figure) PDF(w io.Writer) error {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	var c *searchable
	err := f.draw(func(w, h vg.Length) vg.Canvas {
		c = &searchable{Canvas: vgpdf.New(w, h)}
		return c
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("plots: PDF: %w", err)
	}
	_, err = w.Write(c.update(b.Bytes(), f.Origin))
	return err
}
