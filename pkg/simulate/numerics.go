package simulate

import (
	"io/fs"
	"path"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"adl/pkg"
	"adl/pkg/numerics"
	"adl/pkg/sweep"
)

// packages are those of the library on the way to a simulated number. The types of the handed ones
// reach a chain as interfaces.
var (
	packages = []string{
		"dynamics", "estimate", "exact", "gaussian", "linalg", "minibatch", "mixture", "model",
		"network", "noise", "regression", "simulate", "snapshot", "study", "vec",
	}
	handed = []string{"dynamics", "minibatch", "model", "simulate"}
)

// library is the digest of the library's code, which takes some ten milliseconds to make.
var library = sync.OnceValue(func() string { return codeOf(nil) })

// Code returns the digest of the code that computes chains and noises, of the library alone or
// together with a program's own files in package main. It changes with the source, but for
// comments, layout and names of local variables.
func Code(main fs.FS) string {
	if main == nil {
		return library()
	}
	return codeOf(main)
}

func codeOf(main fs.FS) string {
	c, err := reach(main)
	if err != nil {
		panic("simulate: " + err.Error())
	}
	return c.Digest
}

// reach finds the declarations on the way to a simulated number.
func reach(main fs.FS) (numerics.Code, error) {
	t := numerics.Tree{
		Files: pkg.Source, Main: main, Packages: packages, Handed: handed,
		Carriers: []string{"dynamics.Function", "model.GaussianNoise"},
	}
	return t.Reach("simulate.Chain.RunFrom", "simulate.Chain.Reduce", "simulate.NoiseDraws.Run")
}

// ExactCode returns the digest of the code behind computations without random numbers: all of the
// packages that they call.
var ExactCode = sync.OnceValue(func() string {
	c, err := numerics.Tree{Files: pkg.Source, Packages: []string{
		"dataset", "dynamics", "estimate", "exact", "linalg", "minibatch", "model", "vec",
	}}.All()
	if err != nil {
		panic("simulate: " + err.Error())
	}
	return c.Digest
})

// Code returns the digest of the code of the chain (see [sweep.Coded]).
func (c *Chain) Code(of func(sweep.Part) string) string { return codeFor(c, of) }

// Code returns the digest of the code of the noise (see [sweep.Coded]).
func (z *NoiseDraws) Code(of func(sweep.Part) string) string { return codeFor(z, of) }

// codeFor returns of's digest with the program's own code or without it, or nothing if the task
// has a type or a function of another package: its source is not known.
func codeFor(task any, of func(sweep.Part) string) string {
	w := walk{seen: map[uintptr]bool{}}
	w.value(reflect.ValueOf(task), packages)
	switch {
	case w.other:
		return ""
	case w.main:
		return of(sweep.Own)
	}
	return of(sweep.Random)
}

// walk finds the packages of the types and functions that a value holds.
type walk struct {
	main, other bool
	seen        map[uintptr]bool
}

// value notes the packages of what v holds. of lists the packages of the library that its type may
// be from: fewer in an interface, where no name tells the type.
func (w *walk) value(v reflect.Value, of []string) {
	if !v.IsValid() {
		return
	}
	w.found(v.Type().PkgPath(), of)
	switch v.Kind() {
	case reflect.Interface:
		w.value(v.Elem(), handed)
	case reflect.Pointer:
		if !v.IsNil() && !w.seen[v.Pointer()] {
			w.seen[v.Pointer()] = true
			w.value(v.Elem(), of)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i), packages)
		}
	case reflect.Slice, reflect.Array:
		switch v.Type().Elem().Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Func, reflect.Slice:
			for i := range v.Len() {
				w.value(v.Index(i), packages)
			}
		}
	case reflect.Func:
		if !v.IsNil() {
			name := runtime.FuncForPC(v.Pointer()).Name() // adl/pkg/study.atData.func1
			dir, rest := path.Split(name)
			p, _, _ := strings.Cut(rest, ".")
			w.found(dir+p, packages)
		}
	case reflect.Map, reflect.Chan, reflect.UnsafePointer:
		w.other = true
	}
}

// found notes a package. Its source is known if it is one of some packages of the library. Paths of
// the standard library have no dot in their first part, and begin with no module of the program.
func (w *walk) found(p string, of []string) {
	first, _, _ := strings.Cut(p, "/")
	switch {
	case p == "main":
		w.main = true
	case path.Dir(p) == numerics.Module+"/pkg" && slices.Contains(of, path.Base(p)):
	case slices.Contains(modules(), first) || strings.Contains(first, "."):
		w.other = true
	}
}

// modules are the first parts of the paths of the program's modules.
var modules = sync.OnceValue(func() (first []string) {
	all := []*debug.Module{{Path: numerics.Module}}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path != "" {
		all = append(all, &info.Main)
		all = append(all, info.Deps...)
	}
	for _, m := range all {
		name, _, _ := strings.Cut(m.Path, "/")
		first = append(first, name)
	}
	return first
})
