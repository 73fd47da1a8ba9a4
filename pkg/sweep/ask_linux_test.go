package sweep

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal returns the two ends of a terminal: the user's and the program's.
func terminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	if err := unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return user, program
}

// On a terminal the user is asked, and what he types is the answer; another signal is none. The
// line on how far the work is does not write over the question.
func TestAsk(t *testing.T) {
	user, program := terminal(t)
	old := os.Stdin
	defer func() { os.Stdin = old }()
	os.Stdin = program
	p := newProgress(Options{Log: program, Name: "fig00", Engine: &elsewhere{}}, 1, 1)
	p.start()
	defer p.stop()
	p.Show("half of it")
	seen := ""
	shows := func(want string) {
		t.Helper()
		for b := make([]byte, 1024); !strings.Contains(seen, want); {
			n, err := user.Read(b)
			if err != nil {
				t.Fatal(err)
			}
			seen += string(b[:n])
		}
		seen = ""
	}
	shows("fig00: half of it")
	type reply struct {
		answer string
		ok     bool
	}
	replies := make(chan reply)
	ask := func() {
		answer, ok := p.Ask("cancel or leave?")
		replies <- reply{answer, ok}
	}
	go ask()
	shows("fig00: cancel or leave? ")
	p.Show("more of it")
	time.Sleep(2 * p.every)
	if _, err := user.WriteString(" leave \n"); err != nil {
		t.Fatal(err)
	}
	if r := <-replies; r != (reply{"leave", true}) {
		t.Errorf("got %+v", r)
	}
	shows("fig00: more of it")
	go ask()
	shows("fig00: cancel or leave? ")
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	if r := <-replies; r != (reply{}) {
		t.Errorf("after a signal: %+v", r)
	}
	user.WriteString("\n") // for the reader that waits
	os.Stdin = old
	if _, ok := newProgress(Options{Log: &strings.Builder{}}, 1, 1).Ask("?"); ok {
		t.Error("who has no terminal was asked")
	}
}
