//go:build !(goexperiment.simd && amd64 && go1.26 && !go1.27)

package vec

// The forms that are never called.

func expRow512(_, _ *Row)     {}
func expRow256(_, _ *Row)     {}
func logRow512(_, _ *Row)     {}
func logRow256(_, _ *Row)     {}
func sigmoidRow512(_, _ *Row) {}
func sigmoidRow256(_, _ *Row) {}
