package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Boxes are the keys of a spec for tensor polynomials of several degrees on a partition into boxes
// (dynamics.Boxes).
type Boxes struct {
	Cuts    [][]float64 `toml:"cuts"`
	Lo      []float64   `toml:"lo"`
	Hi      []float64   `toml:"hi"`
	Degrees []int       `toml:"degrees" spec:"min=0,max=9,nonempty,distinct"`
}

// Basis is a choice of functions, the coefficients of the projection of Σ_x onto them, and its
// distance from Σ_x.
type Basis struct {
	Functions dynamics.Basis
	K         int // the number of functions minus one
	Cuts      string
	Friction  Friction
	Error     float64

	form       dynamics.Form
	posterior  *exact.MixtureGrid // with cuts where the functions jump
	projection [][]float64
}

// Project returns the constant function, for K = 0, and the polynomials of every degree, with the
// projections of the Σ_x of the terms sampled onto the matrices of a form. key is the key of the
// friction in the spec. Unless most is 0, functions have scale factors of at most most
// (exact.MixtureGrid.Scale).
func (b Boxes) Project(
	c Context, m *model.Mixture, sampled model.Terms, key string, friction Friction,
	most float64,
) (bases []*Basis, err error) {
	form, err := friction.Form(m)
	if err != nil {
		return nil, c.Errorf(key, "%v", err)
	}
	functions := []dynamics.Basis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(b.Degrees)) {
		f := dynamics.Boxes{Cuts: b.Cuts, Lo: b.Lo, Hi: b.Hi, Degree: degree}
		if err := f.Check(m.Dim()); err != nil {
			return nil, c.Errorf("basis", "%v", err)
		}
		functions = append(functions, f)
	}
	p, err := NewMixtureGrid(c, m, exact.Grid{Cuts: [2][]float64(b.Cuts)})
	if err != nil {
		return nil, err
	}
	p = p.With(sampled)
	for _, f := range functions {
		cells, n := f.Cells()
		x := &Basis{Functions: f, K: cells*n - 1, Friction: friction, form: form, posterior: p}
		if f, ok := f.(dynamics.Boxes); ok {
			if x.Cuts = fmt.Sprint(f.Cuts); most > 0 {
				f.Scale = linalg.Rounded(p.Scale(f, most), digits)
				x.Functions = f
			}
		}
		x.projection, x.Error = p.ProjectBasis(x.Functions, form)
		bases = append(bases, x)
	}
	return bases, nil
}

// sloping reports whether functions vary within their cells.
func (b *Basis) sloping() bool {
	x, ok := b.Functions.(dynamics.Boxes)
	return ok && x.Degree > 0
}

// noisy returns the posterior with the full gradient plus Gaussian noise of covariance S_K(θ) = Σ_k
// S_k f_k(θ).
func (b *Basis) noisy() *model.GaussianNoise {
	cells, n := b.Functions.Cells()
	f, projection := make([]float64, n), Rounded(b.projection)
	return &model.GaussianNoise{
		Model: b.posterior.Model,
		Name:  fmt.Sprintf("projection %v, %d cells", dynamics.Digest(projection...), cells),
		Cov: func(cov, theta []float64) {
			clear(cov)
			at := b.Functions.At(f, theta) * n
			for i, v := range f {
				for e, x := range projection[at+i] {
					cov[e] += v * x
				}
			}
		},
	}
}

// Negative returns the mass under π of the set where S_K is not positive semidefinite, up to
// rounding. No noise has such a covariance.
func (b *Basis) Negative() (mass float64) {
	cov, s := b.noisy().Cov, make([]float64, 4)
	b.posterior.Each(func(theta []float64, at float64) {
		cov(s, theta)
		half, product := 0.5*(s[0]-s[3]), s[1]*s[2]
		if 0.5*(s[0]+s[3]) < math.Sqrt(half*half+product)*(1-1e-9) {
			mass += at
		}
	})
	return mass
}

// start returns the ξ_k at which a run starts: the means A_k of theorem th:1 if Σ_x is S_K. The
// error of these means is of order (ξΔt)²; starting there, slopes of ξ(θ) would relax during the
// whole run.
func (b *Basis) start(gamma float64, p Point) [][]float64 {
	if !b.sloping() || p.Sampling == minibatch.Gaussian {
		return exact.ExtendedXi(b.Functions, b.projection, p.Epsilon, gamma, p.Dt)
	}
	return b.posterior.FrozenBasisXi(b.Functions, b.form, p.Epsilon, gamma, p.Dt)
}

// visited returns points that represent where θ goes. Each of the two highest modes has a half
// plane of nearer points: the points are the means over the half planes, points two standard
// deviations to either side of these means along both axes, and the midpoint.
func (g *MixturePosterior) visited() (points [][]float64) {
	modes := g.Modes[:min(2, len(g.Modes))]
	away := func(k int, theta []float64) float64 {
		x, y := theta[0]-modes[k].Theta[0], theta[1]-modes[k].Theta[1]
		return x*x + y*y
	}
	var sums [2][5]float64
	g.Each(func(theta []float64, mass float64) {
		k := 0
		if len(modes) > 1 && away(1, theta) < away(0, theta) {
			k = 1
		}
		x, y := theta[0], theta[1]
		for i, v := range [...]float64{1, x, y, x * x, y * y} {
			sums[k][i] += mass * v
		}
	})
	add := func(x, y float64) { points = append(points, linalg.Rounded([]float64{x, y}, digits)) }
	for k := range modes {
		m := sums[k]
		x, y := m[1]/m[0], m[2]/m[0]
		dx := 2 * math.Sqrt(m[3]/m[0]-x*x)
		dy := 2 * math.Sqrt(m[4]/m[0]-y*y)
		add(x, y)
		add(x-dx, y)
		add(x+dx, y)
		add(x, y-dy)
		add(x, y+dy)
	}
	if len(modes) > 1 {
		a, b := modes[0].Theta, modes[1].Theta
		add((a[0]+b[0])/2, (a[1]+b[1])/2)
	}
	return points
}

// Extended are the keys of a spec with runs on a mixture of extended Adaptive Langevin dynamics
// and, for comparison, of Langevin dynamics.
type Extended struct {
	MixtureRuns
	Slopes float64 `toml:"burn_in_slopes" spec:"nonnegative"` // as burn_in_xi, for slopes of ξ(θ)
	Basis  struct {
		Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
}

// ExtendedRuns are the runs of a spec and the bases of their frictions, each made once.
type ExtendedRuns struct {
	Posterior *MixturePosterior
	Runs      []*Run

	spec    Extended
	made    map[string][]*Basis
	all     []*Basis // in the order of their construction
	visited [][]float64
}

// extended is a mixture with an extended friction, whose functions are a basis.
type extended struct {
	mixture *MixturePosterior
	basis   *Basis
	visited [][]float64
	times   float64 // burn-in in relaxation times of ξ
}

// Load loads the data and lists the runs, of each basis by n, then by Δt.
func (s Extended) Load(c Context) (*ExtendedRuns, error) {
	g, err := s.Mixture.Load(c)
	if err != nil {
		return nil, err
	}
	r := &ExtendedRuns{Posterior: g, spec: s, made: map[string][]*Basis{}, visited: g.visited()}
	for _, t := range s.tables(c) {
		if err := r.add(c, t); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// add adds the runs of a table.
func (r *ExtendedRuns) add(c Context, t *lists) error {
	list := func(t lists, g Posterior) error {
		runs, err := t.list(c, g)
		slices.SortStableFunc(runs, func(a, b *Run) int { return cmp.Compare(a.N, b.N) })
		r.Runs = append(r.Runs, runs...)
		return err
	}
	if !slices.ContainsFunc(t.Scheme, Adaptive) {
		return list(*t, r.Posterior)
	}
	for i, friction := range t.Friction {
		bases, err := r.bases(c, t.place("friction", i), friction, t.Cut)
		if err != nil {
			return err
		}
		of := *t
		of.Friction = []Friction{friction}
		for _, b := range bases {
			if t.K != nil && !slices.Contains(t.K, b.K) {
				continue
			}
			x := &extended{r.Posterior, b, r.visited, r.spec.BurnInXi}
			if b.sloping() {
				x.times = cmp.Or(t.Longer, 1) * r.spec.Slopes
			}
			if err := list(of, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bases returns the bases of the spec with the matrices of a form.
func (r *ExtendedRuns) Bases(c Context, friction Friction) ([]*Basis, error) {
	return r.bases(c, "friction", friction, 0)
}

// bases is Bases with cuts of both axes at cut, unless that is 0. key is that of the friction.
func (r *ExtendedRuns) bases(
	c Context, key string, friction Friction, cut float64,
) ([]*Basis, error) {
	boxes := r.spec.Basis.Boxes
	if cut != 0 {
		boxes.Cuts = [][]float64{{cut}, {cut}}
	}
	name := fmt.Sprint(boxes, friction)
	if r.made[name] == nil {
		m := r.Posterior.Model
		bases, err := boxes.Project(c, m, r.Posterior.control.Terms(m), key, friction, r.spec.Basis.Cap)
		if err != nil {
			return nil, err
		}
		r.made[name] = bases
		r.all = append(r.all, bases...)
	}
	return r.made[name], nil
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step reduces p by
// a factor e^(−100). As ξ_k decreases by at most f_k/η per unit of time, such a replica does not
// move again within any affordable run. In a stationary state ξΔt is below 3, apart from
// fluctuations.
const mostXi = 100

// Target is the model of the mixture.
func (x *extended) Target() model.Model { return x.mixture.Model }

// Chain returns the chain with the friction Σ_k ξ_k f_k(θ). The ξ_k relax slowly if their functions
// differ only on a set of small mass under π. Gaussian noise has the covariance S_K(θ).
func (x *extended) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	b, f := x.basis, scheme.Friction.(dynamics.AdL)
	c := x.mixture.chain(dynamics.Scheme{Word: scheme.Word}, p)
	c.Scheme.Friction = dynamics.Extended{
		Base: f, Basis: b.Functions, Xi0: Rounded(b.start(f.Gamma, p)),
	}
	c.XiMax = mostXi / p.Dt
	c.Observe = append(c.Observe,
		simulate.Moments{Of: dynamics.Xi{}}, simulate.Moments{Of: dynamics.XiAt{Points: x.visited}})
	if b.sloping() {
		c.XiVar = 1 / f.Eta
	}
	burnXi(c, x.mixture.Sigma, x.times)
	if p.Sampling == minibatch.Gaussian {
		c.Model = b.noisy()
	}
	return c
}

// Criteria are those of the mixture.
func (x *extended) Criteria(s *simulate.Samples) Criteria { return x.mixture.Criteria(s) }

// Cells returns the number of functions minus one, and their cuts.
func (x *extended) Cells(*Run) table.Row { return table.Row{"K": x.basis.K, "cuts": x.basis.Cuts} }

// Table computes all runs. It returns their L¹ errors and, for every basis, the distance
// "projection error" in L²(π) of Σ_x from its projection.
func (r *ExtendedRuns) Table(c Context) (*table.Table, error) {
	if err := Sample(c, r.Runs); err != nil {
		return nil, err
	}
	params := []string{"method", "friction", "K", "cuts", "eta", "sampling", "n", "dt"}
	t := table.New(table.Columns(params, "raw", "floor", "s")...)
	for _, x := range r.Runs {
		x.L1(t, x.Row(t))
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	constant := map[Friction]bool{} // forms whose constant matrix has a row
	for _, b := range r.all {
		if b.K > 0 || !constant[b.Friction] {
			constant[b.Friction] = constant[b.Friction] || b.K == 0
			row["friction"], row["K"], row["cuts"] = b.Friction, b.K, b.Cuts
			t.AddValue(row, table.ProjectionError, b.Error)
		}
	}
	return t, nil
}
