package experiment

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"adl/pkg/slurm/slurmtest"
)

// fastPolls lets the engine look at the queue often.
func fastPolls(t *testing.T) {
	old := interval
	interval = "20ms"
	t.Cleanup(func() { interval = old })
}

// runProgram runs fig00 and returns its exit code and output.
func runProgram(args ...string) (code int, stdout, stderr string) {
	var out, log bytes.Buffer
	code = program(nil).Run(args, &out, &log)
	return code, out.String(), log.String()
}

// sameFiles compares what two runs wrote, byte for byte.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	for _, name := range []string{"fig00.csv", "fig00.json", "fig00.png", "fig00.pdf",
		"fig00.svg"} {
		x, err := os.ReadFile(filepath.Join(a, name))
		y, err2 := os.ReadFile(filepath.Join(b, name))
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs: %v, %v", name, err, err2)
		}
	}
}

// Jobs of Slurm compute what this program would, and the outputs are the same bytes, whatever the
// settings of Slurm are. A rerun submits nothing.
func TestSlurm(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	if code, _, stderr := runProgram("-out", "local", "-cache", "a"); code != 0 {
		t.Fatal(stderr)
	}
	args := []string{"-engine", "slurm", "-out", "there", "-cache", "b c"}
	code, stdout, stderr := runProgram(append(args, "-set", "slurm.pack=0.1", "-set",
		`slurm.prefix="A=1"`)...)
	if code != 0 || !strings.Contains(stdout, "3 tasks, 0 cached; 3 computed") {
		t.Fatalf("%d: %s%s", code, stdout, stderr)
	}
	sameFiles(t, "local", "there")
	if n := len(d.Calls("sbatch")); n != 1 {
		t.Errorf("sbatch was called %d times", n)
	}
	if _, err := os.Stat("b c/slurm"); err == nil {
		t.Error("the run's folder is left")
	}
	if code, stdout, stderr = runProgram(args...); code != 0 || len(d.Calls("sbatch")) != 1 {
		t.Errorf("a rerun: %d: %s%s", code, stdout, stderr)
	}

	// a spec that is gone when the job starts, and a list that is in it
	if err := os.WriteFile("my.toml", []byte("x = [5, 6]\n[slurm]\npack = 1\n[profile.smoke]\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	d.Set("slots", "2")
	args = []string{"-spec", "my.toml", "-profile", "smoke"}
	if code, _, stderr := runProgram(append(args, "-engine", "slurm", "-out", "there", "-cache",
		"b", "-set", "slurm.limit=3")...); code != 0 {
		t.Fatal(stderr)
	}
	if code, _, stderr := runProgram(append(args, "-out", "local", "-cache", "a")...); code != 0 {
		t.Fatal(stderr)
	}
	sameFiles(t, "local", "there")
}

// A task that fails is explained, the others are kept, and a rerun submits only this.
func TestSlurmFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	for range 2 {
		code, stdout, stderr := runProgram("-engine", "slurm", "-out", "o", "-cache", "c", "-set",
			"x=[5,7,6]")
		if code != failed || stdout != "" {
			t.Fatalf("%d: %s", code, stdout)
		}
		for _, want := range []string{
			"fig00: 1 of 3 tasks without a result; the same command computes only these\n  task ",
			" (x=7): job ", ": FAILED, exit code 1, on node1\n",
			"      fig00: 1 task failed: task 41310d42: panic: seven\n",
		} {
			if !strings.Contains(stderr, want) {
				t.Errorf("%q is not in %s", want, stderr)
			}
		}
		if _, err := os.Stat("o/fig00.csv"); err == nil {
			t.Error("a table was written")
		}
	}
	manifests, err := filepath.Glob("c/slurm/fig00-*/manifest.json")
	if err != nil || len(manifests) != 2 || len(d.Calls("sbatch")) != 2 {
		t.Fatalf("%q, %v", manifests, err)
	}
	keys := regexp.MustCompile(`"[0-9a-f]{32}"`)
	var counts []int
	for _, m := range manifests {
		b, err := os.ReadFile(m)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, len(keys.FindAll(b, -1)))
	}
	if slices.Sort(counts); !slices.Equal(counts, []int{1, 3}) {
		t.Errorf("the manifests have %v tasks", counts)
	}
}

// What is wrong with the settings is one line and the exit code of a wrong spec.
func TestSlurmSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	d.Set("partition", "short")
	slurm := []string{"-engine", "slurm", "-cache", "c", "-out", "o"}
	for _, c := range []struct {
		set, env, want string
	}{
		{`slurm.partition="x"`, "", `fig00: -set slurm.partition="x": key "slurm.partition": ` +
			`there is no partition "x"; there are: short` + "\n"},
		{`slurm.parition="x"`, "", `fig00: -set slurm.parition="x": key "slurm.parition" is unknown; ` +
			`did you mean "slurm.partition"?` + "\n"},
		{"slurm.cpus=0", "", `fig00: -set slurm.cpus=0: key "slurm.cpus": expected an integer ` +
			"from 1 to 4096, got 0\n"},
		{"x=[1]", "nobody", `fig00: ADL_SLURM_ACCOUNT: Slurm refuses the account "nobody"`},
	} {
		t.Setenv("ADL_SLURM_ACCOUNT", c.env)
		code, _, stderr := runProgram(append(slurm, "-set", c.set)...)
		if code != misuse || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %d, got\n%swant\n%s", c.set, code, stderr, c.want)
		}
	}
}

// Programs with -share compute the tasks between them, draw nothing, and leave the figure to
// another.
func TestShare(t *testing.T) {
	t.Chdir(t.TempDir())
	const set = "x=[1,2,3,4,5,6,8,9,10,11,12]"
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			code, stdout, stderr := runProgram("-share", "-cache", "c", "-workers", "2", "-set", set)
			if code != 0 || !strings.HasPrefix(stdout, "fig00: the results of all tasks are there; ") {
				t.Errorf("%d: %s%s", code, stdout, stderr)
			}
		})
	}
	wg.Wait()
	for _, dir := range []string{"figures", "results"} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("there is a folder %s", dir)
		}
	}
	if code, _, stderr := runProgram("-cached", "-cache", "c", "-out", "o", "-set", set); code != 0 {
		t.Errorf("%d: %s", code, stderr)
	}
}

// A job whose pack is not what the program computes says so.
func TestPack(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("run", 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile("run/manifest.json", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const good = `{"figure": "fig00", "packs": [{"keys": ["0123456789abcdef"]}]}`
	for _, c := range []struct {
		text, pack string
		code       int
		want       string
	}{
		{good, "run:0", failed, "pack 0: there is no task 01234567: the program, its spec or its " +
			"data changed after it was submitted"},
		{good, "x", misuse, `-pack: expected FOLDER:NUMBER, got "x"`},
		{good, "run:-1", misuse, "-pack: expected a pack from 0 to 0, got -1"},
		{`{"figure": "fig01", "packs": [{"keys": ["0"]}]}`, "run:0", misuse,
			"-pack: run:0 is about fig01"},
		{`{"figure": "fig`, "run:0", misuse,
			"-pack: read run/manifest.json: unexpected end of JSON input"},
	} {
		write(c.text)
		code, _, stderr := runProgram("-pack", c.pack, "-cache", "c")
		if code != c.code || stderr != "fig00: "+c.want+"\n" {
			t.Errorf("%d, got\n%swant\n%s", code, stderr, c.want)
		}
	}
}
