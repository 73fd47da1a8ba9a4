package main

import (
	"bytes"
	"cmp"
	"context"
	"debug/elf"
	"fmt"
	"io"
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
		functions := c.Flags.Bool("functions", false, "list the functions with most instructions")
		return func() error {
			of, err := regexp.Compile(*rows)
			switch {
			case err != nil:
				return tool.Usage("-rows: %v", err)
			case *ndata < 100 || *ndata > allScores:
				return tool.Usage("ndata must be from 100 to %d", allScores)
			}
			for _, p := range []string{"llvm-objdump", "llvm-mca"} {
				if _, err := exec.LookPath(p); err != nil {
					return fmt.Errorf("budget needs %s (Debian: llvm)", p)
				}
			}
			return budgets(context.Background(), *cpu, *ndata, of, *functions, c.Stdout)
		}
	},
}

// budgets prints a line for every row and form.
func budgets(
	ctx context.Context, cpu string, ndata int, of *regexp.Regexp, functions bool, w io.Writer,
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
	fmt.Fprintf(w, "%s\n%.2f GHz; bounds are those of %s; for a step of a replica\n\n", machine(), ghz, cpu)
	fmt.Fprintf(w, "%-30s %-8s %9s %9s %9s %9s %9s %9s %9s %9s\n", "", "", "instr.", "vector",
		"mixed", "load B", "store B", "ports", "latency", "measured")
	for _, x := range works {
		for _, c := range all {
			if c.other || c.form == "portable" || !of.MatchString(x.name) {
				continue
			}
			j, err := calibrate(ctx, c, x, 0.1)
			if err != nil {
				return err
			}
			var ns []float64
			for range 5 {
				got, err := c.run(ctx, j)
				if err != nil {
					return err
				}
				ns = append(ns, 1e9*got.Seconds/float64(j.Chains)/float64(j.Steps))
			}
			if x.chains > 0 {
				j.Chains = 1 // they share nothing but the reading of all the data
			}
			// some ten thousand instructions, and several observations where steps are short
			if j.Steps = min(1+int(2e3/slices.Min(ns)/float64(j.Chains)), 160, 800/j.N); j.Steps > 10 {
				j.Steps -= j.Steps % peers.Every
			}
			j.Steps = max(j.Steps, 1)
			b, err := count(c, j, cpu)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", x.name, c.form, err)
			}
			fmt.Fprintf(w, "%-30s %-8s %9.1f %9.1f %9.2f %9.0f %9.0f %9.1f %9.1f %9.1f\n", x.name, c.form,
				b.instructions, b.vector, b.mixed, b.loads, b.stores, b.ports, b.latency, ghz*slices.Min(ns))
			for _, f := range b.functions {
				if functions && f.instructions > 0.02*b.instructions {
					fmt.Fprintf(w, "  %6.1f %s\n", f.instructions, f.name)
				}
			}
		}
	}
	return nil
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

	functions []function // those with most instructions first
}

type function struct {
	name         string
	instructions float64
}

// windows of instructions stand for all, where llvm-mca would take too long.
const windows, window = 10, 20_000

// count goes through the steps of a job.
func count(c competitor, j peers.Job, cpu string) (b budget, err error) {
	code, err := read(c.program.Command[0])
	if err != nil {
		return b, err
	}
	defer code.f.Close()
	seq, err := code.trace(c, j)
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
		b.functions = append(b.functions, function{name, n})
	}
	slices.SortFunc(b.functions, func(x, y function) int {
		return cmp.Or(cmp.Compare(y.instructions, x.instructions), cmp.Compare(x.name, y.name))
	})
	counted := 0
	size := min(window, len(seq))
	n := min(windows, (len(seq)+window-1)/window)
	for i := range n {
		from := i * (len(seq) - size) / max(1, n-1)
		ports, latency, err := mca(cpu, seq[from:from+size])
		if err != nil {
			return b, err
		}
		b.ports, b.latency, counted = b.ports+ports, b.latency+latency, counted+size
	}
	b.ports *= b.instructions / float64(counted)
	b.latency *= b.instructions / float64(counted)
	return b, nil
}

// trace returns the instructions between the breakpoints, but those of Go's scheduler.
func (c *code) trace(of competitor, j peers.Job) (seq []*instruction, err error) {
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
	pid, marks := uintptr(cmd.Process.Pid), 0
	for {
		var s syscall.WaitStatus
		var regs syscall.PtraceRegs
		syscall.RawSyscall6(syscall.SYS_WAIT4, pid, uintptr(unsafe.Pointer(&s)), 0, 0, 0, 0)
		err := ptrace(syscall.PTRACE_GETREGS, pid, uintptr(unsafe.Pointer(&regs)))
		if err != nil {
			return nil, fmt.Errorf("the program ended before the second breakpoint: %w", err)
		}
		f := c.function(regs.Rip)
		switch {
		case f != nil && strings.HasPrefix(f.Name, "runtime.breakpoint") &&
			s.StopSignal() == syscall.SIGTRAP:
			marks++
		case f != nil && marks == 1:
			if x := c.instruction(f, regs.Rip); x != nil {
				seq = append(seq, x)
			}
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

// code is the text of a program.
type code struct {
	path string
	f    *elf.File
	syms []elf.Symbol
	at   map[uint64]*instruction // nil where they are not counted
}

type instruction struct {
	text, in      string // in is the function
	vector        bool   // longer than 128 bits
	legacy        bool   // SSE: slow where the upper halves of the vector registers are in use
	loads, stores float64
}

func read(path string) (*code, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	syms, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(syms, func(a, b elf.Symbol) int { return cmp.Compare(a.Value, b.Value) })
	return &code{path, f, syms, make(map[uint64]*instruction)}, nil
}

// function returns the function at an address, or nil.
func (c *code) function(pc uint64) *elf.Symbol {
	i, _ := slices.BinarySearchFunc(c.syms, pc, func(s elf.Symbol, pc uint64) int {
		if s.Value <= pc {
			return -1
		}
		return 1
	})
	if i == 0 || pc >= c.syms[i-1].Value+c.syms[i-1].Size {
		return nil
	}
	return &c.syms[i-1]
}

// instruction returns the instruction at an address in a function, which is disassembled at the
// first time: nil in the runtime, except where it clears and moves memory.
func (c *code) instruction(s *elf.Symbol, pc uint64) *instruction {
	if x, ok := c.at[pc]; ok {
		return x
	}
	c.at[pc] = nil
	if name, ok := strings.CutPrefix(s.Name, "runtime."); ok &&
		!strings.HasPrefix(name, "mem") && !strings.HasPrefix(name, "duff") {
		return nil
	}
	out, err := exec.Command("llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-headers",
		fmt.Sprintf("--start-address=%#x", s.Value),
		fmt.Sprintf("--stop-address=%#x", s.Value+s.Size), c.path).Output()
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		at, text, _ := strings.Cut(strings.TrimSpace(line), ":")
		if pc, err := strconv.ParseUint(at, 16, 64); err == nil {
			text, _, _ = strings.Cut(text, "#")
			text, _, _ = strings.Cut(text, "<")
			c.at[pc] = parse(strings.Join(strings.Fields(text), " "))
			c.at[pc].in = s.Name
		}
	}
	return c.at[pc]
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
