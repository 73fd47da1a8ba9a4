package experiment

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/spec"
)

// Caption splits the text of a figure's caption.txt: the alt text, which stands for the picture
// where it cannot be seen, an empty line, and the paragraphs of the caption. The error names the
// file.
func Caption(name string, text []byte) (alt string, caption []string, err error) {
	for p := range strings.SplitSeq(string(text), "\n\n") {
		caption = append(caption, strings.Join(strings.Fields(p), " "))
	}
	if len(caption) < 2 || caption[0] == "" || caption[1] == "" {
		return "", nil, spec.Source{Name: name}.Errorf("", "expected the alt text, which stands for "+
			"the picture where it cannot be seen, an empty line, and the caption")
	}
	return caption[0], caption[1:], nil
}

// checkCaption returns what is wrong with the figure's caption, if it has one in the checkout: the
// page of all figures would stop at it.
func (p Program[S]) checkCaption(root string) error {
	name := filepath.Join("experiments", p.Name, "caption.txt")
	b, err := os.ReadFile(filepath.Join(root, name))
	if err == nil {
		_, _, err = Caption(name, b)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
