package figure

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"slices"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// writePNG writes img with what the encoder omits: its resolution, and where it comes from.
func writePNG(w io.Writer, img image.Image, dpi int, o Origin) error {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return fmt.Errorf("figure: PNG: %w", err)
	}
	dots := uint32(math.Round(float64(dpi) / 0.0254)) // a metre
	density := binary.BigEndian.AppendUint32(nil, dots)
	density = append(binary.BigEndian.AppendUint32(density, dots), 1)
	chunks := chunk("pHYs", density)
	if o != (Origin{}) {
		chunks = slices.Concat(chunks, text("Title", o.title()), text("Description", o.description()),
			text("Software", software), text("Copyright", rights),
			text("XML:com.adobe.xmp", string(o.packet())))
	}
	b := buf.Bytes()
	const header = len(pngSignature) + 25 // and IHDR
	for _, part := range [][]byte{b[:header], chunks, b[header:]} {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("figure: PNG: %w", err)
		}
	}
	return nil
}

func chunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = slices.Concat(b, []byte(name), data)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// text is a chunk of uncompressed text in UTF-8, of no particular language.
func text(keyword, s string) []byte {
	return chunk("iTXt", []byte(keyword+"\x00\x00\x00\x00\x00"+s))
}
