package dynamics

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"adl/pkg/model"
	"adl/pkg/spec"
)

// TestKeys pins the keys of frictions, forms, bases and observables, and the beginnings of their
// SHA-256. They must not change, because they name stored results and determine random numbers. A
// new type adds a row.
func TestKeys(t *testing.T) {
	boxes := Boxes{
		Cuts: [][]float64{{0.7}, nil}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1}, Degree: 2,
	}
	scaled := Boxes{Lo: []float64{0}, Hi: []float64{1}, Cuts: [][]float64{nil}, Scale: []float64{2}}
	full := AdL{Full{}, 1, 0.1}
	const fullKey = `{"eta":0.1,"form":{"is":"full"},"gamma":1,"is":"adl"}`
	seen := map[string]bool{}
	for _, c := range []struct {
		v         interface{ Key() spec.Key }
		key, hash string
	}{
		{Constant{2}, `{"gamma":2,"is":"constant"}`, "78bf28fd"},
		{Fixed{1, []float64{2, 3}}, `{"gamma":1,"is":"fixed","xi":"cdf3a570f81118522792babee48c62a4"}`,
			"5f897fef"},
		{full, fullKey, "a0f90484"},
		{Extended{Base: full, Basis: One{}},
			`{"base":` + fullKey + `,"basis":{"is":"one"},"is":"extended"}`, "9990dad9"},

		{Scalar{}, `{"is":"scalar"}`, "73a4e548"},
		{Layers{[]int{16, 8}}, `{"is":"layers","sizes":[16,8]}`, "c371c913"},
		{Diagonal{}, `{"is":"diagonal"}`, "0988ad03"},
		{BlockDiagonal{10}, `{"is":"blocks","order":10}`, "e890edc0"},
		{Full{}, `{"is":"full"}`, "0a1d1c73"},

		{One{}, `{"is":"one"}`, "455f0fad"},
		{boxes, `{"cuts":[[0.7],[]],"degree":2,"hi":[1.4,1],"is":"boxes","lo":[0,0]}`, "524f8856"},
		{scaled, `{"cuts":[[]],"degree":0,"hi":[1],"is":"boxes","lo":[0],"scale":[2]}`, "dedef593"},

		{Theta{}, `{"is":"theta"}`, "7758f42c"},
		{Component{3}, `{"i":3,"is":"component"}`, "449f051a"},
		{Xi{}, `{"is":"xi"}`, "ca6be787"},
		{Xi{Diagonal: true}, `{"is":"diagonal of xi"}`, "df02dba4"},
		{Momentum{}, `{"is":"momentum"}`, "5ae7122a"},
		{Product{Xi{}, Theta{}}, `{"is":"product","x":{"is":"xi"},"y":{"is":"theta"}}`, "70775312"},
		{Between{[]float64{1, 0.5}, []float64{0.5, 1}},
			`{"a":[1,0.5],"b":[0.5,1],"is":"between"}`, "0436cc13"},
		{Output{&model.Network{}, []float64{1, 1.5}}, `{"is":"output","x":[1,1.5]}`, "2a0e1121"},
		{Number{Xi{}, 2}, `{"i":2,"is":"number","of":{"is":"xi"}}`, "eeab5405"},
		{Products{Momentum{}}, `{"is":"products","of":{"is":"momentum"}}`, "3b846aef"},
		{ByCell{Xi{}, 0, 1.5, 7},
			`{"hi":1.5,"is":"by cell","lo":0,"of":{"is":"xi"},"side":7}`, "b20f864c"},
		{Function{Name: "theta1 > 2", N: 1}, `{"is":"function","n":1,"name":"theta1 > 2"}`, "6057455e"},
		{Function{Name: "theta1 > limit", N: 1, Params: 2.5},
			`{"is":"function","n":1,"name":"theta1 > limit","params":2.5}`, "baecdd02"},
	} {
		key, err := spec.Canonical(c.v.Key())
		if string(key) != c.key || err != nil {
			t.Errorf("%T: %s, %v, want %s", c.v, key, err, c.key)
		}
		if hash := fmt.Sprintf("%x", sha256.Sum256(key))[:8]; hash != c.hash {
			t.Errorf("%T: %s, want %s", c.v, hash, c.hash)
		}
		if seen[string(key)] {
			t.Errorf("%T: two values have the key %s", c.v, key)
		}
		seen[string(key)] = true
	}
}
