package experiments

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adl/pkg/table"
)

// setting matches one or more values of a parameter in a caption: "γ = η = 1", "n = 1, 2 and 30",
// but not "ε(n)Δt = 2".
var (
	setting = regexp.MustCompile(`(?:^|[ (])(?:(?:γ|η|Nd|Δt|K|n|T) = )+` +
		`[0-9]` + digits + `(?:(?:, | and | to )[0-9]` + digits + `\b)*`)
	between = regexp.MustCompile(`, | and | to `)
)

const digits = `(?:[0-9.·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|,[0-9])*`

// Captions state the parameters of the committed results: each value is in the spec as it was run,
// or in a column of the table.
func TestCaptionSettings(t *testing.T) {
	manifests, err := filepath.Glob("../results/paper/*.json")
	if err != nil || len(manifests) == 0 {
		t.Fatal(manifests, err)
	}
	count := 0
	for _, manifest := range manifests {
		m, err := table.ReadManifest(manifest)
		if err != nil {
			t.Fatal(err)
		}
		name := m.Figure
		path := filepath.Join(name, "caption.txt")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		u := read(t, "../results/paper/"+name+".csv")
		for _, s := range stated(string(text)) {
			known := numbers(m.Spec, s.key, false)
			for _, column := range append([]string{s.key}, s.also...) {
				if slices.Contains(u.Columns(), column) {
					known = append(known, u.Floats(column)...)
				}
			}
			if count++; !slices.Contains(known, s.value) {
				t.Errorf("%s: %s = %g is neither in the spec nor in the table", path, s.key, s.value)
			}
		}
	}
	if count < 60 {
		t.Errorf("captions state %d values", count)
	}
}

// Error bars from few replicas have Student's distribution. Captions give its degrees of freedom.
func TestCaptionReplicas(t *testing.T) {
	few := regexp.MustCompile(`over ([0-9]+) replicas \(Student's t, ([0-9]+) degrees of freedom\)`)
	for _, name := range []string{"fig08", "fig10"} {
		m, err := table.ReadManifest("../results/paper/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(name, "caption.txt"))
		if err != nil {
			t.Fatal(err)
		}
		replicas := numbers(m.Spec, "replicas", false)
		found := few.FindStringSubmatch(string(text))
		if len(replicas) != 1 || found == nil || plainNumber(found[1]) != replicas[0] ||
			plainNumber(found[2]) != replicas[0]-1 {
			t.Errorf("%s: the caption has %q for %v replicas", name, found, replicas)
		}
	}
}

type statement struct {
	key   string
	also  []string // other columns with the parameter
	value float64
}

// stated lists the values of parameters in a caption.
func stated(caption string) (all []statement) {
	keys := map[string]statement{
		"γ": {key: "gamma"}, "η": {key: "eta"}, "Δt": {key: "dt"}, "K": {key: "K"}, "n": {key: "n"},
		"T": {key: "T"}, "Nd": {key: "ndata", also: []string{"n"}},
	}
	for _, text := range setting.FindAllString(caption, -1) {
		parts := strings.Split(text, " = ")
		for _, number := range between.Split(parts[len(parts)-1], -1) {
			for _, name := range parts[:len(parts)-1] {
				s := keys[strings.Trim(name, " (")]
				s.value = plainNumber(number)
				all = append(all, s)
			}
		}
	}
	return all
}

var raised = strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4",
	"⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// plainNumber reads 0.005, 12,251, 10⁻³ and 2·10⁻⁴.
func plainNumber(s string) float64 {
	s = strings.ReplaceAll(strings.TrimRight(s, "."), ",", "")
	if i := strings.IndexAny(s, "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"); i >= 0 {
		mantissa := strings.TrimRight(strings.TrimSuffix(s[:i], "10"), "·")
		s = cmp.Or(mantissa, "1") + "e" + raised.Replace(s[i:])
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// numbers lists the numbers under a key of a spec.
func numbers(spec any, key string, under bool) (all []float64) {
	switch x := spec.(type) {
	case map[string]any:
		for k, v := range x {
			all = append(all, numbers(v, key, k == key)...)
		}
	case []any:
		for _, v := range x {
			all = append(all, numbers(v, key, under)...)
		}
	case float64:
		if under {
			all = append(all, x)
		}
	}
	return all
}
