package experiments

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
)

// On a full disk neither checkpoints nor results can be kept: the figure says so, waits for room
// and continues. If there is no room for outputs, one line says so, and the old outputs stay.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	v, disk := victims[0], t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16k"); err != nil {
		t.Skipf("no small disk: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	p := v.start(t, disk)
	for _, line := range []string{
		"a checkpoint cannot be kept: ", "not all results can be kept in cache: ",
	} {
		line := regexp.MustCompile(line + ".*no space left on device; ")
		if !p.until(t, func() bool { return line.MatchString(p.said(t)) }) {
			t.Fatalf("it ended without %q: %s", line, p.said(t))
		}
	}
	err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=4m")
	if err != nil {
		t.Fatal(err)
	}
	p.wait(t, 0)
	compareTrees(t, disk, v.whole(t))

	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = filler.Write(make([]byte, 4096))
	}
	filler.Close()
	old := tree(t, disk)
	// The order of n changes the table and the pictures, but no task.
	p = v.start(t, disk, "-q", "-set", "n=[20, 10, 1]")
	p.wait(t, 1)
	line := regexp.MustCompile(
		`^fig05: cannot write out/fig05\.(png|pdf|csv|json): no space left on device\n$`)
	if !line.MatchString(p.said(t)) {
		t.Error(p.said(t))
	}
	if diff := differences(old, tree(t, disk)); len(diff) > 0 {
		t.Errorf("files that changed: %q", diff)
	}
}
