package spec_test

import (
	"fmt"

	"adl/pkg/spec"
)

// Spec holds the parameters of Figure 3.
type Spec struct {
	T        float64   `toml:"T" spec:"positive"`
	Dt       []float64 `toml:"dt" spec:"nonempty,distinct,positive"`
	N        []int     `toml:"n" spec:"nonempty,distinct,positive"`
	Sampling string    `toml:"sampling" spec:"in=with|without"`
	Data     struct {
		Ndata int `toml:"ndata" spec:"min=2"`
	} `toml:"data"`
}

const text = `
T        = 1e6
dt       = [1e-4, 2e-4]
n        = [1, 10, 80]
sampling = "without"

[data]
ndata = 100

[profile.smoke]
T = 1e3
[profile.smoke.data]
ndata = 50
`

func ExampleDecode() {
	var s Spec
	src := spec.Source{Name: "spec.toml", Text: []byte(text), Profile: "smoke",
		Set: []string{"n=[1, 10]"}}
	if err := spec.Decode(&s, src); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", s)

	src.Set = []string{"data.ndat=20"}
	fmt.Println(spec.Decode(&s, src))
	// Output:
	// {T:1000 Dt:[0.0001 0.0002] N:[1 10] Sampling:without Data:{Ndata:50}}
	// -set data.ndat=20: key "data.ndat" is unknown; did you mean "data.ndata"?
}

func ExampleSource_Errorf() {
	var s Spec
	src := spec.Source{Name: "spec.toml", Text: []byte(text), Profile: "smoke"}
	if err := spec.Decode(&s, src); err != nil {
		fmt.Println(err)
		return
	}
	for i, n := range s.N {
		if s.Sampling == "without" && n > s.Data.Ndata {
			key := fmt.Sprintf("n[%d]", i)
			fmt.Println(src.Errorf(key, "without replacement requires n <= Nd = %d, got %d", s.Data.Ndata,
				n))
		}
	}
	// Output:
	// spec.toml:4: key "n[2]": without replacement requires n <= Nd = 50, got 80
}

func ExampleCanonical() {
	b, _ := spec.Canonical(map[string]any{"n": 5, "dt": 1e-4, "T": 1e6})
	fmt.Printf("%s\n", b)
	// Output:
	// {"T":1000000,"dt":0.0001,"n":5}
}

// A model names itself in the keys of its tasks.
func ExampleKey() {
	model := spec.Key{"is": "gaussian", "sigma_theta": 1, "sigma_x": 0.5}
	params := spec.Key{"model": model, "dt": 1e-3}
	b, err := spec.Canonical(params)
	fmt.Printf("%s %v\n", b, err)

	delete(model, "is")
	_, err = spec.Canonical(params)
	fmt.Println(err)
	// Output:
	// {"dt":0.001,"model":{"is":"gaussian","sigma_theta":1,"sigma_x":0.5}} <nil>
	// spec: canonical form: model: a Key needs a name, a nonempty string under "is"
}
