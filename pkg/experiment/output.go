package experiment

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"adl/pkg/figure"
	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// output is a writer that keeps its first error.
type output struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

func (o *output) error() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// origin returns the origin that the pictures of a manifest name.
func (c *Context) origin(m table.Manifest) (figure.Origin, error) {
	digest, err := m.SpecDigest()
	if err != nil {
		return figure.Origin{}, err
	}
	return figure.Origin{
		Figure: m.Figure, Title: m.Title, Profile: m.Profile, Command: c.command(),
		Spec: digest, Table: m.CSV,
	}, nil
}

// command returns the command line that makes the figure, without flags that change nothing and
// without the folder of a spec.
func (c *Context) command() string {
	line := "make " + table.Target(c.name)
	if c.foreign {
		line += " SPEC=" + filepath.Base(c.opt.spec)
	}
	if c.src.Profile != "" {
		line += " PROFILE=" + c.src.Profile
	}
	if !c.isAltered() {
		return line
	}
	var flags []string
	if c.opt.spec != "" && !c.foreign {
		flags = append(flags, "-spec "+filepath.Base(c.opt.spec))
	}
	for _, s := range c.opt.set {
		flags = append(flags, "-set "+s)
	}
	if len(flags) == 0 { // other data
		return line
	}
	quoted := strings.NewReplacer("'", `'\''`, "$", "$$").Replace(strings.Join(flags, " "))
	return line + " ARGS='" + quoted + "'"
}

// root returns the project's folder: the nearest one, from the working directory upwards, that has
// a go.mod and a folder experiments, or else the working directory.
func root() string {
	wd, err := os.Getwd()
	if err != nil {
		return "."
	}
	for d := wd; ; d = filepath.Dir(d) {
		if exists(filepath.Join(d, "go.mod")) && exists(filepath.Join(d, "experiments")) {
			return d
		}
		if d == filepath.Dir(d) {
			return wd
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// paths are the files of a figure, without the endings.
type paths struct{ table, picture string }

func (p paths) list() []string {
	return []string{
		p.table + ".csv", p.table + ".json", p.picture + ".png", p.picture + ".pdf", p.picture + ".svg",
	}
}

// outputs returns the files of a figure. If out is not empty, all are in out. Otherwise the picture
// is in figures/ for profile paper and in figures/<profile>/ for others, and the table in
// results/<profile>/.
func outputs(root, out, profile, name string) paths {
	pic, tab := out, out
	if out == "" {
		pic, tab = filepath.Join(root, "figures"), filepath.Join(root, "results", profile)
		if profile != "paper" {
			pic = filepath.Join(pic, profile)
		}
	}
	return paths{table: filepath.Join(tab, name), picture: filepath.Join(pic, name)}
}

// ready makes the folders if they are missing, clears away what killed programs left in them, and
// returns an error if one of the files cannot be written.
func (p paths) ready() error {
	seen := ""
	for _, path := range p.list() {
		dir := filepath.Dir(path)
		if dir != seen {
			if err := files.Writable(dir); err != nil {
				return fmt.Errorf("cannot write to the folder %s: %w", dir, err)
			}
			files.Clean(dir, false)
			seen = dir
		}
		if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
			return fmt.Errorf("cannot write %s: it is not a regular file", path)
		}
	}
	return nil
}

// inside reports whether path is a folder or in it, whatever links lead there.
func inside(path, folder string) bool {
	want, err := os.Stat(folder)
	if err != nil {
		return false
	}
	if path, err = filepath.Abs(path); err != nil {
		return false
	}
	for {
		if at, err := os.Stat(path); err == nil && os.SameFile(at, want) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
		path = filepath.Dir(path)
	}
}

// relative returns path as messages show it.
func relative(root, path string) string {
	if r, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(r, "..") {
		path = r
	}
	return files.Printable(path)
}

// cpuTime returns the processor time of this process so far, in seconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	t := func(v syscall.Timeval) float64 { return float64(v.Sec) + float64(v.Usec)/1e6 }
	return t(u.Utime) + t(u.Stime)
}

// Caption splits the text of a figure's caption.txt: the alt text, an empty line, and the
// paragraphs of the caption. The error names the file.
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
