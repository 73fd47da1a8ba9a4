package vec

import (
	"fmt"
	"math"
)

// Network is the force of a neural network with one hidden layer of H units and D inputs that
// classifies data (x, y), y ∈ {0, 1} (section 3.5). Each parameter is a row of θ, in the order W¹ ∈
// ℝ^(H×D) by units, b ∈ ℝ^H, W² ∈ ℝ^H. The force is
//
//	F̂(θ) = −θ + (N/n) Σ ∇ log σ(±a(x)),  a(x) = Σ_j W²_j max(0, z_j),  z_j = b_j + Σ_i W¹_ji x_i,
//
// where the sum runs over the n data of a batch and the sign is + for y = 1. With δ = ±σ(∓a(x)) the
// derivatives by b_j and W¹_ji are W²_j times
//
//	S_j = Σ δ [z_j > 0],  T_ji = Σ δ [z_j > 0] x_i,
//
// and, because max(0, z) is homogeneous, the derivative by W²_j is b_j S_j + Σ_i W¹_ji T_ji: it
// needs no separate sum. The derivative of max(0, z) at 0 is taken as 0. If a(x) is not finite, the
// force is NaN.
type Network struct {
	inputs, hidden int
	stride         int       // numbers per datum: the inputs, ±1, and zeros up to a multiple of 4
	data           []float64 // N data of stride numbers
	total          int       // N
	scale          float64   // N/n
	scratch        networkScratch

	theta, sum []float64 // of one lane: θ; S_j and T_ji where θ has b_j and W¹_ji
	on         []uint64  // all ones where z_j > 0
}

// networkScratch is the scratch of the SIMD forms for the lanes of one vector. A vector has room
// for eight numbers; AVX2 uses four.
type networkScratch struct {
	x     []v8 // datum k: stride vectors, one per number
	a     []v8 // logits, then δ
	theta []v8 // unit by unit: W¹_j, b_j, W²_j
	sum   []v8 // unit by unit: T_j, S_j, and an unused one
	block int  // data at a time, a multiple of 4, at least 8
}

// Strides in bytes.
const (
	rowBytes   = 8 * Lanes
	indexBytes = 2 * Lanes
	slotBytes  = 64 // of a vector in networkScratch
)

// NewNetwork returns the force for batches of n of the N = len(y) data: x has N rows of inputs
// numbers, y is 0 or 1. It panics if lengths do not fit, if there are more than MaxIndex data, or
// if a y is not 0 or 1. The result has scratch space for one goroutine.
func NewNetwork(x, y []float64, inputs, hidden, n int) *Network {
	checkIndex(len(y), 1, MaxIndex)
	if inputs < 1 || hidden < 1 || n < 1 || len(x) != inputs*len(y) {
		panic(fmt.Sprintf("vec: a network of %d inputs and %d hidden units for batches of %d data "+
			"cannot have %d numbers for %d labels", inputs, hidden, n, len(x), len(y)))
	}
	c := &Network{
		inputs: inputs,
		hidden: hidden,
		stride: (inputs + 4) &^ 3,
		total:  len(y),
		scale:  float64(len(y)) / float64(n),
	}
	c.data = aligned[float64](c.total * c.stride)
	for i, y := range y {
		d := c.datum(i)
		copy(d, x[i*inputs:(i+1)*inputs])
		if y != 0 && y != 1 {
			panic(fmt.Sprintf("vec: label %g, expected 0 or 1", y))
		}
		d[inputs] = float64(2*y) - 1
	}
	c.theta, c.sum = make([]float64, c.dim()), make([]float64, c.dim())
	c.on = make([]uint64, hidden)
	w := &c.scratch
	w.block = min(max(128/c.stride&^3, 8), 32)
	w.x, w.a = aligned[v8](w.block*c.stride), aligned[v8](w.block)
	w.theta, w.sum = aligned[v8](c.dim()), aligned[v8](c.dim())
	return c
}

func (c *Network) dim() int { return c.hidden * (c.inputs + 2) }

func (c *Network) datum(i int) []float64 { return c.data[i*c.stride : (i+1)*c.stride] }

// Force computes the force of a batch: row k of idx names datum k of every lane, and there are n
// rows. f and theta have H(D+2) rows and do not overlap. It panics if an index is past the data.
func (c *Network) Force(f, theta []Row, idx []Index) {
	c.check(f, theta)
	active.networkForce(c, f, theta, idx)
}

func (*portable) networkForce(c *Network, f, theta []Row, idx []Index) {
	for l := range Lanes {
		c.begin(theta, l)
		for k := range idx {
			c.add(c.datum(int(idx[k][l])))
		}
		c.end(f, l, c.scale)
	}
}

// ForceAll computes the force of the batch of all data in every lane.
func (c *Network) ForceAll(f, theta []Row) {
	c.check(f, theta)
	active.networkForceAll(c, f, theta)
}

func (*portable) networkForceAll(c *Network, f, theta []Row) {
	for l := range Lanes {
		c.begin(theta, l)
		for i := range c.total {
			c.add(c.datum(i))
		}
		c.end(f, l, 1)
	}
}

func (c *Network) check(f, theta []Row) {
	if d := c.dim(); len(f) != d || len(theta) != d {
		panic(fmt.Sprintf("vec: a network with %d parameters got %d and %d rows", d, len(theta), len(f)))
	}
}

// begin copies one lane of θ and empties the sums.
func (c *Network) begin(theta []Row, l int) {
	for i := range c.theta {
		c.theta[i] = theta[i][l]
	}
	clear(c.sum)
}

// add adds one datum to the sums. Whether a unit is on is a mask, because a branch would be
// mispredicted: a unit that is off adds 0.
func (c *Network) add(x []float64) {
	d := c.inputs
	w, b, v := c.theta, c.theta[d*c.hidden:], c.theta[(d+1)*c.hidden:]
	y, t := x[:d], x[d]
	v = v[:len(c.on)]
	b = b[:len(c.on)]
	a := 0.0
	for j := range c.on {
		z := b[j]
		for i, w := range w[:len(y)] {
			z = math.FMA(w, y[i], z)
		}
		w = w[len(y):]
		m := uint64(0)
		if z > 0 {
			m = math.MaxUint64
		}
		c.on[j] = m
		a = math.Float64frombits(math.Float64bits(math.FMA(v[j], z, a))&m | math.Float64bits(a)&^m)
	}
	// the product with 0 is 0, or NaN
	delta := math.Float64bits(math.FMA(a, 0, t/onePlusExp(float64(float64(t*a)*unit))))
	ty, s := c.sum, c.sum[d*c.hidden:]
	s = s[:len(c.on)]
	for j, m := range c.on {
		delta := math.Float64frombits(delta & m)
		s[j] += delta
		for i, y := range y {
			ty[i] = math.FMA(delta, y, ty[i])
		}
		ty = ty[len(y):]
	}
}

// end computes the force from the sums.
func (c *Network) end(f []Row, l int, scale float64) {
	d := c.inputs
	b, v := d*c.hidden, (d+1)*c.hidden
	for j := range c.hidden {
		s := c.sum[b+j]
		g := float64(c.theta[b+j] * s)
		k := float64(c.theta[v+j] * scale)
		f[b+j][l] = math.FMA(s, k, -c.theta[b+j])
		for i := j * d; i < (j+1)*d; i++ {
			g = math.FMA(c.theta[i], c.sum[i], g)
			f[i][l] = math.FMA(c.sum[i], k, -c.theta[i])
		}
		f[v+j][l] = math.FMA(g, scale, -c.theta[v+j])
	}
}

// NetworkOutput is dst = σ(a(x)) of Network, the probability of the class y = 1 at the point x, for
// the parameters of every lane. It panics unless theta has h(len(x)+2) rows, for h hidden units.
func NetworkOutput(dst *Row, theta []Row, x []float64, h int) {
	d := len(x)
	if len(theta) != h*(d+2) {
		panic(fmt.Sprintf("vec: %d parameters do not fit a network with %d inputs and %d hidden units",
			len(theta), d, h))
	}
	var a Row
	for j := range h {
		z, v := theta[d*h+j], &theta[(d+1)*h+j]
		for i, x := range x {
			w := &theta[j*d+i]
			for l := range z {
				z[l] = math.FMA(w[l], x, z[l])
			}
		}
		for l := range a {
			if z[l] > 0 {
				a[l] = math.FMA(v[l], z[l], a[l])
			}
		}
	}
	for l, a := range a {
		dst[l] = Sigmoid(a)
	}
}
