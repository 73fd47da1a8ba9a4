// Package long marks the tests that make test skips and make test-long runs.
package long

import (
	"os"
	"testing"
)

// On reports whether long tests run: whether the environment variable LONG is 1.
func On() bool { return os.Getenv("LONG") == "1" }

// Test skips the test, and says so, unless long tests run.
func Test(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skip("make test-long runs it")
	}
}
