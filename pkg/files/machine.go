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
// folders in it. What cannot be removed is left.
func Clean(dir string, deep bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() && deep:
			Clean(path, true)
		case e.Type().IsRegular() && abandoned(e):
			os.Remove(path)
		}
	}
}

// abandoned reports whether a file is temporary and its program has ended.
func abandoned(e fs.DirEntry) bool {
	name := e.Name()
	i := strings.LastIndex(name, temporary)
	if i < 0 || !strings.HasPrefix(name, ".") {
		return false
	}
	if part := strings.Split(name[i+len(temporary):], "-"); len(part) == 3 && part[0] == Machine() {
		pid, err := strconv.Atoi(part[1])
		return err == nil && !Alive(pid)
	}
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) > old
}
