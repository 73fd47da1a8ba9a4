package simulate

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/files"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// BenchmarkCheckpoint measures the cost of saving the largest states, as package work does every
// half minute: in milliseconds, megabytes, and thousandths of half a minute.
func BenchmarkCheckpoint(b *testing.B) {
	large := scores(400, 100)
	images := &model.Logistic{Z: large.Z, D: large.D, Y: large.Y}
	first, second := dynamics.Component{I: 0}, dynamics.Component{I: 1}
	full := logisticChain()
	full.Model, full.Replicas, full.XiVar = images, 8, 1
	full.Theta, full.Xi = [][]float64{make([]float64, 100)}, slices.Repeat([]float64{2}, 100)
	full.Observe = append(full.Observe, Mean{Of: dynamics.Xi{}})
	joint := mixtureChain()
	joint.Observe = append(joint.Observe,
		Joint{first, second, [2]float64{-1, -1}, [2]float64{2, 2}, 200})
	for name, c := range map[string]*Chain{
		"full ξ, 100 dimensions": full, "network": networkChain(vec.Replicas), "joint histogram": joint,
	} {
		b.Run(name, func(b *testing.B) {
			var saved func() table.Archive
			_, err := c.RunFrom(b.Context(), nil, func(_ bool, state func() table.Archive) {
				saved = state
			}, func(float64) {})
			if err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(b.TempDir(), "state")
			for b.Loop() {
				a := saved()
				err := files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, a) })
				if err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e3*seconds, "ms")
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportMetric(1e3*seconds/30, "‰")
		})
	}
}
