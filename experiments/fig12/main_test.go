package main

import (
	"testing"

	"adl/pkg/experiment/drawtest"
)

func BenchmarkDraw(b *testing.B) { drawtest.Benchmark(b, program) }
