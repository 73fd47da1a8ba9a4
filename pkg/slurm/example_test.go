package slurm_test

import (
	"fmt"

	"adl/pkg/slurm"
)

// The environment gives the settings that a spec does not.
func ExampleSettings_WithEnvironment() {
	environment := map[string]string{
		"ADL_SLURM_PARTITION": "long",
		"ADL_SLURM_TIME":      "4:00:00",
		"ADL_SLURM_LIMIT":     "many",
	}
	getenv := func(name string) string { return environment[name] }

	spec := slurm.Settings{Partition: "short", Limit: 64}
	s, err := spec.WithEnvironment(getenv)
	fmt.Println(s.Partition, s.Time, s.Limit, err)

	spec.Limit = 0
	_, err = spec.WithEnvironment(getenv)
	fmt.Println(err)
	// Output:
	// short 4:00:00 64 <nil>
	// ADL_SLURM_LIMIT: expected an integer from 1 to 100000, got "many"
}
