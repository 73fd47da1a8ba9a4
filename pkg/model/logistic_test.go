package model

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/vec"
)

// regression is data of d covariates, every third label wrong way round.
func regression(total, d int) *Logistic {
	z, y := make([]float32, total*d), make([]float64, total)
	r := vec.Rows(total*d/vec.Lanes + 1)
	vec.NewStream(uint64(d)).Normals(r)
	for i := range z {
		z[i] = float32(r[i/vec.Lanes][i%vec.Lanes])
	}
	for i := range y {
		if (z[i*d] > 0) == (i%3 > 0) {
			y[i] = 1
		}
	}
	return &Logistic{Z: z, D: d, Y: y}
}

// at is a point of d numbers, as a list and in rows.
func at(d int, scale float64, key uint64) ([]float64, []vec.Row) {
	r := vec.Rows(vec.Wide(d))
	vec.NewStream(key, 9).Normals(r)
	x := make([]float64, d)
	for k := range vec.Lanes * len(r) {
		v := &r[k/vec.Lanes][k%vec.Lanes]
		*v *= scale
		if k >= d {
			*v = 0
			continue
		}
		x[k] = *v
	}
	return x, r
}

// TestLogisticGradient compares the gradient of all data with finite differences of the logarithm, far from the origin too, and both with the sum datum by datum.
func TestLogisticGradient(t *testing.T) {
	for _, d := range []int{1, 2, 7, 8, 9, 16, 63, 64, 65, 100} {
		m := regression(203, d)
		for _, scale := range []float64{0, 0.1, 1, 30} {
			name := fmt.Sprintf("d = %d, |θ| about %g√d", d, scale)
			x, rows := at(d, scale, 3)
			f := vec.Rows(vec.Wide(d))
			m.WideGradient(203).Eval([][]vec.Row{f}, [][]vec.Row{rows}, [][]uint16{nil})
			sum, one := make([]float64, d), make([]float64, d)
			m.GradPrior(sum, x)
			for i := range m.Data() {
				m.GradDatum(one, x, i)
				for k := range sum {
					sum[k] += one[k]
				}
			}
			for k := range vec.Lanes * len(f) {
				got := f[k/vec.Lanes][k%vec.Lanes]
				if k >= d {
					if got != 0 {
						t.Fatalf("%s: component %d is %g, not 0", name, k, got)
					}
					continue
				}
				if math.Abs(got-sum[k]) > 3e-10*(1+scale) {
					t.Errorf("%s: component %d is %.15g, datum by datum %.15g", name, k, got, sum[k])
				}
				const h = 1e-5
				keep := x[k]
				x[k] = keep + h
				up := m.LogPosterior(x)
				x[k] = keep - h
				down := m.LogPosterior(x)
				x[k] = keep
				if fd := (up - down) / (2 * h); math.Abs(got-fd) > 1e-5*(1+math.Abs(fd)) {
					t.Errorf("%s: component %d is %.9g, the difference quotient %.9g", name, k, got, fd)
				}
			}
		}
	}
}

// TestLogisticBatches compares batches, of distinct data and of repeated ones, with PerDatum in a lane.
func TestLogisticBatches(t *testing.T) {
	for _, d := range []int{1, 5, 64, 100} {
		const total = 150
		m := regression(total, d)
		for _, n := range []int{1, 2, 7, 8, 9, 64, 65, 149, 150, 400} {
			x, rows := at(d, 0.3, uint64(n))
			batch := make([]uint16, n)
			vec.NewStream(uint64(n)).Choices(batch, total)
			if n == total {
				for i := range batch {
					batch[i] = uint16(i)
				}
			}
			f, all := vec.Rows(vec.Wide(d)), vec.Rows(vec.Wide(d))
			g := m.WideGradient(n)
			// the batch and, at the same time, all the data
			g.Eval([][]vec.Row{all, f, all}, [][]vec.Row{rows, rows, rows}, [][]uint16{nil, batch, nil})
			theta, want, idx := vec.Rows(d), vec.Rows(d), vec.Indices(n)
			for k := range theta {
				theta[k][5] = x[k]
			}
			for j, i := range batch {
				idx[j][5] = i
			}
			m.Gradient(n).Eval(want, theta, Batch{Index: idx})
			for k := range want {
				got := f[k/vec.Lanes][k%vec.Lanes]
				if math.Abs(got-want[k][5]) > 1e-9 {
					t.Errorf("d = %d, n = %d: component %d is %.15g, datum by datum %.15g", d, n, k, got, want[k][5])
				}
				if n == total && got != all[k/vec.Lanes][k%vec.Lanes] {
					t.Errorf("d = %d: component %d of the batch of all the data in order is %x, of all the data %x", d, k, got, all[k/vec.Lanes][k%vec.Lanes])
				}
			}
		}
	}
}

// TestLogisticTogether: what comes out for a replica does not depend on how many share a reading of the data.
func TestLogisticTogether(t *testing.T) {
	const d = 20
	m := regression(101, d)
	g := m.WideGradient(101)
	var f, theta [][]vec.Row
	for c := range uint64(19) {
		_, r := at(d, 1, c)
		theta, f = append(theta, r), append(f, vec.Rows(1))
	}
	g.Eval(f, theta, make([][]uint16, 19))
	for c := range theta {
		one := vec.Rows(1)
		g.Eval([][]vec.Row{one}, theta[c:c+1], make([][]uint16, 1))
		if one[0] != f[c][0] {
			t.Errorf("replica %d: alone the force is another than among 19", c)
		}
	}
}

// TestLogisticNaN: a θ that is no number spreads to the whole force.
func TestLogisticNaN(t *testing.T) {
	m := regression(30, 10)
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		_, r := at(10, 1, 1)
		r[0][3] = bad
		f := vec.Rows(1)
		m.WideGradient(3).Eval([][]vec.Row{f}, [][]vec.Row{r}, [][]uint16{{1, 2, 3}})
		for k := range 10 {
			if f[0][k] == f[0][k] {
				t.Errorf("θ with %g: component %d of the force is %g", bad, k, f[0][k])
			}
		}
	}
}

func TestLogisticPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"label":  func() { (&Logistic{Z: make([]float32, 4), D: 2, Y: []float64{1, 2}}).WideGradient(1) },
		"length": func() { (&Logistic{Z: make([]float32, 5), D: 2, Y: []float64{1, 0}}).WideGradient(1) },
		"batch":  func() { regression(5, 2).WideGradient(0) },
		"past data": func() {
			r := vec.Rows(1)
			regression(5, 2).WideGradient(1).Eval([][]vec.Row{r}, [][]vec.Row{r}, [][]uint16{{5}})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestLogisticProbability: P(1|θ) and P(0|θ) are σ(±θᵀz), and the logarithm of the posterior is their sum's.
func TestLogisticProbability(t *testing.T) {
	m := regression(40, 3)
	x := []float64{0.3, -1, 2}
	want := -(0.09 + 1 + 4) / 2
	for i, y := range m.Y {
		p := m.Probability(x, m.Z[3*i:3*i+3])
		s := 0.0
		for k := range x {
			s += x[k] * float64(m.Z[3*i+k])
		}
		if math.Abs(p-1/(1+math.Exp(-s))) > 1e-14 {
			t.Errorf("datum %d: probability %g, want %g", i, p, 1/(1+math.Exp(-s)))
		}
		if y == 0 {
			p = 1 - p
		}
		want += math.Log(p)
	}
	if got := m.LogPosterior(x); math.Abs(got-want) > 1e-11 {
		t.Errorf("log posterior %.15g, want %.15g", got, want)
	}
}
