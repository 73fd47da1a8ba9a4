package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

// gaussian computes a point of Figure 3 or 5: the error of the variance and the mean of ξ, each
// with its exact value.
func gaussian(p *point) (*table.Table, error) {
	s, err := keys[struct {
		study.Gaussian
		study.Runs
	}](p)
	if err != nil {
		return nil, err
	}
	g, err := s.Load(p)
	if err != nil {
		return nil, err
	}
	runs, err := s.Narrow(p, p.run, s.Data.N).List(p, g)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(p, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable()
	if p.figure == "fig03" {
		t = table.New(table.Columns([]string{"method", "gamma", "sampling", "n", "dt"}, "exact")...)
	}
	for _, r := range runs {
		g.VarianceError(t, r.Row(t), r, g.Expected(r.Chain.Scheme.Word, r.Gamma(), r.Chain))
		if r.Friction != "" {
			g.AddXi(t, r)
		}
	}
	return t, nil
}

// mixture computes a point of Figure 4 or 7: the L¹ error and the mean of ξ, with predictions.
func mixture(p *point) (*table.Table, error) {
	s, err := keys[struct {
		study.MixtureRuns
		Degree     int `toml:"degree" spec:"optional"`
		Prediction struct {
			Degree   int     `toml:"degree"`
			Farthest float64 `toml:"farthest"`
		} `toml:"prediction" spec:"optional"`
	}](p)
	if err != nil {
		return nil, err
	}
	s.Runs = s.Narrow(p, p.run, s.Data.N)
	g, runs, err := s.Load(p)
	if err != nil {
		return nil, err
	}
	leading, tasks := g.LeadingOf(runs, max(s.Degree, 6))
	frozen := map[*study.Run]*study.Exact{}
	for _, r := range runs {
		x := r.Epsilon * r.Dt
		if f, ok := r.Chain.Scheme.Friction.(dynamics.AdL); ok && 0 < x && x <= s.Prediction.Farthest {
			frozen[r] = g.Frozen(f, []float64{x}, s.Prediction.Degree)
			tasks = append(tasks, frozen[r])
		}
	}
	if err := study.Sample(p, runs, tasks...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	if p.figure == "fig04" {
		t = table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "raw", "floor")...)
	}
	for _, r := range runs {
		row := r.Row(t)
		r.L1(t, row)
		if r.Sampling == minibatch.Without {
			study.XiRows(t, row, r.Samples, r.Mixture().Sigma, false)
		}
		row["status"], row["source"] = table.OK, table.Prediction
		if x := frozen[r]; x != nil {
			t.AddValue(row, table.L1, r.Epsilon*r.Dt*x.Found("L1")[0])
		} else if l := leading[r.Method]; len(l) > 0 {
			if v, near := l.Error(r.Epsilon, r.Dt); near {
				t.AddValue(row, table.L1, v)
			}
		}
	}
	return t, nil
}

// extended computes a point of Figure 14: the L¹ error.
func extended(p *point) (*table.Table, error) {
	s, err := keys[study.Extended](p)
	if err != nil {
		return nil, err
	}
	s.Runs = s.Narrow(p, p.run, s.Data.N)
	runs, err := s.Load(p)
	if err != nil {
		return nil, err
	}
	return runs.Table(p)
}
