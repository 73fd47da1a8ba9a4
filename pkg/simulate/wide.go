package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Wide is a run of Replicas replicas of a Markov chain in many dimensions, each of length T/Replicas after a burn-in: what Chain is in few.
//
// Its random streams are keyed by Seed, the hash of all its other parameters but T, and the replica: a longer T goes on with the same run, and no point
// depends on which others there are.
type Wide struct {
	Model    model.Wide
	Digest   string // of the model's data, which its parameters do not hold
	Scheme   dynamics.Scheme
	N        int // data of a batch
	Sampling minibatch.Sampling

	T        float64 // time in all, over the replicas
	BurnIn   float64 // time of every replica before the first observation
	Every    float64 // time between two observations; at least one step
	Replicas int
	Batches  int // pieces of the run whose sums are kept apart

	// Theta holds the starting points, which the replicas take in turn. Xi is the mean of the starting friction, a symmetric matrix in row order or its diagonal
	// alone, and XiVar the variance of a scalar ξ or of an entry on the diagonal about it, twice that of one off the diagonal. With many entries it would
	// take ξ long to find its fluctuations by itself: p has to heat them. p starts from its stationary law N(0, I).
	Theta [][]float64
	Xi    []float64
	XiVar float64

	Marginals  []Bins      // histograms of components of θ
	Joints     []JointBins // histograms of pairs of components
	Whole      bool        // keep the means of all entries of a full ξ, not those on its diagonal alone
	Prediction *Prediction // of labels, or nil
	Seed       uint64
}

// JointBins describes a histogram of (θ[Dims[0]], θ[Dims[1]]) on Bins×Bins cells.
type JointBins struct {
	Dims   [2]int     `json:"dims"`
	Lo, Hi [2]float64 `json:",omitempty"`
	Bins   int        `json:"bins"`
}

// Prediction asks for the posterior predictive probabilities P(y = 1|z) = E P(y = 1|z, θ) of covariates z, where the model is a model.Logistic.
type Prediction struct {
	Z      []float32 // rows of as many numbers as θ has
	Digest string    // of the data that Z belongs to
	Every  float64   // time between two states that enter; at least that between two observations
}

// Kind is "wide".
func (w *Wide) Kind() string { return "wide" }

// Data is the digest of the data.
func (w *Wide) Data() string { return w.Digest }

// Steps is the number of steps of a replica: in the burn-in, after it, and between two observations, as for Chain.
func (w *Wide) Steps() (burn, run, every int) { return w.chain().Steps() }

// chain has what a Wide has in common with a Chain.
func (w *Wide) chain() *Chain {
	return &Chain{
		Scheme: w.Scheme, N: w.N, Sampling: w.Sampling, T: w.T, BurnIn: w.BurnIn, Every: w.Every, Replicas: w.Replicas, Batches: w.Batches, Seed: w.Seed,
	}
}

// Params are the normalised parameters. Starting points, which are long, are there as digests.
func (w *Wide) Params() any {
	p := w.params()
	p["T"] = w.T
	return p
}

func (w *Wide) params() map[string]any {
	p := w.chain().params()
	p["model"] = typed(w.Model)
	delete(p, "theta")
	if w.Theta != nil {
		p["theta"] = digest(flat(w.Theta))
	}
	if w.XiVar != 0 {
		p["xi_var"] = w.XiVar
	}
	if w.Xi != nil {
		p["xi"] = digest(w.Xi)
	}
	if w.Marginals != nil {
		p["marginals"] = w.Marginals
	}
	if w.Joints != nil {
		p["joints"] = w.Joints
	}
	if w.Whole {
		p["whole"] = true
	}
	if w.Prediction != nil {
		p["prediction"] = map[string]any{"data": w.Prediction.Digest, "every": w.Prediction.Every}
	}
	return p
}

// digest is half of the SHA-256 of the numbers' bits, little endian, in hexadecimal.
func digest(x []float64) string {
	b := make([]byte, 0, 8*len(x))
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:16])
}

// Units is the number of steps of all replicas.
func (w *Wide) Units() float64 { return w.chain().Units() }

// Class names the chains that need the same time for a step.
func (w *Wide) Class() string {
	return fmt.Sprintf("%T %d %d %s %T %d %s %d", w.Model, w.Model.Dim(), w.Model.Data(), w.Scheme.Word, w.Scheme.Friction, w.N, w.Sampling, w.Replicas)
}

// Probe measures the seconds that a step of one replica takes, on a few steps.
func (w *Wide) Probe() float64 {
	e, flows, err := w.start()
	if err != nil {
		return 0
	}
	return probe(func(n int) { e.Run(flows, n, n) }) / float64(len(e.Replicas))
}

// start makes the replicas.
func (w *Wide) start() (*dynamics.WideEnsemble, []dynamics.WideFlow, error) {
	d := w.Model.Dim()
	if w.Replicas < 1 || w.Batches < 1 {
		return nil, nil, fmt.Errorf("simulate: expected at least one replica and one batch, got %d and %d", w.Replicas, w.Batches)
	}
	flows, err := w.Scheme.CompileWide(d)
	if err != nil {
		return nil, nil, err
	}
	if err := w.Sampling.Check(w.Model.Data(), w.N); err != nil {
		return nil, nil, err
	}
	h, err := hash(w.params())
	if err != nil {
		return nil, nil, err
	}
	e := &dynamics.WideEnsemble{Dim: d, Gradient: w.Model.WideGradient(w.N)}
	for i := range w.Replicas {
		key := func(purpose uint64) []uint64 { return []uint64{w.Seed, h, uint64(i), purpose} }
		r := dynamics.NewReplica(d, w.Scheme.Friction, w.Sampling.Wide(w.Model.Data(), w.N, key(keyBatches)...), dynamics.NewWideNoise(d, key(keyNoise)...))
		if len(w.Theta) > 0 {
			for k, x := range w.Theta[i%len(w.Theta)] {
				r.Theta[k/vec.Lanes][k%vec.Lanes] = x
			}
		}
		if f := w.Scheme.Friction; f != nil {
			copy(r.P, r.Noise.Next())
			if f.Adaptive() && w.Xi != nil {
				f.(dynamics.WideFriction).WideStart(r.Xi, w.startXi(d, key(keyXi)...))
			}
		}
		e.Replicas = append(e.Replicas, r)
	}
	return e, flows, nil
}

// keyXi is the stream, after those of Chain, of the friction that a replica starts with.
const keyXi = keyBatches + 1

// startXi is w.Xi with fluctuations.
func (w *Wide) startXi(d int, key ...uint64) []float64 {
	x := append([]float64(nil), square(w.Xi, d)...)
	if w.XiVar == 0 {
		return x
	}
	stream, rows := vec.NewStream(key...), vec.Rows(vec.Wide(d))
	_, scalar := w.Scheme.Friction.(dynamics.Scalar)
	on, off := math.Sqrt(w.XiVar), math.Sqrt(float64(0.5*w.XiVar))
	for i := range d {
		stream.Normals(rows)
		for j := range d - i {
			z := rows[j/vec.Lanes][j%vec.Lanes]
			switch {
			case scalar && i > 0:
			case scalar: // its value is the mean of the diagonal
				z = rows[0][0]
				x[j*d+j] += float64(on * z)
			case j == 0:
				x[i*d+i] += float64(on * z)
			default:
				x[i*d+i+j] += float64(off * z)
				x[(i+j)*d+i] = x[i*d+i+j]
			}
		}
	}
	return x
}

// xiEntries says where, in ξ as the friction lays it out, the entries are that are observed batch by batch: a scalar ξ or the diagonal.
func (w *Wide) xiEntries() (at [][2]int) {
	d := w.Model.Dim()
	switch w.Scheme.Friction.(type) {
	case dynamics.Scalar:
		at = [][2]int{{0, 0}}
	case dynamics.Diagonal:
		for i := range d {
			at = append(at, [2]int{i / vec.Lanes, i % vec.Lanes})
		}
	case dynamics.Full:
		for i := range d {
			row, lane := vec.SymAt(d, i, i)
			at = append(at, [2]int{row, lane})
		}
	}
	return at
}

// predictor adds up predictive probabilities at every stride-th observation of a replica.
type predictor struct {
	model  *model.Logistic
	z      []float32
	stride int
	seen   []int
	sum    [][]float64 // [replica][covariates]
	theta  []float64
}

func (p *predictor) Observe(e *dynamics.WideEnsemble, i int) {
	p.seen[i]++
	if p.seen[i]%p.stride != 0 {
		return
	}
	unpack(p.theta, e.Replicas[i].Theta)
	d := e.Dim
	for k := range p.sum[i] {
		p.sum[i][k] += p.model.Probability(p.theta, p.z[k*d:k*d+d])
	}
}

// unpack writes the first numbers of rows.
func unpack(dst []float64, rows []vec.Row) {
	for k := range dst {
		dst[k] = rows[k/vec.Lanes][k%vec.Lanes]
	}
}

// predictor returns the observer of w.Prediction, or nil.
func (w *Wide) predictor(observations, every int) (*predictor, error) {
	q := w.Prediction
	if q == nil {
		return nil, nil
	}
	m, ok := w.Model.(*model.Logistic)
	if !ok {
		return nil, fmt.Errorf("simulate: a model %T predicts no labels", w.Model)
	}
	p := &predictor{
		model: m, z: q.Z, theta: make([]float64, m.Dim()), seen: make([]int, w.Replicas),
		stride: int(max(1, min(math.Round(q.Every/float64(w.Scheme.Dt*float64(every))), float64(observations)))),
	}
	for range w.Replicas {
		p.sum = append(p.sum, make([]float64, len(q.Z)/m.Dim()))
	}
	return p, nil
}

// Run simulates the chain and returns the arrays that ReadWideSamples reads. It stops within a fraction of a second once ctx is done, with its error. A replica that
// leaves the finite numbers ends the run: the samples say so.
func (w *Wide) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	if u := w.Units(); !(u < maxSteps) {
		return nil, fmt.Errorf("simulate: %g steps are too many", u)
	}
	e, flows, err := w.start()
	if err != nil {
		return nil, err
	}
	d := w.Model.Dim()
	burn, steps, every := w.Steps()
	s := &WideSamples{Replicas: w.Replicas, Dim: d, Steps: int64(w.Replicas) * int64(burn+steps)}
	entries := w.xiEntries()
	s.allocate(w.Batches, len(entries))

	var obs []dynamics.WideObserver
	var marginals []*dynamics.WideHistogram
	var joints []*dynamics.WideJoint
	for _, b := range w.Marginals {
		marginals = append(marginals, dynamics.NewWideHistogram(w.Replicas, b.Dim, b.Lo, b.Hi, b.Bins))
		obs = append(obs, marginals[len(marginals)-1])
	}
	for _, b := range w.Joints {
		joints = append(joints, dynamics.NewWideJoint(w.Replicas, b.Dims, b.Lo, b.Hi, b.Bins))
		obs = append(obs, joints[len(joints)-1])
	}
	predict, err := w.predictor(steps/every, every)
	if err != nil {
		return nil, err
	}
	if predict != nil {
		obs = append(obs, predict)
	}
	xiRows := len(e.Replicas[0].Xi)
	whole := w.Whole && xiRows == vec.SymRows(d) && isFull(w.Scheme.Friction)
	if whole {
		s.Xi = make([]float64, w.Replicas*d*(d+1)/2)
	}

	ok, err := w.advance(ctx, e, flows, burn, every, nil, tick)
	for b := 0; ok && err == nil && b < w.Batches; b++ {
		theta := dynamics.NewWideMoments(dynamics.WideTheta, w.Replicas, vec.Wide(d))
		these := append([]dynamics.WideObserver{theta}, obs...)
		var xi *dynamics.WideMoments
		if xiRows > 0 {
			xi = dynamics.NewWideMoments(dynamics.WideXi, w.Replicas, xiRows)
			these = append(these, xi)
		}
		if ok, err = w.advance(ctx, e, flows, steps/w.Batches, every, these, tick); !ok || err != nil {
			break
		}
		s.Count[b] = theta.Count[0]
		for r := range w.Replicas {
			for i := range d {
				at := (i*w.Batches+b)*w.Replicas + r
				s.S1[at], s.S2[at] = theta.S1[r][i/vec.Lanes][i%vec.Lanes], theta.S2[r][i/vec.Lanes][i%vec.Lanes]
			}
			for i, x := range entries {
				at := (i*w.Batches+b)*w.Replicas + r
				s.X1[at], s.X2[at] = xi.S1[r][x[0]][x[1]], xi.S2[r][x[0]][x[1]]
			}
			if whole {
				addUpper(s.Xi[r*d*(d+1)/2:], xi.S1[r], d)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if s.Diverged = !ok; s.Diverged {
		return s.arrays(), nil
	}
	for _, h := range marginals {
		s.Marginals = append(s.Marginals, flat(h.Count))
	}
	for _, h := range joints {
		s.Joints = append(s.Joints, flat(h.Count))
	}
	for i, r := range e.Replicas {
		unpack(s.Last[i*d:i*d+d], r.Theta)
	}
	if predict != nil {
		s.Predictions = int64(predict.seen[0] / predict.stride)
		s.Predicted = flat(predict.sum)
	}
	return s.arrays(), nil
}

func isFull(f dynamics.Friction) bool {
	_, ok := f.(dynamics.Full)
	return ok
}

// addUpper adds the entries on and above the diagonal of a symmetric matrix in blocks, row by row.
func addUpper(dst []float64, m []vec.Row, d int) {
	for i := range d {
		for j := i; j < d; j++ {
			row, lane := vec.SymAt(d, i, j)
			dst[0] += m[row][lane]
			dst = dst[1:]
		}
	}
}

func flat[T any](x [][]T) []T {
	var all []T
	for _, x := range x {
		all = append(all, x...)
	}
	return all
}

// advance takes steps steps in pieces that last some milliseconds where the loops are fast, so that an interruption is noticed soon. It reports whether all replicas
// stayed finite.
func (w *Wide) advance(ctx context.Context, e *dynamics.WideEnsemble, flows []dynamics.WideFlow, steps, every int, obs []dynamics.WideObserver, tick func(float64)) (bool, error) {
	piece := max(1, 200_000/((100+w.N)*w.Replicas))
	for done := 0; done < steps; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n := min(piece, steps-done)
		e.Run(flows, n, every, obs...)
		done += n
		tick(float64(n * w.Replicas))
		if !e.Finite() {
			return false, nil
		}
	}
	return true, nil
}
