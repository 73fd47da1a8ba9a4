package figure

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"regexp"
)

// writePNG writes img with its resolution, which the encoder omits.
func writePNG(w io.Writer, img image.Image) error {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return fmt.Errorf("figure: PNG: %w", err)
	}
	b := buf.Bytes()
	const header = 8 + 25 // signature and IHDR
	var chunk []byte      // pHYs: dots per metre in x and y, unit metre
	chunk = binary.BigEndian.AppendUint32(chunk, 9)
	chunk = append(chunk, "pHYs"...)
	dots := uint32(math.Round(dpi / 0.0254))
	chunk = binary.BigEndian.AppendUint32(chunk, dots)
	chunk = binary.BigEndian.AppendUint32(chunk, dots)
	chunk = append(chunk, 1)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	for _, part := range [][]byte{b[:header], chunk, b[header:]} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("figure: PNG: %w", err)
		}
	}
	return nil
}

// writePDF writes the document with fixed dates. They are plain text in the information dictionary,
// after the page; the replacement has the same length, so the table of offsets remains valid.
func writePDF(w io.Writer, doc io.WriterTo) error {
	var buf bytes.Buffer
	if _, err := doc.WriteTo(&buf); err != nil {
		return fmt.Errorf("figure: PDF: %w", err)
	}
	b := buf.Bytes()
	for _, key := range []string{"CreationDate", "ModDate"} {
		at := regexp.MustCompile(`/`+key+` \(D:(\d{14})\)`).FindAllSubmatchIndex(b, -1)
		if len(at) == 0 {
			return errors.New("figure: PDF: no " + key + " where it was expected")
		}
		last := at[len(at)-1]
		copy(b[last[2]:last[3]], "20000101000000")
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("figure: PDF: %w", err)
	}
	return nil
}
