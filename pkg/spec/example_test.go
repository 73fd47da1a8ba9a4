package spec_test

import (
	"fmt"

	"adl/pkg/spec"
)

func Example() {
	const text = `
T  = 1e6
dt = [1e-4, 2e-4]
[data]
ndata = 100
[profile.smoke]
T = 1e3
`
	var s struct {
		T    float64   `toml:"T" spec:"positive"`
		Dt   []float64 `toml:"dt" spec:"nonempty,distinct,positive"`
		Data struct {
			Ndata int `toml:"ndata" spec:"min=2"`
		} `toml:"data"`
	}
	src := spec.Source{Name: "spec.toml", Text: []byte(text), Profile: "smoke"}
	src.Set = []string{"dt=[1e-3]"}
	err := spec.Decode(&s, src)
	fmt.Printf("%+v %v\n", s, err)
	fmt.Println(src.Errorf("T", "expected more than %g steps", 1e6))

	src.Set = []string{"data.ndat=20"}
	fmt.Println(spec.Decode(&s, src))
	// Output:
	// {T:1000 Dt:[0.001] Data:{Ndata:100}} <nil>
	// spec.toml:7: key "profile.smoke.T": expected more than 1e+06 steps
	// -set data.ndat=20: key "data.ndat": unknown, did you mean ndata? known here: ndata
}
