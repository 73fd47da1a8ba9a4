package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Origin says where a picture comes from. All formats carry it: as XMP, and as what their usual
// readers show. It holds no date and no revision, so that who draws the
// same again finds the same bytes.
type Origin struct {
	Figure  string // such as "fig07"
	Title   string // in plain text
	Profile string
	// Command makes it, in the folder of the project.
	Command string
	// Spec and Table are SHA-256 of the decoded spec and the table, in hexadecimal digits.
	Spec  string
	Table string
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
