package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const usual = head + "1,2,x,1.5,0.1,ok,simulation\n1,2,x,1.25,0,ok,exact\n"

func picture(t *testing.T, colour uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 4, 4))
	img.SetGray(1, 1, color.Gray{Y: colour})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// newProject makes a project with committed results in the working directory.
func newProject(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", ".")
	for _, name := range names {
		for _, folder := range []string{"golden/smoke", "quick", "paper"} {
			write(t, "results/"+folder+"/"+name+".csv", usual)
		}
		write(t, "figures/"+name+".png", picture(t, 100))
	}
}

// program makes a program with a given table at one profile, and the usual table at others.
func program(t *testing.T, name, profile, csv string, colour uint8) {
	t.Helper()
	write(t, "made/"+name+".csv", usual)
	write(t, "made/"+profile+"/"+name+".csv", csv)
	write(t, "made/"+name+".png", picture(t, colour))
	write(t, ".bin/"+name, fmt.Sprintf(`#!/bin/sh
[ "$1 $3 $4 $6" = "-profile -fresh -out -cache" ] && [ ! -e "$7/$2-%s" ] || exit 9
mkdir -p "$5" "$7"
touch "$7/$2-%[1]s"
cp made/%[1]s.* "$5"
[ ! -e made/$2 ] || cp made/$2/%[1]s.csv "$5"
`, name))
}

func TestReproduce(t *testing.T) {
	moved := strings.Replace(usual, "1.5,", "1.6,", 1)
	const failed = `(.*\n)*verify: NOT reproduced: 1 times, see above; what was computed in \S+ is in `
	for _, c := range []struct {
		name, profile string
		csv           string // of the profile
		colour        uint8
		code          int
		out           string
	}{
		{"smoke", "smoke", usual, 0, 0,
			`^fig07 of profile smoke from nothing \(1 of 1\)\nreproduced: .* of fig07, from nothing, in `},
		{"quick", "quick", usual, 0, 0, `^.* smoke .*\n.* quick from nothing .*\nprofile quick against ` +
			`the full-length tables.*\n1 rows: .*\nreproduced: `},
		{"paper", "paper", usual, 100, 0, `paper from nothing .*\nreproduced: `},
		{"rounding", "quick", strings.Replace(usual, "1.25,", "1.2500000000001,", 1), 0, 0,
			`reproduced: `},
		{"a point moved", "paper", moved, 100, 1,
			`fig07: the table is not results/paper/fig07\.csv; if that is meant, make bless FIG=7\n` +
				`row 1 \(n=1 .*\): value: want 1\.5, got 1\.6 \(0\.71 standard errors\)\n` + failed},
		{"a golden one moved", "smoke", moved, 100, 1,
			`is not results/golden/smoke/fig07\.csv;` + failed},
		{"a picture moved", "paper", usual, 200, 1,
			`fig07: the picture is not figures/fig07\.png; if that ` + failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			newProject(t, "fig07")
			program(t, "fig07", c.profile, c.csv, c.colour)
			check(t, c.code, c.out, "reproduce", "-profile", c.profile, "fig07")
			left, err := filepath.Glob("reproduce*")
			if err != nil || len(left) != c.code {
				t.Errorf("left %v, %v", left, err)
			}
		})
	}
}

// A figure that fails does not stop the others.
func TestFailures(t *testing.T) {
	newProject(t, "fig01", "fig02", "fig04")
	write(t, ".bin/fig01", "#!/bin/sh\nexit 2\n")
	for _, name := range []string{"fig02", "fig03", "fig04"} {
		program(t, name, "quick", usual, 0)
	}
	write(t, "results/paper/fig04.csv", head+"1,2,x,9.5,0.1,ok,simulation\n")
	check(t, 1, `fig01: exit status 2\n(.*\n)+read table: results/golden/smoke/fig03\.csv: no such `+
		`(.*\n)+fig01: exit status 2\n`, "reproduce", "fig01", "fig02", "fig03")
	check(t, 1, `fig04: row 1 .*: 1\.5 and 9\.5, z = -56\.57\n(.*\n)+verify: NOT reproduced: 1 times`,
		"reproduce", "fig04")
}

// After a signal there is no answer.
func TestSignal(t *testing.T) {
	newProject(t, "fig01")
	write(t, ".bin/fig01",
		"#!/bin/sh\ntrap 'exit 1' TERM; touch ready; while :; do sleep 0.05; done\n")
	go func() {
		for {
			if _, err := os.Stat("ready"); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}()
	check(t, 1, `\(1 of 2\)\nverify: not decided: interrupted; what was computed is in \S+\n$`,
		"reproduce", "fig01", "fig02")
}
