package experiments

// edits change numbers: all of them, the last bit, late ones, rare ones, those of one replica, one
// lane, one component.
var edits = []edit{
	// The review that asked for this test made these.
	{
		few: true, name: "block index off by one", figure: "fig05", file: "pkg/simulate/statistics.go",
		old: "(n-1)/per*rows", new: "min(n/per, p.blocks-1)*rows",
	},
	{
		name: "key of the batches", figure: "fig05", file: "pkg/simulate/run.go",
		old: "keyNoise, keyBatches)\n\t\tc.place", new: "keyNoise, keyBatches+9)\n\t\tc.place",
	},
	{
		few: true, name: "momentum after step 3000", figure: "fig05", file: "pkg/simulate/run.go",
		old: "r.e.Run(r.flows, n, every, obs...)",
		new: `r.e.Run(r.flows, n, every, obs...)
		for _, s := range r.e.States {
			for i := range s.P {
				for l := range s.P[i] {
					if r.e.Steps > 3000 {
						s.P[i][l] *= 1.01
					}
				}
			}
		}`,
	},
	{
		name: "diverged after step 2000", figure: "fig05", file: "pkg/simulate/run.go",
		old: "if !r.e.Finite() ||", new: "if r.e.Steps > 2000 || !r.e.Finite() ||",
	},
	{
		name: "normals cut at 3.5", figure: "fig05", file: "pkg/dynamics/normals.go",
		old: "n.stream.Normals(n.rows)",
		new: `n.stream.Normals(n.rows)
	for i := range n.rows {
		for l, x := range n.rows[i] {
			n.rows[i][l] = max(-3.5, min(3.5, x))
		}
	}`,
	},
	{
		name: "top tenth of a histogram", figure: "fig07", file: "pkg/simulate/statistics.go",
		old: "count[at+int(b)]++",
		new: `if int(b) >= h.Bins*9/10 && int(b) < h.Bins-1 {
				b++
			}
			count[at+int(b)]++`,
	},
	{
		few: true, name: "last bit of a sine", figure: "fig05", file: "pkg/vec/stream.go",
		old: "-0x1.5555506362499p-3", new: "-0x1.5555506362498p-3",
	},
	{
		name: "Gaussian gradient × 1.0000001", figure: "fig05", file: "pkg/model/gaussian.go",
		old: "a:     -m.Precision(), b: float64(total / float64(n) * inv)",
		new: "a: -1.0000001 * m.Precision(), b: 1.0000001 * total / float64(n) * inv",
	},
	{
		name: "mixture gradient × 1.000001", figure: "fig07", file: "pkg/vec/mixture.go",
		old: "f := float64(total) / float64(n)\n", new: "f := 1.000001 * float64(total) / float64(n)\n",
	},
	{
		name: "Gaussian gradient × (1 + 1e-12)", figure: "fig05", file: "pkg/model/gaussian.go",
		old: "a:     -m.Precision(), b:", new: "a: -(1 + 1e-12) * m.Precision(), b:",
	},
	{
		name: "mixture gradient × (1 + 1e-12)", figure: "fig07", file: "pkg/vec/mixture.go",
		old: "f := float64(total) / float64(n)\n",
		new: "f := (1 + 1e-12) * float64(total) / float64(n)\n",
	},
	{
		name: "mixture gradient at θ > 1.9", figure: "fig07", file: "pkg/model/mixture.go",
		old: "g.force.Force(f, theta, g.x)",
		new: `g.force.Force(f, theta, g.x)
	for l, t := range theta[0] {
		if t > 1.9 {
			f[0][l] *= 2
		}
	}`,
	},
	{
		name: "batches of half the data", figure: "fig05", file: "pkg/minibatch/minibatch.go",
		old: "case 2*n <= total:", new: "case 2*n < total:",
	},
	{
		name: "burn-in halved", figure: "fig05", file: "pkg/simulate/chain.go",
		old: "math.Ceil(c.BurnIn/dt/between)", new: "math.Ceil(0.5*c.BurnIn/dt/between)",
	},

	// pkg/vec: random numbers.
	{
		name: "seeds", figure: "fig05", file: "pkg/vec/stream.go",
		old: "0x5851f42d4c957f2d", new: "0x5851f42d4c957f2f",
	},
	{
		name: "seed of redraws", figure: "fig05", file: "pkg/vec/stream.go",
		old: "s.fix[i] = mix()", new: "s.fix[i] = mix() ^ 1",
	},
	{
		name: "generator", figure: "fig05", file: "pkg/vec/random_512.go",
		old: "t := b.ShiftAllLeft(17)", new: "t := b.ShiftAllLeft(18)",
	},
	{
		name: "logarithm of one interval", figure: "fig05", file: "pkg/vec/math.go",
		old: "0x1.2e8e2bae11d31p-2", new: "0x1.2e8e2bae11d32p-2",
	},
	{
		name: "coefficient of the radius", figure: "fig05", file: "pkg/vec/forms_simd.go",
		old: "{&k.k4, 2.0 / 4}", new: "{&k.k4, 0x1.0000000000001p-1}",
	},
	{
		name: "normals of the last lanes", figure: "fig05", file: "pkg/vec/random_avx.go",
		old: "put512(&dst[i], h+1, z)",
		new: `if h == 6 {
				z = y
			}
			put512(&dst[i], h+1, z)`,
	},
	{
		name: "no index rejected", figure: "fig05", file: "pkg/vec/random_avx.go",
		old: "reject := MaxIndex % uint32(n)", new: "reject := uint32(0)",
	},
	{
		name: "redraws", figure: "fig05", file: "pkg/vec/index.go",
		old: "uint32(s.nextFix()>>48) * m", new: "uint32(s.nextFix()>>32&0xffff) * m",
	},
	{
		name: "Floyd's algorithm", figure: "fig05", file: "pkg/vec/random_512.go",
		old: "j*Lanes, uint8(m-1))", new: "j*Lanes, uint8(m-2))",
	},
	{
		name: "Floyd's algorithm for one replica", figure: "fig08", file: "pkg/vec/index.go",
		old: "v ^= (v ^ last) & -hit // last if v is taken, without a branch to mispredict\n\t\t\tseen",
		new: "v ^= (v ^ (last - hit&(v&1))) & -hit\n\t\t\tseen",
	},
	{
		name: "order of the rest of the data", figure: "fig07", file: "pkg/minibatch/minibatch.go",
		old: "for i := range out {\n\t\t\tif !out[i] {",
		new: "for i := n - 1; i >= 0; i-- {\n\t\t\tif !out[i] {",
	},

	// pkg/vec: functions and kernels.
	{
		name: "table of exponentials", figure: "fig03", file: "pkg/vec/math.go",
		old: "0x1.ea4afa2a490dap+0", new: "0x1.ea4afa2a490dbp+0",
	},
	{
		name: "table of exponentials in bits", figure: "fig07", file: "pkg/vec/math.go",
		old: "0x3feea09e667f3bcd", new: "0x3feea09e667f3bce",
	},
	{
		name: "where expm1 is a series", figure: "fig03", file: "pkg/vec/math.go",
		old: "if math.Abs(z) < 0.34", new: "if math.Abs(z) < 0.001",
	},
	{
		name: "sigmoid of negative numbers", figure: "fig08", file: "pkg/vec/math.go",
		old: "return e / (1 + e)", new: "return 1 - 1/(1+e)",
	},
	{
		name: "fused B and A", figure: "fig05", file: "pkg/vec/loops_512.go",
		old: "into512(theta, at, v.MulAdd(a, from512(theta, at)))",
		new: "into512(theta, at, v.Mul(a).Add(from512(theta, at)))",
	},
	{
		name: "squares in one group of lanes", figure: "fig05", file: "pkg/vec/loops_512.go",
		old: "into512(x, fourth512, n3.Sub(dim).MulAdd(kv, from512(x, fourth512)))",
		new: "into512(x, fourth512, n3.Sub(dim).Mul(kv).Add(from512(x, fourth512)))",
	},
	{
		name: "bins where a value is an edge", figure: "fig07", file: "pkg/vec/loops_512.go",
		old: "v = v.Min(nv).Merge(minusOne, v.GreaterEqual(zero))",
		new: "v = v.Min(nv).Merge(minusOne, v.Greater(zero))",
	},
	{
		name: "where ξ → 0 is a short series", figure: "fig05", file: "pkg/vec/ou.go",
		old: "broadcast(1.0/16)", new: "broadcast(1.0/17)",
	},
	{
		name: "where ξ → 0 is a series", figure: "fig05", file: "pkg/vec/ou.go",
		old: "broadcast(0.5), broadcast(0.125)", new: "broadcast(0.25), broadcast(0.125)",
	},
	{
		name: "eigenvectors at large ξ", figure: "fig07", file: "pkg/vec/ou.go",
		old: "cc, ss = dl/rt, b/rt", new: "cc, ss = dl/rt, -b/rt",
	},
	{
		name: "tolerance of a full ξ", figure: "fig08", file: "pkg/vec/oularge.go",
		old: "float64(1e-12*math.Sqrt(n0))", new: "float64(1e-11*math.Sqrt(n0))",
	},
	{
		name: "parts of a step at large ξ", figure: "fig10", file: "pkg/vec/oularge.go",
		old: "math.Abs(shift)/4", new: "math.Abs(shift)/2",
	},
	{
		name: "sum of the data in twos", figure: "fig08", file: "pkg/vec/vectors_512.go",
		old: "into512(sum, at, single512(p3, at/2).MulAdd(d, s))",
		new: "into512(sum, at, single512(p3, at/2).Mul(d).Add(s))",
	},
	{
		name: "prior of the biases", figure: "fig13", file: "pkg/vec/network_512.go",
		old: "into512(b, 0, sj.MulAdd(q, bj.Mul(minusOne)))",
		new: "into512(b, 0, sj.MulAdd(q, bj.Mul(all512(-1-0x1p-40))))",
	},
	{
		name: "unit at exactly 0", figure: "fig13", file: "pkg/vec/network_512.go",
		old: "v.MulAdd(z, a).Merge(a, z.Greater(zero))",
		new: "v.MulAdd(z, a).Merge(a, z.GreaterEqual(zero))",
	},
	{
		name: "least bit of 2^x", figure: "fig13", file: "pkg/vec/mixture.go",
		old: "0x1.3b2f7b5451112p-23", new: "0x1.3b2f7b5451113p-23",
	},
	{
		name: "clamp of the outermost cells", figure: "fig14", file: "pkg/vec/cells_512.go",
		old: "u = one.Merge(u, u.Greater(one))\n", new: "",
	},
	{
		name: "a cut belongs to the cell below", figure: "fig14", file: "pkg/vec/cells_512.go",
		old: "x.GreaterEqual(all512(cut))", new: "x.Greater(all512(cut))",
	},

	// pkg/dynamics.
	{
		name: "A", figure: "fig03", file: "pkg/dynamics/letters.go",
		old: "vec.AddScaled(s.Theta, s.P, f.h) }", new: "vec.AddScaled(s.Theta, s.P, f.h*(1+0x1p-52)) }",
	},
	{
		name: "time of A", figure: "fig05", file: "pkg/dynamics/scheme.go",
		old: "&drift{x.h}", new: "&drift{1.001 * x.h}",
	},
	{
		name: "SGLD's noise", figure: "fig03", file: "pkg/dynamics/scheme.go",
		old: "math.Sqrt(float64(2 * x.h))", new: "math.Sqrt2 * math.Sqrt(x.h)",
	},
	{
		name: "O at the ends merges", figure: "fig05", file: "pkg/dynamics/scheme.go",
		old: "l[0].name == 'O' || l[0].name", new: "l[0].name",
	},
	{
		name: "constant friction", figure: "fig03", file: "pkg/dynamics/friction.go",
		old: "math.Sqrt(-vec.Expm1(-float64(2 * y)))", new: "math.Sqrt(1 - vec.Exp(-float64(2*y)))",
	},
	{
		name: "rate of D", figure: "fig07", file: "pkg/dynamics/friction.go",
		old: "k := h / f.Eta", new: "k := h * (1 / f.Eta)",
	},
	{
		name: "ξ of replica 63 at the start", figure: "fig05", file: "pkg/dynamics/friction.go",
		old: "*xi = x[e.I*s.Dim+e.J]",
		new: "*xi = x[e.I*s.Dim+e.J] + float64(r/63)*1e-9",
	},
	{
		name: "observed late after step 4000", figure: "fig05", file: "pkg/dynamics/dynamics.go",
		old: "left := every - e.Steps%every\n",
		new: "left := every - e.Steps%every\n\tif e.Steps > 4000 {\n\t\tleft++\n\t}\n",
	},
	{
		name: "states together", figure: "fig08", file: "pkg/dynamics/dynamics.go",
		old: "const groupSize = 8", new: "const groupSize = 4",
	},
	{
		name: "diagonal ξ of component 31", figure: "fig13", file: "pkg/dynamics/letters.go",
		old: "vec.AddSquares(s.Xi, s.P, f.k)",
		new: "vec.AddSquares(s.Xi, s.P, f.k)\n" +
			"\tif len(s.Xi) > 31 {\n\t\ts.Xi[31][0] *= 1 + 0x1p-52\n\t}",
	},
	{
		name: "layers off by one", figure: "fig13", file: "pkg/dynamics/forms.go",
		old: "for ; i >= f.Sizes[l]; l++ {", new: "for ; i > f.Sizes[l]; l++ {",
	},
	{
		name: "full ξ in components", figure: "fig08", file: "pkg/dynamics/letters.go",
		old: "s.later(f.k)",
		new: "s.later(f.k * (1 - 0x1p-53))",
	},
	{
		name: "exchange of coefficients in lane 63", figure: "fig14", file: "pkg/dynamics/extended.go",
		old: "if of[l] == cell {", new: "if of[l] == cell || l == 63 {",
	},
	{
		name: "rate of ξ_k", figure: "fig14", file: "pkg/dynamics/extended.go",
		old: "slices.Repeat([]float64{h / f.Base.Eta}, f.functions())",
		new: "slices.Repeat([]float64{h / f.Base.Eta * (1 + 0x1p-40)}, f.functions())",
	},
	{
		name: "centre between two modes", figure: "fig07", file: "pkg/dynamics/observables.go",
		old: "float64(0.5 * (b.A[i] + b.B[i]))", new: "float64(0.501 * (b.A[i] + b.B[i]))",
	},
	{
		name: "products of one pair", figure: "fig07", file: "pkg/dynamics/observables.go",
		old: "dst[r] = float64(x[r] * y[r])", new: "dst[r] = float64(x[r]*y[r]) * (1 + 0x1p-52)",
	},
	{
		name: "observed probabilities", figure: "fig08", file: "pkg/model/logistic.go",
		old: "return vec.Sigmoid(logit(theta, z))",
		new: "return vec.Sigmoid(logit(theta, z)) * (1 - 1e-9)",
	},

	// pkg/minibatch and pkg/model.
	{
		name: "size of Gaussian noise", figure: "fig07", file: "pkg/minibatch/minibatch.go",
		old: "math.Sqrt(epsilon)", new: "math.Sqrt(epsilon) * (1 + 0x1p-52)",
	},
	{
		name: "batches made in advance", figure: "fig05", file: "pkg/minibatch/minibatch.go",
		old: "min(16, 48/n)", new: "min(8, 48/n)",
	},
	{
		name: "sum of the rest of the data", figure: "fig05", file: "pkg/model/gaussian.go",
		old: "vec.Affine(&f[0], &f[0], 1, float64(g.b*g.all))",
		new: "vec.Affine(&f[0], &f[0], 1, float64(g.b*g.all)*(1+0x1p-52))",
	},
	{
		name: "all the data at once", figure: "fig07", file: "pkg/model/mixture.go",
		old: "g.force.ForceAll(f, theta, g.data)", new: "g.force.ForceAll(f, theta, g.data[1:])",
	},
	{
		name: "logistic gradient", figure: "fig08", file: "pkg/model/logistic.go",
		old: "scale: float64(len(m.Y)) / float64(n)}", new: "scale: float64(len(m.Y)-1) / float64(n)}",
	},
	{
		name: "pivot that counts as 0", figure: "study-basis", file: "pkg/model/gaussian.go",
		old: "float64(1e-13*math.Abs(s[i*d+i]))", new: "float64(1e-12*math.Abs(s[i*d+i]))",
	},
	{
		name: "network's scale", figure: "fig13", file: "pkg/vec/network.go",
		old: "scale:  float64(len(y)) / float64(n),",
		new: "scale: float64(len(y)) / (float64(n) + 1e-12),",
	},
	{
		name: "covariance of noise at θ₁ > 1.3", figure: "fig07", file: "pkg/mixture/runs.go",
		old: "Cov: func(cov, _ []float64) { copy(cov, s) },",
		new: `Cov: func(cov, theta []float64) {
			copy(cov, s)
			if theta[0] > 1.3 {
				cov[0] *= 2
			}
		},`,
	},
	{
		name: "covariance of noise, one entry", figure: "study-basis",
		file: "pkg/mixture/runs.go",
		old:  "cov[e] += float64(v * x)", new: "cov[e] += float64(v * x * (1 + float64(e/3)*1e-6))",
	},

	// pkg/simulate.
	{
		name: "starting points", figure: "fig07", file: "pkg/simulate/run.go",
		old: "(i*lanes+r)%len(c.Theta)", new: "(i*lanes+r+1)%len(c.Theta)",
	},
	{
		name: "heat of ξ off the diagonal", figure: "fig07", file: "pkg/simulate/run.go",
		old: "math.Sqrt(float64(0.5*c.XiVar))", new: "math.Sqrt(float64(0.51*c.XiVar))",
	},
	{
		name: "bound of ξ", figure: "study-basis", file: "pkg/simulate/run.go",
		old: "!(math.Abs(x) <= r.XiMax)", new: "!(math.Abs(x) <= 0.05*r.XiMax)",
	},
	{
		name: "values that enter a mean", figure: "fig08", file: "pkg/simulate/statistics.go",
		old: "if n%stride == 0 {", new: "if n%stride == 1%stride {",
	},
	{
		few: true, name: "sums of replica 7", figure: "fig08", file: "pkg/simulate/statistic.go",
		old: "dst[at+i*step+(p.first+k)*stride] = x[row][lane]",
		new: "dst[at+i*step+(p.first+k)*stride] = x[row][lane] * (1 - float64((p.first+k)/7)*0x1p-52)",
	},
	{
		name: "bin of the second observable", figure: "fig08", file: "pkg/simulate/statistics.go",
		old: "int(y.bin[k]+1)", new: "int(max(y.bin[k], 0)+1)",
	},
	{
		name: "last state", figure: "fig08", file: "pkg/simulate/statistics.go",
		old: "if n == p.observed {", new: "if n == max(1, p.observed-1) {",
	},
	{
		name: "first crossing", figure: "fig07", file: "pkg/simulate/statistics.go",
		old: "if c.side[k] != 0 {", new: "if c.side[k] >= 0 {",
	},
	{
		name: "blocks of a reduced result", figure: "fig05", file: "pkg/simulate/samples.go",
		old: "const blocks = 4", new: "const blocks = 8",
	},
	{
		name: "late draws of a noise", figure: "fig01", file: "pkg/simulate/noise.go",
		old: "s2[l] += q", new: "s2[l] += q * (1 + float64(len(r.all[i])/30_000)*0x1p-40)",
	},
	{
		name: "draws of the last lane", figure: "fig01", file: "pkg/simulate/noise.go",
		old: "x[l] = float64(r.scale * s)",
		new: "x[l] = float64(r.scale * s * (1 + float64(l/63)*0x1p-50))",
	},

	// pkg/exact, pkg/linalg and pkg/estimate, where they are on the way to a stored number.
	{
		name: "covariance of the gradient", figure: "fig01", file: "pkg/exact/gradcov.go",
		old: "c[i*d+j] / float64(n-1)", new: "c[i*d+j] * (1 / float64(n-1))",
	},
	{
		name: "inverse root", figure: "fig02", file: "pkg/linalg/linalg.go",
		old: "return 1 / math.Sqrt(l)", new: "return math.Sqrt(1 / l)",
	},
	{
		name: "eigenvalues", figure: "fig02", file: "pkg/vec/ou.go",
		old: "c := 1 / math.Sqrt(math.FMA(t, t, 1))", new: "c := 1 / math.Sqrt(1+float64(t*t))",
	},
	{
		name: "Kolmogorov's distance", figure: "fig01", file: "pkg/estimate/normal.go",
		old: "max(sup, at-below[k], below[k+1]-at)",
		new: "max(sup, (at-below[k])*(1+0x1p-40), (below[k+1]-at)*(1+0x1p-40))",
	},
	{
		name: "tail of the normal law", figure: "fig01", file: "pkg/estimate/normal.go",
		old: "math.Floor(300/x2) + 20", new: "math.Floor(30/x2) + 2",
	},
	{
		name: "noise of the gradient in a run", figure: "fig13", file: "pkg/network/noise.go",
		old: "square += float64(2 * float64(x*x))", new: "square += float64(1.999 * float64(x*x))",
	},

	// Tasks without a chain.
	{
		name: "weighted draws, their third power", figure: "fig10", file: "pkg/exact/weights.go",
		old: "power = float64(power * u)", new: "power *= u * 1.0000001",
	},
	{
		name: "the covariance of many data", figure: "fig06", file: "pkg/exact/gradcov.go",
		old: "c12 := math.FMA(-m1, m2, s12/s0)",
		new: "c12 := math.FMA(-m1, m2, s12/s0) * (1 + 1e-14)",
	},

	// Edits that act where a figure is drawn.
	{
		name: "error bars of variances", figure: "fig05", file: "pkg/estimate/blocks.go",
		old: "v, k := s/n, float64(len(us))", new: "v, k := s/n, float64(len(us)-1)",
	},
	{
		name: "L¹ distances", figure: "fig07", file: "pkg/estimate/l1.go",
		old: "l1Split  = 0.5", new: "l1Split  = 0.6",
	},
	{
		name: "predicted noise", figure: "fig05", file: "pkg/exact/friction.go",
		old: "float64(float64(0.5*float64(dt*dt)) * noise)",
		new: "float64(float64(0.501*float64(dt*dt)) * noise)",
	},
	{
		name: "relaxation time of ξ", figure: "fig05", file: "pkg/exact/friction.go",
		old: "min(eta/rate, float64(maxXiTime*slow))", new: "min(1.5*eta/rate, maxXiTime*slow)",
	},
}

// idleEdits change no number.
var idleEdits = []edit{
	{
		name: "a comment", figure: "fig05", file: "pkg/simulate/run.go",
		old: "// heat adds fluctuations to ξ,", new: "// heat warms ξ,",
	},
	{
		name: "layout", figure: "fig05", file: "pkg/dynamics/letters.go",
		old: "type drift struct{ h float64 }", new: "type drift struct {\n\th float64\n}",
	},
	{
		few: true, name: "the name of a local", figure: "fig05", file: "pkg/vec/stream.go",
		old: "x := uint64(0x5851f42d4c957f2d)\n\tmix := func() uint64 { // splitmix64\n" +
			"\t\tx += 0x9e3779b97f4a7c15\n\t\tz := x\n\t\tz = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9\n" +
			"\t\tz = (z ^ (z >> 27)) * 0x94d049bb133111eb\n\t\treturn z ^ (z >> 31)\n\t}\n" +
			"\tfor _, k := range key {\n\t\tx = mix() ^ k\n\t}\n",
		new: "word := uint64(0x5851f42d4c957f2d)\n\tmix := func() uint64 { // splitmix64\n" +
			"\t\tword += 0x9e3779b97f4a7c15\n\t\ty := word\n\t\ty = (y ^ (y >> 30)) * 0xbf58476d1ce4e5b9\n" +
			"\t\ty = (y ^ (y >> 27)) * 0x94d049bb133111eb\n\t\treturn y ^ (y >> 31)\n\t}\n" +
			"\tfor _, k := range key {\n\t\tword = mix() ^ k\n\t}\n",
	},
	{
		name: "a function moves", figure: "fig05", file: "pkg/dynamics/scheme.go",
		old: "func (s Scheme) Check() error {\n\t_, err := s.parse()\n\treturn err\n}\n",
		to:  "dynamics.go",
	},
	{
		name: "drawing code", figure: "fig05", file: "pkg/figure/pen.go",
		old: "p.canvas.SetLineWidth(width)", new: "p.canvas.SetLineWidth(1.1 * width)",
	},
	{
		name: "a test", figure: "fig05", file: "pkg/vec/vec_test.go",
		old: "package vec\n", new: "package vec\n\nfunc init() { panic(1) }\n",
	},
	{
		name: "the words of a panic", figure: "fig05", file: "pkg/exact/gaussian.go",
		old: "exact: SGLD needs aΔt < 2", new: "exact: aΔt is 2 or more",
	},
	{
		name: "a method of a program that draws", figure: "fig07", file: "experiments/fig07/main.go",
		old: "f.Legend = true", new: "f.Legend = false",
	},
	{
		name: "a method that nobody calls", figure: "fig05", file: "pkg/dynamics/letters.go",
		old: "// kick is B",
		new: "func (f *drift) Unused(s *State) { vec.AddScaled(s.P, s.P, f.h) }\n\n// kick is B",
	},
}
