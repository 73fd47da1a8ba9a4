package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"adl/pkg/files"
)

// Manifest says what the jobs of a run do. It never changes.
type Manifest struct {
	Figure  string    `json:"figure"`
	Profile string    `json:"profile"`
	Time    time.Time `json:"time"`
	CPUs    int       `json:"cpus"` // of a job
	Packs   []Pack    `json:"packs"`
}

// Pack is the tasks of one job, by their keys.
type Pack struct {
	Keys    []string `json:"keys"`
	At      []int    `json:"at"`      // where the tasks are among those of the figure
	Seconds float64  `json:"seconds"` // that they may take on one core
}

// array is a job array: its elements are the packs from First on.
type array struct {
	ID    string `json:"id"`
	First int    `json:"first"`
	Count int    `json:"count"`
}

// Files of a run's folder. Beside them stand the program, as it was when the run began, and what it
// reads.
const (
	manifestFile   = "manifest.json"
	arraysFile     = "jobs.json"
	scriptFile     = "job.sh"
	programFile    = "program"
	logFolder      = "log"
	storedFolder   = "stored"   // an empty file for every key whose result is stored
	preparedFolder = "prepared" // a file for everything that the submitting program prepared
)

// maxManifest bounds the size of a manifest.
const maxManifest = 1 << 26

// run is a submission: a folder beside the results, which all machines see.
type run struct {
	dir string
	Manifest
	arrays []array
}

// begin makes the folder of a run.
func begin(dir string, m Manifest) (*run, error) {
	r := &run{Manifest: m}
	r.dir = filepath.Join(dir, fmt.Sprintf("%s-%s-%s", m.Figure, m.Time.Format("20060102-150405"),
		strconv.FormatUint(rand.Uint64()>>40, 36)))
	for _, sub := range []string{logFolder, storedFolder, preparedFolder} {
		if err := os.MkdirAll(filepath.Join(r.dir, sub), 0o777); err != nil {
			return nil, err
		}
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(r.dir, manifestFile)
	if err := files.WriteBytes(path, append(b, '\n')); err != nil {
		return nil, err
	}
	return r, os.Chmod(path, 0o444)
}

// submitted adds an array to the run.
func (r *run) submitted(a array) error {
	r.arrays = append(r.arrays, a)
	b, err := json.Marshal(r.arrays)
	if err != nil {
		return err
	}
	return files.WriteBytes(filepath.Join(r.dir, arraysFile), append(b, '\n'))
}

// open reads the folder of a run.
func open(dir string) (*run, error) {
	r := &run{dir: dir}
	if err := read(filepath.Join(dir, manifestFile), &r.Manifest); err != nil {
		return nil, err
	}
	err := read(filepath.Join(dir, arraysFile), &r.arrays)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // nothing was submitted
		return nil, err
	}
	return r, nil
}

func read(path string, v any) error {
	b, err := files.Read(path, maxManifest)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	return nil
}

// runs returns the runs in a folder that are of a figure, or of all if it is "". A run that cannot
// be read is left out.
func runs(dir, figure string) []*run {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var list []*run
	for _, e := range entries {
		if figure != "" && !strings.HasPrefix(e.Name(), figure+"-") {
			continue
		}
		if r, err := open(filepath.Join(dir, e.Name())); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// stored returns the keys whose results programs have stored, from one look at a folder.
func (r *run) stored() map[string]bool {
	keys := make(map[string]bool)
	f, err := os.Open(filepath.Join(r.dir, storedFolder))
	if err != nil {
		return keys
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
		keys[name] = true
	}
	return keys
}

// idsOf returns the IDs of the arrays of some runs.
func idsOf(list []*run) (ids []string) {
	for _, r := range list {
		for _, a := range r.arrays {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// element returns the name that Slurm has for the job of a pack, or "" if it was not submitted.
func (r *run) element(pack int) string {
	for _, a := range r.arrays {
		if pack >= a.First && pack < a.First+a.Count {
			return fmt.Sprintf("%s_%d", a.ID, pack-a.First)
		}
	}
	return ""
}

// log returns the path of the log of an element.
func (r *run) log(element string) string { return filepath.Join(r.dir, logFolder, element+".txt") }

// Part is the share of a job in a run: a pack.
type Part struct {
	Manifest
	Pack   // its keys
	Number int
	Post   string // for sweep.Cache; empty where the program is not a job

	dir string
}

// ParsePart reads the manifest for what the flag -pack names: the folder of a run, a colon and the
// number of a pack.
func ParsePart(name string, getenv func(string) string) (*Part, error) {
	i := strings.LastIndexByte(name, ':')
	n, err := strconv.Atoi(name[i+1:])
	if i < 0 || err != nil {
		return nil, fmt.Errorf("expected FOLDER:NUMBER, got %.200q", name)
	}
	p := &Part{dir: name[:i], Number: n}
	if err := read(filepath.Join(p.dir, manifestFile), &p.Manifest); err != nil {
		return nil, err
	}
	if n < 0 || n >= len(p.Packs) {
		return nil, fmt.Errorf("expected a pack from 0 to %d, got %d", len(p.Packs)-1, n)
	}
	p.Pack = p.Packs[n]
	if job := getenv("SLURM_ARRAY_JOB_ID"); job != "" {
		p.Post = job + "_" + getenv("SLURM_ARRAY_TASK_ID")
	}
	return p, nil
}

// Prepared returns what the submitting program prepared under a name, and false if it is not there.
func (p *Part) Prepared(name string) ([]byte, bool) {
	b, err := os.ReadFile(preparedFile(p.dir, name))
	return b, err == nil
}

// preparedFile is the path of a prepared file of a name, in the folder of a run.
func preparedFile(dir, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(dir, preparedFolder, hex.EncodeToString(sum[:16]))
}

// Stored notes that the result of a key is in the cache.
func (p *Part) Stored(key string) {
	// Where this fails, the submitting program finds the result when the job has ended.
	_ = os.WriteFile(filepath.Join(p.dir, storedFolder, key), nil, 0o666)
}
