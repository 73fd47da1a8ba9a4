package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/network"
	"adl/pkg/simulate"
	"adl/pkg/vec"
	"adl/scripts/internal/tool"
	"adl/scripts/peers"
)

// children are the peers that this program is itself, by its first argument.
var children = map[string]func(peers.Job) (*peers.Result, error){
	"vec": simulated, "plain": plain, "trace": traced,
}

func child(f func(peers.Job) (*peers.Result, error), args []string, w io.Writer) error {
	if err := vec.FormError(); err != nil {
		return err
	}
	j, err := peers.Parse(args)
	if err != nil {
		return err
	}
	r, err := f(j)
	if err != nil {
		return err
	}
	return r.Write(w)
}

func plain(j peers.Job) (*peers.Result, error) {
	data, err := dataset.Read(j.Data)
	if err != nil {
		return nil, err
	}
	return peers.Plain(j, data.X)
}

// chain is a job in the words of package simulate. Chains begin at theta, taken in turn, or at
// random.
func chain(j peers.Job) (*simulate.Chain, error) {
	c := &simulate.Chain{
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: j.Dt}, N: j.N, Sampling: minibatch.Without,
		BurnIn: float64(j.Burn) * j.Dt, T: float64(j.Steps*j.Chains) * j.Dt,
		Every: peers.Every * j.Dt, Replicas: j.Chains, Blocks: 1, Seed: 1,
	}
	adl := func(form dynamics.Form, eta float64) {
		c.Scheme.Friction = dynamics.AdL{Form: form, Gamma: 1, Eta: eta}
	}
	histogram := simulate.Histogram{
		Of: dynamics.Component{I: 0}, Lo: j.Lo, Hi: j.Hi, Bins: peers.Bins,
	}
	xi := 3.0
	switch j.Method {
	case "sgld", "langevin", "adl", "eadl":
		data, err := dataset.Read(j.Data)
		if err != nil {
			return nil, err
		}
		c.Model = &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
		c.Theta = [][]float64{{1, 0.5}}
		switch j.Method {
		case "sgld":
			c.Model = &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
			c.Theta = [][]float64{{0}}
			c.Scheme.Word, c.Sampling = dynamics.SGLD, minibatch.With
		case "langevin":
			c.Scheme.Word, c.Scheme.Friction = "OABAO", dynamics.Constant{Gamma: 1}
		case "adl":
			adl(dynamics.Full{}, 0.1)
		case "eadl":
			base := dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 1}
			c.Scheme.Friction = dynamics.Extended{Base: base, Basis: basis()}
			c.Theta = append(c.Theta, []float64{0.5, 1})
		}
	case "network":
		data, err := dataset.ReadLabelled(j.Data)
		if err != nil {
			return nil, err
		}
		m := network.Model{Hidden: 8}.Posterior(data)
		c.Model = m
		adl(dynamics.Diagonal{}, 200)
		histogram.Of = dynamics.Output{Network: m, X: []float64{1, 1.5}}
		c.Theta = normals(m.Dim(), j.Chains)
	case "logistic-scalar", "logistic-full":
		data, err := dataset.ReadLabelled(j.Data)
		if err != nil {
			return nil, err
		}
		start, err := dataset.Read(j.Data + ".start")
		if err != nil {
			return nil, err
		}
		c.Model = &model.Logistic{Z: data.Z, D: data.D, Y: data.Y}
		c.Theta, c.Layout = [][]float64{start.X}, vec.Components
		adl(dynamics.Scalar{}, 1)
		if j.Method == "logistic-full" {
			adl(dynamics.Full{}, 1)
		}
		xi = 1 + c.Sampling.Epsilon(len(data.Y), j.N)*j.Dt/64
	default:
		return nil, fmt.Errorf("no method %q", j.Method)
	}
	c.Xi = slices.Repeat([]float64{xi}, c.Model.Dim())
	c.Observe = []simulate.Statistic{histogram}
	return c, c.Check()
}

// normals are points with standard normal coordinates.
func normals(d, points int) [][]float64 {
	rows := vec.Rows(d)
	vec.NewStream(3).Normals(rows)
	theta := make([][]float64, points)
	for l := range theta {
		for i := range rows {
			theta[l] = append(theta[l], rows[i][l%vec.Lanes])
		}
	}
	return theta
}

// basis is K + 1 = 36 functions of norm 1 on the cells of a square.
func basis() dynamics.Boxes {
	b := dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: 2,
	}
	for k := range 36 {
		b.Scale = append(b.Scale, math.Sqrt(float64((2*(k%3)+1)*(2*(k/3%3)+1))))
	}
	return b
}

// simulated does a job with package simulate. The cost of a run beside its steps, the probes of its
// result among it, is that of a short run, and is subtracted; another short run beforehand sets up
// what runs share.
func simulated(j peers.Job) (*peers.Result, error) {
	c, err := chain(j)
	if err != nil {
		return nil, err
	}
	short := *c
	short.BurnIn, short.T = 0, float64(peers.Every*j.Chains)*j.Dt
	if _, err := sample(&short); err != nil {
		return nil, err
	}
	begin := peers.CPU()
	if _, err := sample(&short); err != nil {
		return nil, err
	}
	start := peers.CPU()
	x, err := sample(c)
	if err != nil {
		return nil, err
	}
	seconds := (peers.CPU() - start).Seconds()
	burn, steps, _ := c.Steps()
	if more := burn + steps - peers.Every; more > 0 {
		seconds -= (start - begin).Seconds()
		seconds *= float64(steps) / float64(more)
	}
	result := &peers.Result{Seconds: max(0, seconds)}
	h := x.Histogram(c.Observe[0].(simulate.Histogram))
	for r := range j.Chains {
		result.Add(h.Counts[r*(peers.Bins+2):(r+1)*(peers.Bins+2)], j.Lo, j.Hi)
	}
	return result, nil
}

// sample runs a chain.
func sample(c *simulate.Chain) (*simulate.Samples, error) {
	a, err := c.Run(context.Background(), func(float64) {})
	if err != nil {
		return nil, err
	}
	return c.Read(a)
}

// rawbitsVerb writes the raw words of package vec's streams to standard output, eight bytes each,
// little endian, until -words of them are written or the reader stops. It feeds programs that test
// random numbers:
//
//	go run ./scripts/bench rawbits | dieharder -g 200 -d 202
//
// The streams with keys (seed, 0), (seed, step), (seed, 2 step), … are interleaved: the first word
// of every stream, then the second of every stream, and so on. Anything that neighbouring keys have
// in common would show as a correlation at a short distance. With -step 0 all streams are the same,
// and a test that does not notice is useless.
var rawbitsVerb = tool.Verb{
	Name: "rawbits",
	Text: "writes raw words of the random streams, for programs that test them",
	Start: func(c *tool.Call) func() error {
		seed := c.Flags.Uint64("seed", 1, "first `number` of the keys")
		keys := c.Flags.Int("keys", 8, "`number` of streams")
		step := c.Flags.Uint64("step", 1, "`distance` of neighbouring keys")
		words := c.Flags.Uint64("words", 0, "`number` of words to write; 0: until nobody reads them")
		return func() error {
			if *keys < 1 {
				return tool.Usage("-keys: expected a number of at least 1, got %d", *keys)
			}
			limit := *words
			if limit == 0 {
				limit = 1<<64 - 1
			}
			return writeBits(c.Stdout, *seed, *keys, *step, limit)
		}
	},
}

// writeBits writes the first limit words of the interleaved streams.
func writeBits(w io.Writer, seed uint64, keys int, step, limit uint64) error {
	const block = 512 // words of a stream at a time
	streams := make([]*vec.Stream, keys)
	blocks := make([][block]uint64, keys)
	for i := range streams {
		streams[i] = vec.NewStream(seed, uint64(i)*step)
	}
	buf := make([]byte, 0, 8*block*keys)
	for limit > 0 {
		for i, s := range streams {
			s.Bits(blocks[i][:])
		}
		buf = buf[:0]
		for j := range block {
			for i := range blocks {
				buf = binary.LittleEndian.AppendUint64(buf, blocks[i][j])
			}
		}
		if uint64(len(buf)/8) > limit {
			buf = buf[:8*limit]
		}
		limit -= uint64(len(buf) / 8)
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
