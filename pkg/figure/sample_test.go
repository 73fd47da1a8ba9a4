package figure

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg"
)

var samples = flag.String("samples", "", "folder to keep the sample figures in")

// sampleFigures use everything the package can draw.
func sampleFigures() map[string]*Figure {
	return map[string]*Figure{
		"loglog": loglogSample(), "surface": surfaceSample(), "joint": jointSample(),
		"mixed": mixedSample(), "axes": axesSample(), "styles": stylesSample(),
	}
}

func span(lo, hi float64, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return v
}

// gridOf evaluates f at the nodes of a grid.
func gridOf(x, y []float64, f func(x, y float64) float64) Grid {
	g := Grid{X: x, Y: y, Z: make([]float64, 0, len(x)*len(y))}
	for _, v := range y {
		for _, u := range x {
			g.Z = append(g.Z, f(u, v))
		}
	}
	return g
}

func loglogSample() *Figure {
	rng := rand.New(rand.NewPCG(1, 2))
	fig := New(1, 2)
	fig.Height = 7.4 * vg.Centimeter
	fig.Legend = true
	eps := []float64{1.05e1, 1e2, 4e2, 9e2, 1.9e3, 4.9e3, 9.9e3}
	dts := []string{"1", "2", "5", "10", "20", "50"}
	for c, title := range []string{"first method", "second method"} {
		p := fig.Panel(0, c)
		p.Title = title
		p.XLabel = `$\varepsilon(n)$`
		if c == 0 {
			p.YLabel = `relative error on $\mathrm{var}(\theta)$`
		}
		p.X.Log, p.Y.Log = true, true
		p.Y.Max = 30
		p.Y.Min = math.NaN()
		for k, dt := range []float64{1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3} {
			s := Ramp(k, 6)
			exact := func(e float64) float64 { return (1+e*dt/2)/(1-100*dt/2) - 1 }
			var with, sd, cx, cy, rx []float64
			for _, e := range eps {
				if b := exact(e); b < 15 {
					with = append(with, b*(1+0.05*rng.NormFloat64())+0.003*rng.NormFloat64())
					sd = append(sd, 0.01*b+0.003)
				} else {
					with = append(with, math.NaN())
					sd = append(sd, 0)
					rx = append(rx, e)
				}
			}
			for _, u := range span(1, 4, 60) {
				cx = append(cx, math.Pow(10, u))
				cy = append(cy, exact(math.Pow(10, u)))
			}
			p.Add(Line{X: cx, Y: cy, Style: s.Reference()})
			p.Add(Line{Name: `$\Delta t = ` + dts[k] + `\times10^{-4}$`, X: eps, Y: with, Err: sd, Style: s})
			p.Add(Strip{Name: "did not converge", X: rx, Sign: Cross, Style: s})
		}
		p.Add(Line{Name: "exact", Style: Style{Color: Grey(0.3)}.Reference()})
		doubtful := Ramp(3, 6)
		doubtful.Sign = Slash
		p.Add(
			Line{
				Name: "not settled", X: []float64{2e2}, Y: []float64{5}, Err: []float64{2}, Style: doubtful,
			},
			Bounds{Name: "upper bound", X: []float64{20}, Y: []float64{3e-3}, Style: Ramp(0, 6)},
		)
	}
	return fig
}

func bumps(x, y float64) float64 {
	bump := func(a, b, w float64) float64 { return math.Exp(-((x-a)*(x-a) + (y-b)*(y-b)) / w) }
	return bump(1, .4, .06) + .6*bump(.4, 1, .1) + 0.3*x
}

func surfaceSample() *Figure {
	fig := New(2, 2)
	fig.Height = 14 * vg.Centimeter
	fig.Columns = []float64{1.15, 1}
	orange := Style{Color: Cycle(1).Color, Width: 1.1}
	for r := range 2 {
		scale := 1.0
		if r == 1 {
			scale = 2e-4
		}
		x := span(0, 1.4, 71)
		g := gridOf(x, x, func(x, y float64) float64 { return scale * bumps(x, y) })
		var rings []Line
		for _, k := range []float64{1, 2} {
			rings = append(rings, Ellipse(1, .5, [2][2]float64{{.012, .006}, {.006, .01}}, k, orange))
			rings = append(rings, Ellipse(.5, 1, [2][2]float64{{.02, -.01}, {-.01, .02}}, k, orange))
		}
		name := fmt.Sprintf(`$\Sigma_{%d,%d}$`, r+1, r+1)
		s := &Surface{Title: name, XLabel: `$\theta_1$`, YLabel: `$\theta_2$`, ZLabel: name, Grid: g}
		s.Add(rings...)
		fig.Put(r, 0, s)
		p := fig.Panel(r, 1)
		p.Title = name + ", contours"
		p.XLabel, p.YLabel = `$\theta_1$`, `$\theta_2$`
		p.Aspect = 1
		p.Bar = &Bar{}
		levels := []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, 1, 1.1, 1.2}
		for i := range levels {
			levels[i] *= scale
		}
		if r == 0 {
			p.Add(Contours{Grid: g, Levels: levels, Lines: Style{Color: Grey(1), Width: .4}})
		} else {
			edges, nodes := span(0, 1.4, 41), span(0, 1.4, 40)
			z := gridOf(nodes, nodes, func(x, y float64) float64 { return scale * bumps(x, y) }).Z
			p.Add(Cells{XEdges: edges, YEdges: edges, Z: z})
		}
		for _, l := range rings {
			p.Add(l)
		}
	}
	return fig
}

func normal(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

func jointSample() *Figure {
	rng := rand.New(rand.NewPCG(3, 4))
	fig := New(1, 2)
	fig.Height = 8.2 * vg.Centimeter
	for c := range 2 {
		const n = 40
		e := span(-4, 4, n+1)
		mass := make([]float64, n*n)
		draws := 20000
		if c == 1 {
			draws = 300
		}
		for range draws {
			x, y := rng.NormFloat64(), rng.NormFloat64()
			i, k := int((x+4)/8*n), int((y*.6+x*.5+4)/8*n)
			if i >= 0 && i < n && k >= 0 && k < n {
				mass[k*n+i]++
			}
		}
		inside := floats.Sum(mass)
		mx, my := make([]float64, n), make([]float64, n)
		for k := range mass {
			mass[k] /= inside
			mx[k%n] += mass[k] / (e[k%n+1] - e[k%n])
			my[k/n] += mass[k] / (e[k/n+1] - e[k/n])
		}
		j := NewJoint(e, e, mass)
		j.Title = fmt.Sprintf("$n = %d$", 1+c*4)
		j.Center.XLabel, j.Center.YLabel = `$Z_1$`, `$Z_2$`
		u := span(-4, 4, 200)
		var phi []float64
		for _, x := range u {
			phi = append(phi, normal(x))
		}
		black, blue := Style{Width: .9}, Style{Color: Cycle(0).Color, Width: .6}
		fill := Tint(blue.Color, .3)
		j.Top.Add(Histogram{Edges: e, Heights: mx, Style: blue, Fill: fill})
		j.Right.Add(Histogram{Edges: e, Heights: my, Style: blue, Fill: fill, Sideways: true})
		j.Top.Add(Line{X: u, Y: phi, Style: black})
		j.Right.Add(Line{X: phi, Y: u, Style: black})
		fig.Put(0, c, j)
	}
	return fig
}

func mixedSample() *Figure {
	rng := rand.New(rand.NewPCG(5, 6))
	fig := New(2, 3)
	fig.Height = 11.5 * vg.Centimeter

	p := fig.Panel(0, 0)
	p.Title, p.XLabel, p.YLabel = "steps", `$Z$`, "density"
	e := span(-4, 4, 41)
	h := make([]float64, 40)
	for range 5000 {
		if k := int((rng.NormFloat64() + 4) * 5); k >= 0 && k < 40 {
			h[k] += 1. / 5000 / .2
		}
	}
	u := span(-4, 4, 200)
	var phi, lo, hi []float64
	for _, x := range u {
		phi = append(phi, normal(x))
		lo, hi = append(lo, normal(x)*.9), append(hi, normal(x)*1.1)
	}
	p.Add(Histogram{Name: "samples", Edges: e, Heights: h,
		Style: Style{Color: Cycle(0).Color, Width: .6}, Fill: Tint(Cycle(0).Color, .3)})
	p.Add(Line{Name: "normal", X: u, Y: phi})

	p = fig.Panel(0, 1)
	p.Title, p.XLabel, p.YLabel = "discrete", `$k$`, `probability`
	wide := Cycle(1)
	wide.Width = 1.2
	p.Add(
		Line{
			Name: "law", Stems: true, X: []float64{0, 1, 2, 3, 4}, Y: []float64{.1, .3, .25, .2, .15},
			Style: Style{Color: Cycle(0).Color, Width: 1.2},
		},
		Line{Name: "another", Stems: true, X: []float64{.4, 1.4, 2.4, 3.4}, Y: []float64{.2, .1, .3, .2},
			Style: wide},
	)

	p = fig.Panel(0, 2)
	p.Title, p.XLabel, p.YLabel = "band", `$t$`, `$\bar\xi(t)$`
	p.Add(Band{Name: "90%", X: u, Low: lo, High: hi}, Line{Name: "mean", X: u, Y: phi})
	p.Add(HLine{Name: "level", Y: .2}, Text{X: .6, Y: .05, Text: `$x = 0.5$`})

	p = fig.Panel(1, 0)
	p.Title, p.XLabel, p.YLabel = "matrix", `column $j$`, `row $i$`
	a := make([]float64, 400)
	for i := range 20 {
		for j := range 20 {
			a[i*20+j] = rng.NormFloat64() * .1
			if i == j {
				a[i*20+j] += 1 - .03*float64(i)
			}
		}
	}
	p.Aspect = 1
	p.Bar = &Bar{Label: `$\bar\Sigma_{ij}$`}
	p.Y.Reverse = true
	p.Add(MatrixCells(a, 20, Scale{Palette: Palette("signed"), Min: -1, Max: 1}))

	p = fig.Panel(1, 1)
	p.Title, p.XLabel, p.YLabel = "full", `$K$`, `$L^1$ error`
	p.Y.Log = true
	for k := range 4 {
		var x, y, s []float64
		for i := range 30 {
			x = append(x, float64(i))
			y = append(y, math.Exp(2*rng.NormFloat64()))
			s = append(s, y[i]*1.2)
		}
		p.Add(Line{Name: fmt.Sprintf("series %d", k), X: x, Y: y, Err: s, Style: Cycle(k)})
	}

	p = fig.Panel(1, 2)
	p.Title, p.XLabel, p.YLabel = "data", `$x_1$`, `$x_2$`
	for k := range 2 {
		var x, y []float64
		for range 80 {
			x = append(x, rng.NormFloat64()*.4+float64(k)*2)
			y = append(y, rng.NormFloat64()*.4+float64(k))
		}
		s := Cycle(k)
		s.Dash, s.Size = NoLine, 1.4
		p.Add(Line{Name: fmt.Sprintf("class %d", k), X: x, Y: y, Style: s})
	}
	p.Add(Line{Name: "$x$", X: []float64{1}, Y: []float64{1.5}, Style: Style{Marker: Cross, Size: 4}})
	return fig
}

func axesSample() *Figure {
	fig := New(3, 3)
	fig.Height = 15 * vg.Centimeter
	for k, r := range [][5]float64{
		{1.2, 8, 0.03, 500, 3}, {1e-8, 1e4, 1e-30, 1e30, 3}, {2e-6, 8e-6, 3.1, 4.9, 3},
		{0, 20000, 0, .0002, 0}, {1.00001, 1.00002, -1e6, 1e6, 0}, {-.3, .3, 12345, 12346, 0},
		{0, 0, 0, 0, 0}, {0.02, 3, 0, 1, 1}, {90, 1100, 0.05, 1.5, 3},
	} {
		p := fig.Panel(k/3, k%3)
		p.X = Axis{Min: r[0], Max: r[1], Log: int(r[4])&1 == 1}
		p.Y = Axis{Min: r[2], Max: r[3], Log: int(r[4])&2 == 2}
		p.XLabel, p.YLabel = `$x$`, `$\|\Sigma_x - \bar\Sigma\|$`
	}
	return fig
}

func stylesSample() *Figure {
	fig := New(1, 2)
	for c := range 2 {
		p := fig.Panel(0, c)
		p.XLabel = `$\sqrt{\varepsilon(n)}\,\Delta t^2,\ \langle\theta^2\rangle,` +
			`\ \hat\theta_1^{(n)},\ \nabla U,\ \mathbf{x}$`
		for k := range 8 {
			s := Cycle(k)
			if c == 1 {
				s = Ramp(k, 8)
			}
			p.Add(Line{Name: fmt.Sprintf("series %d", k), X: []float64{0, 1, 2, 3},
				Y: []float64{float64(k), float64(k) + 1, float64(k), float64(k) + .5}, Style: s})
		}
		p.Legend = outsideRight
	}
	return fig
}

// TestSamples renders every sample twice: the bytes are equal. With -samples
// the files are kept to be looked at.
func TestSamples(t *testing.T) {
	for name := range sampleFigures() {
		t.Run(name, func(t *testing.T) {
			for _, ext := range []string{"png", "pdf"} {
				render := func() []byte {
					var b bytes.Buffer
					f := sampleFigures()[name]
					write := f.PNG
					if ext == "pdf" {
						write = f.PDF
					}
					if err := write(&b); err != nil {
						t.Fatal(err)
					}
					return b.Bytes()
				}
				first := render()
				if *samples != "" {
					if err := os.WriteFile(filepath.Join(*samples, name+"."+ext), first, 0o666); err != nil {
						t.Fatal(err)
					}
					continue
				}
				if !bytes.Equal(first, render()) {
					t.Errorf("%s: two renderings differ", ext)
				}
			}
		})
	}
}
