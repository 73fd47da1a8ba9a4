package study

import (
	"sync"

	"adl/pkg"
	"adl/pkg/numerics"
)

// Code returns the digest of the code behind an Exact but for that of its functions Of and Part:
// all of the packages that such functions call.
var Code = sync.OnceValue(func() string {
	c, err := numerics.Tree{Files: pkg.Source, Packages: []string{
		"dataset", "dynamics", "estimate", "exact", "linalg", "minibatch", "model", "vec",
	}}.All()
	if err != nil {
		panic("study: " + err.Error())
	}
	return c.Digest
})

// Code is the digest [Code], which a change of Of alone does not move: that is for Part to see
// (see [sweep.Coded]).
func (e *Exact) Code(func(main bool) string) string { return Code() }
