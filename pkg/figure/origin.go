package figure

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Origin says where a picture comes from. All formats carry it: as XMP, which [ReadOrigin] reads,
// and as what their usual readers show. It holds no date and no revision, so that who draws the
// same again finds the same bytes.
type Origin struct {
	Figure  string `xml:"urn:adl:figure figure"` // such as "fig07"
	Title   string `xml:"urn:adl:figure title"`  // in plain text
	Profile string `xml:"urn:adl:figure profile"`
	// Command makes it, in the folder of the project.
	Command string `xml:"urn:adl:figure command"`
	// Spec and Table are SHA-256 of the decoded spec and the table, in hexadecimal digits.
	Spec  string `xml:"urn:adl:figure spec"`
	Table string `xml:"urn:adl:figure table"`
}

const (
	software = "The mini-batching error of Adaptive Langevin dynamics, figure by figure"
	rights   = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
)

// title is "Figure 7: …", or "study-data: …".
func (o Origin) title() string {
	label := o.Figure
	if number, ok := strings.CutPrefix(label, "fig"); ok {
		label = "Figure " + strings.TrimPrefix(number, "0")
	}
	return label + ": " + o.Title
}

func (o Origin) description() string {
	return fmt.Sprintf("Profile %s, made by: %s. SHA-256 of its table: %s, of its spec: %s.",
		o.Profile, o.Command, o.Table, o.Spec)
}

// namespace is that of Origin's fields in XMP.
const namespace = "urn:adl:figure"

// rdf is Origin in RDF, the content of an XMP packet.
func (o Origin) rdf() string {
	var b strings.Builder
	b.WriteString(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:adl="` + namespace + `">
`)
	alternatives := func(name, text string) {
		fmt.Fprintf(&b,
			"<dc:%s><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:%[1]s>\n",
			name, escaped(text))
	}
	alternatives("title", o.title())
	alternatives("description", o.description())
	alternatives("rights", rights)
	fmt.Fprintf(&b, "<xmp:CreatorTool>%s</xmp:CreatorTool>\n", escaped(software))
	for _, f := range []struct{ name, text string }{
		{"figure", o.Figure}, {"title", o.Title}, {"profile", o.Profile}, {"command", o.Command},
		{"spec", o.Spec}, {"table", o.Table},
	} {
		fmt.Fprintf(&b, "<adl:%s>%s</adl:%[1]s>\n", f.name, escaped(f.text))
	}
	b.WriteString("</rdf:Description>\n</rdf:RDF>\n")
	return b.String()
}

// packet is Origin as XMP.
func (o Origin) packet() []byte {
	return []byte("<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		"<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n" + o.rdf() + "</x:xmpmeta>\n<?xpacket end=\"r\"?>")
}

// escaped is text in XML, without what XML cannot hold.
func escaped(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}

// errNoOrigin is the error of [ReadOrigin] for a file that says nothing about where it comes from.
var errNoOrigin = errors.New("nothing in it says which figure it is")

// ReadOrigin returns what a PNG, PDF or SVG file of a figure says about where it comes from. The
// error is [errNoOrigin] for those of others, and names the formats for other files.
func ReadOrigin(b []byte) (Origin, error) {
	head := b[:min(len(b), 1024)]
	pdf := bytes.Contains(head, []byte("%PDF-"))
	if !pdf && !bytes.HasPrefix(b, []byte(pngSignature)) && !bytes.Contains(head, []byte("<svg")) {
		return Origin{}, errors.New("expected a PNG, PDF or SVG file")
	}
	o, err := findOrigin(b)
	for rest := b; pdf && err != nil; { // somebody may have compressed it
		_, after, ok := bytes.Cut(rest, []byte("stream"))
		if !ok {
			break
		}
		rest = after
		z, e := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(rest, "\r\n")))
		if e != nil {
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(z, maxPacket))
		o, err = findOrigin(text)
	}
	return o, err
}

// maxPacket bounds the part of a compressed stream that is searched.
const maxPacket = 1 << 20

func findOrigin(b []byte) (Origin, error) {
	const first, last = "<rdf:RDF", "</rdf:RDF>"
	for {
		i := bytes.Index(b, []byte(first))
		if i < 0 {
			return Origin{}, errNoOrigin
		}
		b = b[i:]
		n := bytes.Index(b, []byte(last))
		if n < 0 {
			return Origin{}, errNoOrigin
		}
		var r struct {
			Descriptions []Origin `xml:"Description"`
		}
		if xml.Unmarshal(b[:n+len(last)], &r) == nil {
			for _, o := range r.Descriptions {
				if cmp.Or(o.Figure, o.Table) != "" {
					return o, nil
				}
			}
		}
		b = b[len(first):]
	}
}
