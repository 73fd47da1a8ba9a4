//go:build !unix

package peers

import "time"

var began = time.Now()

// CPU is the time on the wall since this process began, where the system does not say how long it
// had a processor.
func CPU() time.Duration { return time.Since(began) }
