package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"adl/pkg/dynamics"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/vec"
	"adl/scripts/internal/tool"
	"adl/scripts/peers"
)

// budgetVerb counts the instructions of a step. It runs every row in a program of its own, goes
// through some steps instruction by instruction (ptrace), and gives the instructions in the order
// of their execution to llvm-mca. That knows the ports of some processors, and says how many cycles
// these need for the instructions if all data are in the first cache: by the ports alone, and with
// the latencies of instructions that wait for others.
var budgetVerb = tool.Verb{
	Name: "budget",
	Text: "counts the instructions and bytes of a step, and the cycles that they need",
	Start: func(c *tool.Call) func() error {
		cpu := c.Flags.String("mcpu", "icelake-server", "`processor` whose ports llvm-mca knows")
		ndata := c.Flags.Int("ndata", 1000, "`number` of data of logistic regression")
		rows := c.Flags.String("rows", "", "regular `expression`: rows that are counted")
		length := c.Flags.Float64("ns", 2e4, "`time` of the steps that are gone through, at full speed")
		functions := c.Flags.Bool("functions", false, "list the functions with most instructions")
		return func() error {
			of, err := selected(*rows, *ndata)
			if err != nil {
				return err
			}
			for _, p := range []string{"llvm-objdump", "llvm-mca"} {
				if _, err := exec.LookPath(p); err != nil {
					return fmt.Errorf("budget needs %s (Debian: llvm)", p)
				}
			}
			return budgets(context.Background(), *cpu, *ndata, *length, of, *functions, c.Stdout)
		}
	},
}

// budgets prints a line for every row and form.
func budgets(
	ctx context.Context, cpu string, ndata int, length float64, of *regexp.Regexp, functions bool,
	w io.Writer,
) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	works, err := works(dir, ndata)
	if err != nil {
		return err
	}
	all, _, err := competitors(ctx, dir, os.Args[0], works[0].Job)
	if err != nil {
		return err
	}
	ghz := clock()
	fmt.Fprintf(w, "%s\n%.2f GHz; ports and latency of %s; a step and replica\n\n",
		machine(), ghz, cpu)
	fmt.Fprintf(w, "%-30s %-8s %9s %9s %9s %9s %9s %9s %9s %9s\n", "", "", "instr.", "vector",
		"mixed", "load B", "store B", "ports", "latency", "measured")
	for _, x := range works {
		for _, c := range all {
			if c.other || c.form == "portable" || !of.MatchString(x.name) {
				continue
			}
			j, ns, err := fastest(ctx, c, x)
			if err != nil {
				return err
			}
			if x.chains > 0 {
				j.Chains = 1 // they share nothing but the reading of all the data
			}
			// whole blocks of random numbers and several observations where steps are short
			j.Steps = max(1, min(int(length/ns)/j.Chains, 160, 800/j.N))
			if j.Steps > peers.Every {
				j.Steps -= j.Steps % peers.Every
			}
			b, err := count(c, j, cpu)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", x.name, c.form, err)
			}
			fmt.Fprintf(w, "%-30s %-8s %9.1f %9.1f %9.2f %9.0f %9.0f %9.1f %9.1f %9.1f\n", x.name, c.form,
				b.instructions, b.vector, b.mixed, b.loads, b.stores, b.ports, b.latency, ghz*ns)
			for _, f := range b.functions {
				if functions && f.instructions > 0.02*b.instructions {
					fmt.Fprintf(w, "  %6.1f %s\n", f.instructions, f.name)
				}
			}
		}
	}
	return nil
}

// fastest returns a job of the work, and the least time of five for a step and replica.
func fastest(ctx context.Context, c competitor, x work) (j peers.Job, ns float64, err error) {
	if j, err = calibrate(ctx, c, x, 0.1); err != nil {
		return j, 0, err
	}
	ns = math.Inf(1)
	for range 5 {
		got, err := c.run(ctx, j)
		if err != nil {
			return j, 0, err
		}
		ns = min(ns, 1e9*got.Seconds/float64(j.Chains)/float64(j.Steps))
	}
	return j, ns, nil
}

// A traced program has to stay on its first thread.
func init() {
	if len(os.Args) > 1 && os.Args[1] == "trace" {
		runtime.LockOSThread()
	}
}

// traced does the steps of a job between two breakpoints, as observations: all is warm, and no
// check of the state and no probe of a result is between them.
func traced(j peers.Job) (*peers.Result, error) {
	debug.SetGCPercent(-1)
	steps := j.Steps
	j.Burn, j.Steps = 0, 1<<20
	c, err := chain(j)
	if err != nil {
		return nil, err
	}
	c.Every = float64(min(peers.Every, steps)) * j.Dt
	begun, at := false, 0
	c.Observe = append(c.Observe, simulate.Mean{Of: mark(func() {
		if begun {
			if at%steps == 0 && at <= steps {
				runtime.Breakpoint()
			}
			at += min(peers.Every, steps)
		}
	})})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_, err = c.Run(ctx, func(units float64) {
		if begun {
			stop()
		}
		begun = units > 0 // what comes before is the first probe, and warms up
	})
	if ctx.Err() != nil {
		err = nil
	}
	return &peers.Result{}, err
}

// mark is an observable that calls a function.
type mark func()

func (mark) Key() spec.Key { return spec.Key{"is": "mark"} }

func (mark) Len(int, dynamics.Friction) int { return 1 }

func (m mark) Bind(vec.Layout, int, dynamics.Friction) func(*dynamics.State) []vec.Row {
	x := vec.Rows(1)
	return func(*dynamics.State) []vec.Row { m(); return x }
}

// budget is one step of one replica.
type budget struct {
	instructions, vector, mixed, loads, stores, ports, latency float64

	functions []share // those with most instructions first
}

type share struct {
	name         string
	instructions float64
}

// count goes through the steps of a job.
func count(c competitor, j peers.Job, cpu string) (b budget, err error) {
	seq, err := trace(c, j)
	if err != nil {
		return b, err
	}
	per := 1 / float64(j.Steps*j.Chains)
	in, upper := map[string]float64{}, false
	for _, x := range seq {
		if upper = (upper || x.vector) && !strings.HasPrefix(x.text, "vzero"); upper && x.legacy {
			b.mixed += per
			in["mixed in "+x.in] += per
		}
		b.instructions += per
		b.loads += x.loads * per
		b.stores += x.stores * per
		if x.vector {
			b.vector += per
		}
		in[x.in] += per
	}
	for name, n := range in {
		b.functions = append(b.functions, share{name, n})
	}
	slices.SortFunc(b.functions, func(x, y share) int {
		return cmp.Or(cmp.Compare(y.instructions, x.instructions), cmp.Compare(x.name, y.name))
	})
	ports, latency, err := mca(cpu, seq)
	b.ports, b.latency = ports*per, latency*per
	return b, err
}

// trace returns the instructions between the breakpoints, but those of Go's scheduler.
func trace(of competitor, j peers.Job) (seq []*instruction, err error) {
	runtime.LockOSThread() // ptrace wants it
	defer runtime.UnlockOSThread()
	cmd := exec.Command(of.program.Command[0], append([]string{"trace"}, j.Args()...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "VEC="+of.form)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	// RawSyscall, since between other system calls Go's scheduler runs, which takes longer.
	ptrace := func(request int, pid, data uintptr) error {
		_, _, e := syscall.RawSyscall6(syscall.SYS_PTRACE, uintptr(request), pid, 0, data, 0, 0)
		if e != 0 {
			return fmt.Errorf("ptrace: %w", e)
		}
		return nil
	}
	at := make(map[uintptr]*instruction) // nil where it does not count
	pid, marks := uintptr(cmd.Process.Pid), 0
	for {
		var s syscall.WaitStatus
		var regs syscall.PtraceRegs
		syscall.RawSyscall6(syscall.SYS_WAIT4, pid, uintptr(unsafe.Pointer(&s)), 0, 0, 0, 0)
		err := ptrace(syscall.PTRACE_GETREGS, pid, uintptr(unsafe.Pointer(&regs)))
		if err != nil {
			return nil, fmt.Errorf("the program ended before the second breakpoint: %w", err)
		}
		pc := uintptr(regs.Rip)
		if marks == 1 {
			if _, ok := at[pc]; !ok {
				if err := disassemble(at, of.program.Command[0], pc); err != nil {
					return nil, err
				}
			}
			if x := at[pc]; x != nil {
				seq = append(seq, x)
			}
		}
		if f, _ := function(pc); f == "runtime.breakpoint" && s.StopSignal() == syscall.SIGTRAP {
			marks++
		}
		signal := uintptr(0)
		if s.StopSignal() != syscall.SIGTRAP {
			signal = uintptr(s.StopSignal())
		}
		switch marks {
		case 0:
			err = ptrace(syscall.PTRACE_CONT, pid, signal)
		case 1:
			err = ptrace(syscall.PTRACE_SINGLESTEP, pid, 0)
		default:
			return seq, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

type instruction struct {
	text, in      string // in is the function
	vector        bool   // longer than 128 bits
	legacy        bool   // SSE: slow where the upper halves of the vector registers are in use
	loads, stores float64
}

// function returns the name and the entry of the function at an address of this program, which is
// the traced one.
func function(pc uintptr) (name string, entry uintptr) {
	f := runtime.FuncForPC(pc)
	if f == nil {
		return "", 0
	}
	return runtime.FuncForPC(f.Entry()).Name(), f.Entry() // f itself may be inlined
}

// disassemble adds the instructions of the function at an address to at. They are nil in the
// runtime, except where it clears and moves memory.
func disassemble(at map[uintptr]*instruction, path string, pc uintptr) error {
	at[pc] = nil
	name, entry := function(pc)
	if in, ok := strings.CutPrefix(name, "runtime."); name == "" || ok &&
		!strings.HasPrefix(in, "mem") && !strings.HasPrefix(in, "duff") {
		return nil
	}
	end := pc
	for _, e := function(end); e == entry; _, e = function(end) {
		end++
	}
	out, err := exec.Command("llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-headers",
		fmt.Sprintf("--start-address=%#x", entry), fmt.Sprintf("--stop-address=%#x", end),
		path).Output()
	if err != nil {
		return fmt.Errorf("llvm-objdump: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		hex, text, _ := strings.Cut(strings.TrimSpace(line), ":")
		if pc, err := strconv.ParseUint(hex, 16, 64); err == nil {
			text, _, _ = strings.Cut(text, "#")
			text, _, _ = strings.Cut(text, "<")
			x := parse(strings.Join(strings.Fields(text), " "))
			x.in, at[uintptr(pc)] = name, x
		}
	}
	return nil
}

// parse reads an instruction in the syntax of AT&T.
func parse(text string) *instruction {
	op, args, _ := strings.Cut(text, " ")
	x := &instruction{
		text: text, vector: strings.Contains(args, "%ymm") || strings.Contains(args, "%zmm"),
	}
	x.legacy = strings.Contains(args, "%xmm") && !strings.HasPrefix(op, "v")
	if !strings.Contains(args, "(") || strings.HasPrefix(op, "lea") || strings.HasPrefix(op, "nop") ||
		strings.HasPrefix(op, "prefetch") {
		return x
	}
	size := 8.0
	switch {
	case strings.HasSuffix(op, "sd"):
	case strings.HasSuffix(op, "l"):
		size = 4
	case strings.Contains(args, "%zmm"):
		size = 64
	case strings.Contains(args, "%ymm"):
		size = 32
	case strings.Contains(args, "%xmm"):
		size = 16
	}
	if strings.HasPrefix(op, "vcvtps2pd") {
		size /= 2
	}
	if strings.HasSuffix(args, ")") && strings.Contains(op, "mov") {
		x.stores = size
	} else {
		x.loads = size
	}
	return x
}

// The lines of llvm-mca with the cycles: of one iteration after the other, and of all.
var (
	blockLine = regexp.MustCompile(`(?m)^Block RThroughput: +([0-9.]+)`)
	totalLine = regexp.MustCompile(`(?m)^Total Cycles: +(\d+)`)
)

// mca returns the cycles of instructions in this order: by the ports, and with latencies.
func mca(cpu string, seq []*instruction) (ports, latency float64, err error) {
	var in, out, errs bytes.Buffer
	for _, x := range seq {
		fmt.Fprintln(&in, x.text)
	}
	cmd := exec.Command("llvm-mca", "-mcpu="+cpu, "-iterations=1", "-instruction-info=false",
		"-resource-pressure=false")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		return 0, 0, fmt.Errorf("llvm-mca: %w: %.200s", err, &errs)
	}
	for _, p := range []struct {
		line *regexp.Regexp
		x    *float64
	}{{blockLine, &ports}, {totalLine, &latency}} {
		m := p.line.FindSubmatch(out.Bytes())
		if m == nil {
			return 0, 0, fmt.Errorf("llvm-mca: no %v in %.200s", p.line, &out)
		}
		*p.x, err = strconv.ParseFloat(string(m[1]), 64)
	}
	return ports, latency, err
}

// clock measures cycles a nanosecond by multiplications that wait for one another, three cycles
// each.
func clock() float64 {
	best := 0.0
	x := uint64(os.Getpid()) | 1
	for range 20 {
		const n = 2_000_000
		start := peers.CPU()
		for range n {
			x *= 0x9e3779b97f4a7c15
		}
		best = max(best, 3*n/float64((peers.CPU()-start).Nanoseconds()))
	}
	if x == 0 { // never: it is odd
		return 0
	}
	return best
}
