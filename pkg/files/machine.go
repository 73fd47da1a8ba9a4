package files

import (
	"encoding/hex"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Machine returns a name of this machine since it was started, in which the numbers of processes
// are unique: a container has one of its own.
var Machine = sync.OnceValue(func() string {
	h := fnv.New64a()
	name, _ := os.Hostname()
	h.Write([]byte(name))
	for _, path := range []string{"/proc/sys/kernel/random/boot_id", "/proc/self/ns/pid"} {
		b, _ := os.ReadFile(path)
		link, _ := os.Readlink(path)
		h.Write(b)
		h.Write([]byte(link))
	}
	return hex.EncodeToString(h.Sum(nil))
})

// old is the age at which a temporary file of another machine is nobody's.
const old = 24 * time.Hour

// Clean removes the temporary files of programs that have ended from a folder and, if deep, the
// folders in it, after [Finish]. What cannot be removed is left, and so is what Finish cannot
// complete.
func Clean(dir string, deep bool) {
	unfinished := Finish(dir) != nil
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() && deep:
			Clean(path, true)
		case e.Type().IsRegular() && !unfinished && abandoned(e):
			os.Remove(path)
		}
	}
}

// abandoned reports whether a file is temporary and its program has ended.
func abandoned(e fs.DirEntry) bool {
	i := strings.LastIndex(e.Name(), temporary)
	if i < 0 || !strings.HasPrefix(e.Name(), ".") {
		return false
	}
	info, err := e.Info()
	return err == nil && ended(e.Name()[i+len(temporary):], info.ModTime())
}

// ended reports whether the program has ended that made a file at a time. The end of the file's
// name is from unique.
func ended(name string, made time.Time) bool {
	part := strings.Split(name, "-")
	if n := len(part); n >= 3 && part[n-3] == Machine() {
		pid, err := strconv.Atoi(part[n-2])
		return err == nil && !Alive(pid)
	}
	return time.Since(made) > old
}
