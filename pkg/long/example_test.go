package long_test

import (
	"fmt"
	"os"

	"adl/pkg/long"
)

// A test of a distribution takes as many draws as there is time for.
func ExampleOn() {
	defer os.Setenv("LONG", os.Getenv("LONG"))
	for _, value := range []string{"", "1"} {
		os.Setenv("LONG", value) // make test-long sets it to 1
		draws := 1_000
		if long.On() {
			draws = 1_000_000
		}
		fmt.Println(draws, "draws")
	}
	// Output:
	// 1000 draws
	// 1000000 draws
}
