package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
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
	Distance  float64

	form       dynamics.Form
	posterior  *exact.MixtureGrid // with cuts where the functions jump
	projection [][]float64
}

// Project returns the constant function, for K = 0, and the polynomials of every degree, with the
// projections of the Σ_x of the terms sampled onto the matrices of a form. Unless most is 0,
// functions have scale factors of at most most (exact.MixtureGrid.Scale).
func (b Boxes) Project(
	c *experiment.Context, m *model.Mixture, sampled model.Terms, friction Friction, most float64,
) (bases []*Basis, err error) {
	form, err := friction.Form(m)
	if err != nil {
		return nil, c.Errorf("friction", "%v", err)
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
		x.projection, x.Distance = p.ProjectBasis(x.Functions, form)
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
// and, for comparison, of Langevin dynamics with the constant friction γ.
type Extended struct {
	Mixture
	AdL
	Friction Friction `toml:"friction"`
	BurnXi   float64  `toml:"burn_in_xi" spec:"nonnegative"`     // in relaxation times of ξ
	Slopes   float64  `toml:"burn_in_slopes" spec:"nonnegative"` // the same for slopes of ξ(θ)
	Langevin string   `toml:"langevin" spec:"optional"`          // its scheme
	Sampling Sampling `toml:"sampling,omitempty" spec:"optional,in=without|reshuffle|symmetric"`
	Basis    struct {
		Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
}

// ExtendedSet is a table of a spec: runs for all combinations of its lists. Keys not given are
// taken from the spec.
type ExtendedSet struct {
	Method   string    `toml:"method" spec:"in=eAdL|Langevin|Gaussian noise"`
	K        []int     `toml:"K" spec:"optional,min=0,distinct"`
	Friction Friction  `toml:"friction" spec:"optional"`
	Eta      float64   `toml:"eta" spec:"optional,positive"`
	Cut      float64   `toml:"cut" spec:"optional,positive"`     // of both axes
	N        []int     `toml:"n" spec:"optional,min=1,distinct"` // default: all data
	Dt       []float64 `toml:"dt" spec:"positive,distinct"`
	Part     float64   `toml:"part" spec:"optional,positive,max=1"` // of T
	Longer   float64   `toml:"longer" spec:"optional,positive"`     // times burn_in_slopes
}

// The methods of an [ExtendedSet].
const (
	ExtendedAdL   = "eAdL" // extended Adaptive Langevin dynamics, or Adaptive Langevin at K = 0
	langevin      = "Langevin"
	gaussianNoise = "Gaussian noise" // full gradient plus normal noise of covariance ε(n) S_K(θ)
)

// ExtendedRuns are the runs of a spec and the bases of their frictions, each made once.
type ExtendedRuns struct {
	Posterior *MixturePosterior

	spec    Extended
	context *experiment.Context
	made    map[string][]*Basis
	all     []*Basis // in the order of their construction
	visited [][]float64
	rows    []table.Row
	chains  []*simulate.Chain
}

// Load loads the data and checks the spec. It adds no runs.
func (s Extended) Load(c *experiment.Context) (*ExtendedRuns, error) {
	g, err := s.Mixture.Load(c)
	if err != nil {
		return nil, err
	}
	if _, err := s.Scheme(c, g.Model, s.Friction, "friction"); err != nil {
		return nil, err
	}
	return &ExtendedRuns{
		Posterior: g, spec: s, context: c, made: map[string][]*Basis{}, visited: g.visited(),
	}, nil
}

// Bases returns the bases of the spec with the matrices of a form, and with cuts of both axes at
// cut unless that is 0.
func (r *ExtendedRuns) Bases(friction Friction, cut float64) ([]*Basis, error) {
	boxes := r.spec.Basis.Boxes
	if cut != 0 {
		boxes.Cuts = [][]float64{{cut}, {cut}}
	}
	key := fmt.Sprint(boxes, friction)
	if r.made[key] == nil {
		bases, err := boxes.Project(r.context, r.Posterior.Model,
			r.Posterior.control.Of(r.Posterior.Model), friction, r.spec.Basis.Cap)
		if err != nil {
			return nil, err
		}
		r.made[key] = bases
		r.all = append(r.all, bases...)
	}
	return r.made[key], nil
}

// Add adds the runs of a set. key is the key of its table, with a dot, or "" for the spec itself.
func (r *ExtendedRuns) Add(key string, set ExtendedSet) error {
	total, sampling := r.Posterior.Model.Ndata(), r.spec.Sampling
	if set.Method == gaussianNoise {
		sampling = minibatch.Gaussian
	}
	set.Friction, set.Eta = cmp.Or(set.Friction, r.spec.Friction), cmp.Or(set.Eta, r.spec.Eta)
	bases := []*Basis{nil}
	if set.Method != langevin {
		var err error
		if bases, err = r.Bases(set.Friction, set.Cut); err != nil {
			return err
		}
	}
	for _, b := range bases {
		if b != nil && set.K != nil && !slices.Contains(set.K, b.K) {
			continue
		}
		for i, n := range or(set.N, total) {
			for _, dt := range set.Dt {
				p, err := NewPoint(r.context, fmt.Sprintf("%sn[%d]", key, i), sampling, total, n, dt)
				if err != nil {
					return err
				}
				r.add(set, p, b)
			}
		}
	}
	return nil
}

// mostXi is the largest |ξ_ij(θ)| Δt of a replica that has not diverged. At 100 a step reduces p by
// a factor e^(−100). As ξ_k decreases by at most f_k/η per unit of time, such a replica does not
// move again within any affordable run. In a stationary state ξΔt is below 3, apart from
// fluctuations.
const mostXi = 100

// add adds the run of a set at a point, of Langevin dynamics if b is nil. The ξ_k relax slowly if
// their functions differ only on a set of small mass under π.
func (r *ExtendedRuns) add(set ExtendedSet, p Point, b *Basis) {
	s, row := r.spec, p.Row(set.Method)
	scheme := Method{Word: s.Langevin, Gamma: s.Gamma}.Scheme()
	if b != nil {
		scheme = dynamics.Scheme{Word: s.Word}
	}
	c := r.Posterior.Chain(scheme, p)
	c.T *= cmp.Or(set.Part, 1)
	r.chains, r.rows = append(r.chains, c), append(r.rows, row)
	if b == nil {
		return
	}
	row["friction"], row["K"], row["cuts"], row["eta"] = set.Friction, b.K, b.Cuts, set.Eta
	c.Scheme.Friction = dynamics.Extended{
		Base:  dynamics.AdL{Form: b.form, Gamma: s.Gamma, Eta: set.Eta},
		Basis: b.Functions, Xi0: Rounded(b.start(s.Gamma, p)),
	}
	c.XiMax = mostXi / p.Dt
	c.Observe = append(c.Observe,
		simulate.Moments{Of: dynamics.Xi{}}, simulate.Moments{Of: dynamics.XiAt{Points: r.visited}})
	times := s.BurnXi
	if b.sloping() {
		times, c.XiVar = cmp.Or(set.Longer, 1)*s.Slopes, 1/set.Eta
	}
	burnXi(c, r.Posterior.Sigma, times)
	if p.Sampling == minibatch.Gaussian {
		c.Model = b.noisy()
	}
}

// Table computes all runs. It returns their L¹ errors and, for every basis, the distance
// "projection error" in L²(π) of Σ_x from its projection.
func (r *ExtendedRuns) Table() (*table.Table, error) {
	samples, err := Sweep(r.context, r.chains)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "friction", "K", "cuts", "eta", "sampling", "n", "dt"}
	t := table.New(table.Columns(params, "raw", "floor", "s")...)
	for i, x := range samples {
		r.Posterior.Classify(r.rows[i], x)
		r.Posterior.L1(t, r.rows[i], x)
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	constant := map[Friction]bool{} // forms whose constant matrix has a row
	for _, b := range r.all {
		if b.K > 0 || !constant[b.Friction] {
			constant[b.Friction] = constant[b.Friction] || b.K == 0
			row["friction"], row["K"], row["cuts"] = b.Friction, b.K, b.Cuts
			t.AddValue(row, table.ProjectionError, b.Distance)
		}
	}
	return t, nil
}
