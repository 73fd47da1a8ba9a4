//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

// The forms that are never called.

func sumSquares256(*v8w, []float64)                                     {}
func sumSquares512(*v8w, []float64)                                     {}
func (*Logistic) add256(_, _ []float64, _ []uint16)                     {}
func (*Logistic) add512(_, _ []float64, _ []uint16)                     {}
func (*Logistic) addAll256([]float64, [][]Row)                          {}
func (*Logistic) addAll512([]float64, [][]Row)                          {}
func (*symSquares) update256([]Row, int, int, []RankOne)                {}
func (*symSquares) update512([]Row, int, int, []RankOne)                {}
func symMul256(_, _ []float64, _ []Row, _, _ []float64)                 {}
func symMul512(_, _ []float64, _ []Row, _, _ []float64)                 {}
func symTerm256(_, _ *v8w, _, _, _, _, _ []float64, _, _, _, _ float64) {}
func symTerm512(_, _ *v8w, _, _, _, _, _ []float64, _, _, _, _ float64) {}
