package files_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adl/pkg/files"
)

// A writer that fails leaves the old file as it was.
func ExampleWrite() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "numbers.txt")
	if err := files.WriteBytes(path, []byte("1 2 3\n")); err != nil {
		panic(err)
	}
	err = files.Write(path, func(w io.Writer) error {
		fmt.Fprint(w, "4 5")
		return errors.New("there is no 6")
	})
	fmt.Println(errors.Unwrap(err))
	b, _ := os.ReadFile(path)
	fmt.Printf("%s", b)
	// Output:
	// there is no 6
	// 1 2 3
}

func ExampleCause() {
	_, err := os.Open("/none/data.csv")
	fmt.Println(files.Cause(err))
	// Output: no such file or directory
}
