package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// The keys of whole chains are pinned: they name committed results, and start the streams of golden
// numbers.
func TestKnownKeys(t *testing.T) {
	sgld := gaussianChain(vec.Components)
	sgld.Scheme = dynamics.Scheme{Word: dynamics.SGLD, Dt: 1e-3}
	sgld.Observe = []Statistic{Mean{dynamics.Theta{}, 0.5}}
	output := networkChain(vec.Replicas)
	network := output.Model.(*model.Network)
	output.Observe = []Statistic{Moments{dynamics.Output{Network: network, X: []float64{1, 1.5}}}}
	logistic := logisticChain()
	logistic.Scheme.SplitBatch, logistic.XiMax = true, 100
	logistic.Observe = []Statistic{Mean{dynamics.Theta{}, 0.1}}
	controlled := along(mixtureChain(), minibatch.Reshuffle)
	for _, x := range []struct {
		name           string
		chain          *Chain
		params         string // without T
		stream, result string
	}{
		{"SGLD", sgld, `{"blocks":4,"burn_in":0.5,"dt":0.001,"every":0.02,
				"layout":"components","model":{"is":"gaussian","sigma_theta":1,"sigma_x":1},"n":5,
				"observe":[{"every":0.5,"is":"mean","of":{"is":"theta"}}],"replicas":8,
				"sampling":"without","scheme":"SGLD","seed":7,
				"theta":"96acd5e9efd5340c72f28be4bb3d1603"}`,
			"7 a4940c07d8e7e955", "3b9b701aef15df0cf86cc934d21a9022"},
		{"mixture", everything(), `{"blocks":4,"burn_in":0.5,"dt":0.01,"every":0.02,
				"friction":{"eta":1,"form":{"is":"full"},"gamma":1,"is":"adl"},"layout":"replicas",
				"model":{"is":"mixture","sigma1":0.4,"sigma2":0.4,"sigma_theta":1,"w":0.4},"n":3,
				"observe":[{"is":"moments","of":{"is":"theta"}},{"is":"moments","of":{"is":"xi"}},
				{"every":0,"is":"mean","of":{"is":"theta"}},{"bins":5,"hi":1,"is":"histogram",
				"lo":-1,"of":{"i":1,"is":"component"}},{"bins":3,"hi":[1,1],"is":"joint","lo":[0,0],
				"x":{"i":0,"is":"component"},"y":{"i":1,"is":"component"}},{"hi":1,"is":"crossings",
				"lo":0,"of":{"i":1,"is":"component"}},{"is":"last","of":{"is":"xi"}}],"replicas":64,
				"sampling":"with","scheme":"ODABADO","seed":7,
				"theta":"e858e8486c9b7e996f8f1c71d3f83e25","xi":"3526e044854fd2fe9b6abfa1d8c95269"}`,
			"7 67ca18d907ff3e70", "da77f7f8f844329478ab717d26283116"},
		{"logistic", logistic, `{"blocks":4,"burn_in":0.5,"dt":0.01,"every":0.02,
				"friction":{"eta":1,"form":{"is":"full"},"gamma":1,"is":"adl"},
				"layout":"components","model":{"d":70,"is":"logistic"},"n":20,
				"observe":[{"every":0.1,"is":"mean","of":{"is":"theta"}}],"replicas":3,
				"sampling":"without","scheme":"ODABADO","seed":7,"split_batch":true,
				"theta":"e09408ed2dfff5f7be8915710bcc9620","xi":"a6f723cde5726517918f3f970cb75236",
				"xi_max":100,"xi_var":1}`,
			"7 b1f3a85f8e6ad8d0", "bbae10490077b4aa977b1fce9130a048"},
		{"network", output, `{"blocks":4,"burn_in":0.5,"dt":0.01,"every":0.02,
				"friction":{"eta":1,"form":{"is":"layers","sizes":[6,3,3]},"gamma":1,"is":"adl"},
				"layout":"replicas","model":{"hidden":3,"inputs":2,"is":"network"},"n":5,
				"observe":[{"is":"moments","of":{"is":"output","x":[1,1.5]}}],"replicas":64,
				"sampling":"without","scheme":"ODABADO","seed":7,
				"theta":"e3b0c44298fc1c149afbf4c8996fb924","xi":"6ab358ae100c4fd17ae0a153694edd40"}`,
			"7 a6f792d538a9bf48", "5ff60ccb42481c3a949ca7eda7914220"},
		{"control variates", controlled, `{"blocks":4,"burn_in":0.5,"control":[[1,0.5],[0.5,1]],
				"dt":0.01,"every":0.02,"friction":{"eta":1,"form":{"is":"full"},"gamma":1,
				"is":"adl"},"layout":"replicas","model":{"is":"mixture","sigma1":0.4,"sigma2":0.4,
				"sigma_theta":1,"w":0.4},"n":7,"observe":[{"is":"moments","of":{"is":"theta"}},
				{"is":"moments","of":{"is":"xi"}}],"replicas":64,"sampling":"reshuffle",
				"scheme":"ODABADO","seed":7,"theta":"e858e8486c9b7e996f8f1c71d3f83e25",
				"xi":"3526e044854fd2fe9b6abfa1d8c95269"}`,
			"7 f5975ee60dbe99e6", "06d6519e195163b38d8866e9cd060398"},
	} {
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(x.params)); err != nil {
			t.Error(err)
		}
		if got := canonical(x.chain.params()); got != want.String() {
			t.Errorf("%s: parameters\n%s, want\n%s", x.name, got, want.String())
		}
		stream, result := keys(t, x.chain)
		if stream != x.stream || result != x.result {
			t.Errorf("%s: keys %s and %s, want %s and %s",
				x.name, stream, result, x.stream, x.result)
		}
	}
}

// keys are the key of a chain's streams and the key of its result.
func keys(t *testing.T, c *Chain) (stream, result string) {
	t.Helper()
	h, err := c.stream()
	if err != nil {
		t.Fatal(err)
	}
	result, err = work.Key(c)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %016x", c.Seed, h), result
}

// Every field changes the key of the result, and the fields of the law and the seed change the key
// of the streams.
func TestKeys(t *testing.T) {
	c := mixtureChain()
	c.Control, c.XiVar, c.XiMax = model.Control{{1, 0.5}}, 1, 100
	stream, result := keys(t, c)
	streams, results := map[string]string{stream: "the chain"}, map[string]string{result: "the chain"}
	same := map[string]bool{}
	const others = "T BurnIn Every Replicas Blocks Theta Rest Xi XiVar XiMax Observe"
	for _, name := range strings.Fields(others) {
		same["."+name] = true
	}
	changes(t, "", reflect.ValueOf(c).Elem(), func(name string) {
		h, k := keys(t, c)
		old, known := streams[h]
		if known != same[name] {
			t.Errorf("%s: the streams of %q", name, old)
		}
		if old, known := results[k]; known {
			t.Errorf("%s: the result of %s", name, old)
		}
		streams[h], results[k] = name, name
	})
	if len(results) < reflect.TypeFor[Chain]().NumField() {
		t.Errorf("%d keys", len(results))
	}
}

// Every parameter of a statistic and of an observable changes its key.
func TestStatisticKeys(t *testing.T) {
	theta := dynamics.Theta{}
	seen := map[string]string{}
	for _, s := range []any{
		&Moments{theta}, &Mean{theta, 1}, &Last{theta},
		&Histogram{theta, 0, 1, 2}, &Crossings{theta, 0, 1},
		&Joint{theta, theta, [2]float64{}, [2]float64{1, 1}, 2},
		&dynamics.Component{I: 1}, &dynamics.Xi{},
		&dynamics.Function{Name: "f", N: 1}, &dynamics.Between{A: []float64{1}, B: []float64{2}},
		&dynamics.Output{X: []float64{1}},
	} {
		see := func(name string) {
			var key string
			switch s := s.(type) {
			case Statistic:
				key = canonical(s.key())
			case dynamics.Observable:
				key = canonical(s.Key())
			}
			if old, ok := seen[key]; ok {
				t.Errorf("%s has the key of %s", name, old)
			}
			seen[key] = name
		}
		see(fmt.Sprintf("%T", s))
		changes(t, fmt.Sprintf("%T", s), reflect.ValueOf(s).Elem(), see)
	}
}

// changes changes the fields one after another, including fields of inner structs, calls see with
// the name, and changes the field back.
func changes(t *testing.T, name string, v reflect.Value, see func(name string)) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				changes(t, name+"."+f.Name, v.Field(i), see)
			}
		}
		return
	}
	switch v.Type() {
	case reflect.TypeFor[func(y, theta []float64)](), reflect.TypeFor[[]float32](),
		reflect.TypeFor[*model.Network](), reflect.TypeFor[*model.Logistic]():
		return // a name, a digest or the chain's model stands for it
	}
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(changed(t, name, v))
	see(name)
	v.Set(old)
}

// changed is another value.
func changed(t *testing.T, name string, v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	switch v.Interface().(type) {
	case minibatch.Sampling:
		x.SetString(string(minibatch.Without))
		if v.Interface() == minibatch.Without {
			x.SetString(string(minibatch.With))
		}
		return x
	case model.Model:
		x.Set(reflect.ValueOf(&model.Gaussian{}))
		return x
	case dynamics.Friction:
		x.Set(reflect.ValueOf(dynamics.Constant{Gamma: 1}))
		return x
	case dynamics.Observable:
		x.Set(reflect.ValueOf(dynamics.Function{Name: "another"}))
		return x
	case []Statistic:
		return v.Slice(0, 1)
	}
	switch v.Kind() {
	case reflect.Bool:
		x.SetBool(!v.Bool())
	case reflect.Int:
		x.SetInt(v.Int() + 1)
	case reflect.Uint64:
		x.SetUint(v.Uint() + 1)
	case reflect.Float64:
		x.SetFloat(v.Float() + 1e-9)
	case reflect.Interface: // dynamics.Function.Params
		x.Set(reflect.ValueOf([]float64{1}))
	case reflect.String:
		x.SetString(v.String() + "x")
	case reflect.Slice, reflect.Array: // another last element
		if v.Kind() == reflect.Slice {
			x.Set(reflect.AppendSlice(reflect.Zero(v.Type()), v))
		}
		last := x.Index(x.Len() - 1)
		last.Set(changed(t, name, last))
	default:
		t.Fatalf("%s: no other %s", name, v.Type())
	}
	return x
}
