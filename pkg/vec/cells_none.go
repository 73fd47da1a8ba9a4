//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

// The forms that are never called.

func (*Cells) group256()                      {}
func (*Cells) group512()                      {}
func (*Cells) sum256([]Row, []Row)            {}
func (*Cells) sum512([]Row, []Row)            {}
func (*Cells) add256([]Row, []Row, []float64) {}
func (*Cells) add512([]Row, []Row, []float64) {}
func (*Cells) scale256([]float64)             {}
func (*Cells) scale512([]float64)             {}
func (*Boxes) eval256(*Cells, []Row)          {}
func (*Boxes) eval512(*Cells, []Row)          {}
func (*Nearest) eval256(*Cells, []Row)        {}
func (*Nearest) eval512(*Cells, []Row)        {}
func outer256([]Row, []Row)                   {}
func outer512([]Row, []Row)                   {}
func squares256([]Row, []Row)                 {}
func squares512([]Row, []Row)                 {}
func norm256(*Row, []Row)                     {}
func norm512(*Row, []Row)                     {}
