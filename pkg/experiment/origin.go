package experiment

import (
	"bufio"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// revision is the revision of the code where the build does not know it:
//
//	go build -buildvcs=false -ldflags=-X=adl/pkg/experiment.revision=…
var revision string

// origin is that of what this program computes.
func origin() sweep.Origin {
	info, _ := debug.ReadBuildInfo()
	words := []string{runtime.GOOS + "/" + runtime.GOARCH, runtime.Version()}
	if m := processor(); m != "" {
		words = append(words, m)
	}
	words = append(words, vec.Form())
	return sweep.Origin{
		Revision: revisionOf(info, revision), Machine: strings.Join(words, ", "),
	}
}

// revisionOf returns the revision that a build has recorded, or else the one that was passed in.
func revisionOf(info *debug.BuildInfo, passed string) string {
	settings := map[string]string{}
	if info != nil {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	r := settings["vcs.revision"]
	if r == "" {
		return passed
	}
	if len(r) > 12 {
		r = r[:12]
	}
	if settings["vcs.modified"] == "true" {
		r += " and changes"
	}
	return r
}

// processor returns the model of the processor, or nothing where it is not to be had.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, model, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.Join(strings.Fields(model), " ")
		}
	}
	return ""
}

// wasted is the line about a build without the instructions that the processor has.
func wasted(name string) string {
	return "built without SIMD, so several times slower than this processor can be; make, or " +
		"GOEXPERIMENT=simd go build -ldflags=-X=runtime.godebugDefault=asyncpreemptoff=1 " +
		"./experiments/" + name + " with Go 1.26, builds it well"
}
