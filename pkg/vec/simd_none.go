//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

// The SIMD forms need an experiment of the compiler that has no promise of compatibility: other versions of Go than those it was tested
// with, other processors, and builds without GOEXPERIMENT=simd have the portable form alone.
const active = portable

var atStart = selected(portable, "built without SIMD (GOEXPERIMENT=simd and Go 1.26 on amd64 have it)")

type (
	planes      struct{}
	wideMixture struct{}
	wideOU      struct{}
	byteIndex   struct{}
)

// The forms that are never called.

func newPlanes([]float64) *planes { return nil }
func newWideOU(*ouSeries) *wideOU { return nil }
func (*wideMixture) set(*Mixture) {}

func (*Table) lookup256([]Row, []Index) int { return 0 }
func (*Table) lookup512([]Row, []Index) int { return 0 }

func (*Mixture) force256([]Row, []Row, []Row) bool              { return false }
func (*Mixture) force512([]Row, []Row, []Row) bool              { return false }
func (*Mixture) forceAll256([]Row, []Row, []float64) bool       { return false }
func (*Mixture) forceAll512([]Row, []Row, []float64) bool       { return false }
func (*OU1) step256([]Row, []Row, []Row)                        {}
func (*OU1) step512([]Row, []Row, []Row)                        {}
func (*OU2) step256([]Row, []Row, []Row)                        {}
func (*OU2) step512([]Row, []Row, []Row)                        {}
func (*Stream) indices256([]Index, int, int, bool)              {}
func (*Stream) indices512([]Index, int, int, bool)              {}
func (*state) bits256([]uint64)                                 {}
func (*state) bits512([]uint64)                                 {}
func (*state) normals256([]Row)                                 {}
func (*state) normals512([]Row)                                 {}
func accumulate256(*Row, *Row, *Row)                            {}
func accumulate512(*Row, *Row, *Row)                            {}
func accumulateProduct256(*Row, *Row, *Row)                     {}
func accumulateProduct512(*Row, *Row, *Row)                     {}
func addConstant256(*Row, float64)                              {}
func addConstant512(*Row, float64)                              {}
func addNorm256(*Row, []Row, float64)                           {}
func addNorm512(*Row, []Row, float64)                           {}
func addOuter256([]Row, []Row, float64)                         {}
func addOuter512([]Row, []Row, float64)                         {}
func addOuterDrift256([]Row, []Row, []Row, float64, float64)    {}
func addOuterDrift512([]Row, []Row, []Row, float64, float64)    {}
func addScaled256([]Row, []Row, float64)                        {}
func addScaled512([]Row, []Row, float64)                        {}
func addSquares256([]Row, []Row, float64)                       {}
func addSquares512([]Row, []Row, float64)                       {}
func addTwo256([]Row, []Row, []Row, float64, float64)           {}
func addTwo512([]Row, []Row, []Row, float64, float64)           {}
func affine256(*Row, *Row, float64, float64)                    {}
func affine512(*Row, *Row, float64, float64)                    {}
func bin256(*[Lanes]int32, *Row, float64, float64, int)         {}
func bin512(*[Lanes]int32, *Row, float64, float64, int)         {}
func kickDrift256([]Row, []Row, []Row, float64, float64)        {}
func kickDrift512([]Row, []Row, []Row, float64, float64)        {}
func linear256([]Row, []Row, []Row, []float64, []float64)       {}
func linear512([]Row, []Row, []Row, []float64, []float64)       {}
func ouDrift256([]Row, []Row, []Row, float64, float64, float64) {}
func ouDrift512([]Row, []Row, []Row, float64, float64, float64) {}
func scaleAdd256([]Row, []Row, float64, float64)                {}
func scaleAdd512([]Row, []Row, float64, float64)                {}
func sumAffine256(*Row, *Row, []Row, float64, float64)          {}
func sumAffine512(*Row, *Row, []Row, float64, float64)          {}
