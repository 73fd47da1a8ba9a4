//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

type wideNetwork struct{}

// The forms that are never called.

func (*wideNetwork) set(*Network) {}

func (*Network) force256([]Row, []Row, []Index) bool { return false }
func (*Network) force512([]Row, []Row, []Index) bool { return false }
func (*Network) forceAll256([]Row, []Row)            {}
func (*Network) forceAll512([]Row, []Row)            {}
func networkLogit256(*Row, []Row, []float64)         {}
func networkLogit512(*Row, []Row, []float64)         {}
