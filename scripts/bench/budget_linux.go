package main

import (
	"bufio"
	"context"
	"debug/elf"
	"errors"
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

	"adl/scripts/internal/tool"
	"adl/scripts/peers"
)

// budgetVerb counts the instructions of a step. It runs every row in a program of its own, goes
// through the last steps instruction by instruction (ptrace), and gives the instructions that were
// executed, in their order, to llvm-mca, which says how many cycles a processor needs for them if
// all data are in its first cache: its ports and the dependencies between registers. Beside that it
// measures.
var budgetVerb = tool.Verb{
	Name: "budget",
	Text: "counts instructions and bytes of a step, and the cycles that llvm-mca gives them",
	Start: func(c *tool.Call) func() error {
		cpu := c.Flags.String("mcpu", "icelake-server", "`processor` whose ports llvm-mca knows")
		ndata := c.Flags.Int("ndata", 1000, "`number` of data of logistic regression")
		rows := c.Flags.String("rows", "", "regular `expression`: rows that are counted")
		return func() error {
			of, err := regexp.Compile(*rows)
			if err != nil {
				return tool.Usage("-rows: %v", err)
			}
			return budgets(context.Background(), *cpu, *ndata, of, c.Stdout)
		}
	},
}

// mark stops a traced program before and behind what is counted.
func mark() {
	syscall.Syscall(syscall.SYS_TGKILL, uintptr(os.Getpid()), uintptr(syscall.Gettid()),
		uintptr(syscall.SIGUSR1))
}

// traced does the first steps of a job as simulated does, with marks around them.
func traced(j peers.Job) (*peers.Result, error) {
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	c, err := chain(j)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	_, err = c.Run(ctx, func(units float64) {
		mark()
		if units > 0 {
			stop()
		}
	})
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return &peers.Result{}, err
}

// budgets prints a line for every row and form.
func budgets(ctx context.Context, cpu string, ndata int, of *regexp.Regexp, w io.Writer) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	works, err := works(dir, ndata)
	if err != nil {
		return err
	}
	all, missing, err := competitors(ctx, dir, os.Args[0], works[0].Job)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, machine())
	for _, m := range missing {
		fmt.Fprintln(w, "left out:", m)
	}
	ghz := clock()
	fmt.Fprintf(w, "%.2f GHz; ports of %s; a step and replica\n\n", ghz, cpu)
	fmt.Fprintf(w, "%-30s %-8s %8s %8s %8s %8s %8s %8s %8s\n", "", "", "instr.", "vector", "load B",
		"store B", "bound", "measured", "IPC")
	for _, x := range works {
		for _, c := range all {
			if c.other || c.form == "portable" || !of.MatchString(x.name) {
				continue
			}
			j, err := calibrate(ctx, c, x, 0.2)
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
			t, _, _ := median(ns)
			b, err := count(c, j, cpu, t)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", x.name, c.form, err)
			}
			t *= ghz
			fmt.Fprintf(w, "%-30s %-8s %8.1f %8.1f %8.0f %8.0f %8.1f %8.1f %8.2f\n", x.name, c.form,
				b.instructions, b.vector, b.loads, b.stores, b.cycles, t, b.instructions/t)
		}
	}
	return nil
}

// budget is one step of one replica.
type budget struct{ ns, instructions, vector, loads, stores, cycles float64 }

// window bounds the instructions that llvm-mca goes through at a time.
const window = 20_000

func count(c competitor, j peers.Job, cpu string, ns float64) (budget, error) {
	b := budget{ns: ns}
	code, err := disassembler(c.program.Command[0])
	if err != nil {
		return b, err
	}
	defer code.f.Close()
	j.Burn, j.Chains = max(1, min(8, int(4000/b.ns))), min(j.Chains, 16)
	seq, err := trace(c, j, code)
	if err != nil {
		return b, err
	}
	per := 1 / float64(j.Burn*j.Chains)
	for _, pc := range seq {
		x := code.at[pc]
		b.loads += x.loads * per
		b.stores += x.stores * per
		if x.vector {
			b.vector += per
		}
	}
	b.instructions = float64(len(seq)) * per
	if os.Getenv("FUNCS") != "" {
		by := map[string]float64{}
		for _, pc := range seq {
			by[code.name(pc)] += per
		}
		for k, v := range by {
			if v > b.instructions/100 {
				fmt.Printf("   %8.1f %s\n", v, k)
			}
		}
	}
	// Some windows stand for all.
	n := min(10, 1+len(seq)/window)
	size := min(window, len(seq))
	cycles, counted := 0.0, 0
	for i := range n {
		from := 0
		if n > 1 {
			from = i * (len(seq) - size) / (n - 1)
		}
		x, err := mca(cpu, code, seq[from:from+size])
		if err != nil {
			return b, err
		}
		cycles, counted = cycles+x, counted+size
	}
	b.cycles = cycles / float64(counted) * b.instructions
	return b, nil
}

// trace returns the addresses of the instructions between the marks, but those of Go's scheduler.
func trace(c competitor, j peers.Job, code *code) (pcs []uint64, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.Command(c.program.Command[0], append([]string{"trace"}, j.Args()...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "VEC="+c.form)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	pid := cmd.Process.Pid
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	var s syscall.WaitStatus
	wait := func() error {
		if _, err := syscall.Wait4(pid, &s, 0, nil); err != nil {
			return err
		}
		if !s.Stopped() {
			return fmt.Errorf("it ended: %v", s)
		}
		return nil
	}
	if err := wait(); err != nil { // behind exec
		return nil, err
	}
	for s.StopSignal() != syscall.SIGUSR1 {
		sig := 0
		if x := s.StopSignal(); x != syscall.SIGTRAP {
			sig = int(x)
		}
		if err := syscall.PtraceCont(pid, sig); err != nil {
			return nil, err
		}
		if err := wait(); err != nil {
			return nil, err
		}
	}
	var regs syscall.PtraceRegs
	for {
		if err := syscall.PtraceSingleStep(pid); err != nil {
			return nil, err
		}
		if err := wait(); err != nil {
			return nil, err
		}
		if s.StopSignal() == syscall.SIGUSR1 {
			return pcs, nil
		}
		if err := syscall.PtraceGetRegs(pid, &regs); err != nil {
			return nil, err
		}
		if pc := regs.Rip; code.counts(pc) {
			pcs = append(pcs, pc)
		}
	}
}

// code is the text of a program.
type code struct {
	path string
	f    *elf.File
	syms []elf.Symbol
	at   map[uint64]instruction
	seen map[uint64]bool // functions
}

type instruction struct {
	text          string
	vector        bool
	loads, stores float64 // bytes
}

func disassembler(path string) (*code, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	syms, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	syms = slices.DeleteFunc(syms, func(s elf.Symbol) bool {
		return elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Size == 0
	})
	slices.SortFunc(syms, func(a, b elf.Symbol) int {
		switch {
		case a.Value < b.Value:
			return -1
		case a.Value > b.Value:
			return 1
		}
		return 0
	})
	return &code{
		path: path, f: f, syms: syms, at: make(map[uint64]instruction), seen: make(map[uint64]bool),
	}, nil
}

// counts reports whether an address is in a function that is not the runtime's, or one of those
// that clear and move memory, and disassembles that function at the first time.
func (c *code) counts(pc uint64) bool {
	if _, ok := c.at[pc]; ok {
		return true
	}
	i, ok := slices.BinarySearchFunc(c.syms, pc, func(s elf.Symbol, pc uint64) int {
		switch {
		case s.Value+s.Size <= pc:
			return -1
		case s.Value > pc:
			return 1
		}
		return 0
	})
	if !ok {
		return false
	}
	s := c.syms[i]
	if c.seen[s.Value] {
		return false
	}
	c.seen[s.Value] = true
	if strings.HasPrefix(s.Name, "runtime.") && !strings.HasPrefix(s.Name, "runtime.mem") &&
		!strings.HasPrefix(s.Name, "runtime.duff") {
		return false
	}
	out, err := exec.Command("llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-headers",
		fmt.Sprintf("--start-address=%#x", s.Value),
		fmt.Sprintf("--stop-address=%#x", s.Value+s.Size), c.path).Output()
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(out)) {
		a, text, ok := strings.Cut(strings.TrimSpace(line), ":")
		addr, err := strconv.ParseUint(a, 16, 64)
		if !ok || err != nil {
			continue
		}
		text, _, _ = strings.Cut(text, " <")
		text, _, _ = strings.Cut(text, "#")
		c.at[addr] = parse(strings.Join(strings.Fields(text), " "))
	}
	_, ok = c.at[pc]
	return ok
}

// parse reads an instruction in the syntax of AT&T.
func parse(text string) instruction {
	x := instruction{text: text}
	op, args, _ := strings.Cut(text, " ")
	x.vector = strings.HasPrefix(op, "v")
	if !strings.Contains(args, "(") || strings.HasPrefix(op, "lea") || strings.HasPrefix(op, "nop") {
		return x
	}
	size := 8.0
	switch {
	case strings.HasSuffix(op, "sd"), strings.HasPrefix(op, "vbroadcastsd"):
	case strings.Contains(args, "%zmm"):
		size = 64
	case strings.Contains(args, "%ymm"):
		size = 32
	case strings.Contains(args, "%xmm"):
		size = 16
	}
	if strings.HasSuffix(args, ")") && strings.Contains(op, "mov") {
		x.stores = size
	} else {
		x.loads = size
	}
	return x
}

// total is the line of llvm-mca with the cycles.
var total = regexp.MustCompile(`(?m)^Total Cycles: +(\d+)`)

// mca returns the cycles of instructions in this order.
func mca(cpu string, c *code, pcs []uint64) (float64, error) {
	cmd := exec.Command("llvm-mca", "-mcpu="+cpu, "-iterations=1", "-instruction-info=false",
		"-resource-pressure=false")
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	go func() {
		b := bufio.NewWriter(in)
		for _, pc := range pcs {
			fmt.Fprintln(b, c.at[pc].text)
		}
		b.Flush()
		in.Close()
	}()
	out, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	m := total.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("llvm-mca: %.200s", out)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}

// clock measures cycles a nanosecond by dependent multiplications, which take three each.
func clock() float64 {
	best := 0.0
	for range 20 {
		const n = 1_000_000
		x := uint64(os.Getpid())
		t := peers.CPU()
		for range 10 * n {
			x *= 0x9e3779b97f4a7c15
		}
		d := peers.CPU() - t
		if x == 0 {
			d++
		}
		best = max(best, 3*10*n/float64(d.Nanoseconds()))
	}
	return best
}

func (c *code) name(pc uint64) string {
	i, ok := slices.BinarySearchFunc(c.syms, pc, func(s elf.Symbol, pc uint64) int {
		switch {
		case s.Value+s.Size <= pc:
			return -1
		case s.Value > pc:
			return 1
		}
		return 0
	})
	if !ok {
		return "?"
	}
	return c.syms[i].Name
}
