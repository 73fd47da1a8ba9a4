// Command compare compares two tables as golden numbers are: simulated rows byte for byte, what is computed with gonum, whose last bits depend on the machine, to 1e-9.
//
//	go run ./scripts/compare WANT.csv GOT.csv
package main

import (
	"fmt"
	"io"
	"os"

	"adl/pkg/table"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns 0 if the tables agree, 1 if not or a file cannot be read, 2 on wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 2 {
		fmt.Fprintln(stderr, "usage: compare WANT.csv GOT.csv")
		return 2
	}
	var t [2]*table.Table
	for i, path := range args {
		var err error
		t[i], err = table.ReadFile(path)
		if err != nil {
			fmt.Fprintln(stderr, "compare:", err)
			return 1
		}
	}
	differences := table.Compare(t[0], t[1], 1e-9)
	for _, d := range differences {
		fmt.Fprintln(stdout, d)
	}
	if len(differences) > 0 {
		return 1
	}
	return 0
}
