package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/files"
	"adl/pkg/vec"
	"adl/scripts/internal/tool"
	"adl/scripts/peers"
)

//go:embed plugin/insn.c
var plugin []byte

// emulatedVerb counts the instructions of a step in the portable form, for arm64 and amd64, on
// machines that qemu emulates: their times would say nothing.
var emulatedVerb = tool.Verb{
	Name: "emulated",
	Text: "counts the instructions of a step in the portable form, on arm64 and amd64 (qemu)",
	Start: func(c *tool.Call) func() error {
		ndata := c.Flags.Int("ndata", 1000, "`number` of data of logistic regression")
		rows := c.Flags.String("rows", "", "regular `expression`: rows that are counted")
		return func() error {
			of, err := selected(*rows, *ndata)
			if err != nil {
				return err
			}
			return emulated(context.Background(), *ndata, of, c.Stdout)
		}
	},
}

// selected returns the expression for the names of rows, or the error of what flags say.
func selected(rows string, ndata int) (*regexp.Regexp, error) {
	if ndata < 100 || ndata > allScores {
		return nil, tool.Usage("ndata must be from 100 to %d", allScores)
	}
	of, err := regexp.Compile(rows)
	if err != nil {
		return nil, tool.Usage("-rows: %v", err)
	}
	return of, nil
}

// emulators are the programs by the architecture that they emulate, with their flags.
var emulators = []struct {
	arch    string
	command []string
}{
	{"arm64", []string{"qemu-aarch64"}},
	{"amd64", []string{"qemu-x86_64", "-cpu", "max"}},
}

// emulated prints a line for every work.
func emulated(ctx context.Context, ndata int, of *regexp.Regexp, w io.Writer) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	works, err := works(dir, ndata)
	if err != nil {
		return err
	}
	source, counter := filepath.Join(dir, "insn.c"), filepath.Join(dir, "insn.so")
	if err := files.WriteBytes(source, plugin); err != nil {
		return err
	}
	if err := do(ctx, nil, "gcc", "-shared", "-fPIC", "-O2", "-o", counter, source); err != nil {
		return err
	}
	fmt.Fprintf(w, "%-30s", "instructions, portable form")
	for _, e := range emulators {
		env := []string{"CGO_ENABLED=0", "GOEXPERIMENT=", "GOAMD64=v3", "GOARCH=" + e.arch}
		program := filepath.Join(dir, e.arch)
		if err := do(ctx, env, "go", "build", "-o", program, "./scripts/bench"); err != nil {
			return err
		}
		fmt.Fprintf(w, " %11s", e.arch)
	}
	fmt.Fprintln(w)
	for _, x := range works {
		if !of.MatchString(x.name) {
			continue
		}
		fmt.Fprintf(w, "%-30s", x.name)
		for _, e := range emulators {
			command := slices.Concat(e.command, []string{"-plugin", counter, filepath.Join(dir, e.arch)})
			n, err := perStep(ctx, command, x)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, " %11.1f", n)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// perStep returns the instructions of a step and replica: those by which a long run exceeds a short
// one, so that what every run does cancels.
func perStep(ctx context.Context, command []string, x work) (float64, error) {
	j := x.Job
	if j.Chains = x.chains; j.Chains == 0 {
		j.Chains = vec.Lanes
	}
	count := func(steps int) (float64, error) {
		j.Steps = steps
		args := slices.Concat(command[1:], []string{"vec"}, j.Args())
		cmd := exec.CommandContext(ctx, command[0], args...)
		cmd.Env = append(os.Environ(), "VEC=portable", "GOMAXPROCS=1", "GOGC=off")
		var out bytes.Buffer
		cmd.Stderr = &out
		if err := cmd.Run(); err != nil {
			return 0, fmt.Errorf("%s (Debian: qemu-user): %w: %s", command[0], err, out.Bytes())
		}
		return strconv.ParseFloat(strings.TrimSpace(out.String()), 64)
	}
	short := max(20, peers.Every*(4000/(peers.Every*max(j.N, 1))))
	few, err := count(short)
	if err != nil {
		return 0, err
	}
	many, err := count(5 * short)
	return (many - few) / float64(4*short*j.Chains), err
}

// do runs a program with more variables in its environment.
func do(ctx context.Context, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
	}
	return nil
}
