package claims

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Section 3.3: Adaptive Langevin dynamics when Σ_x depends on θ, Figure 7.
var section33 = []claim.Criterion{
	prefactor("a", "full"), prefactor("b", "scalar"),
	ordered("a", "full", "diagonal"), ordered("b", "diagonal", "scalar"),
	ordered("c", "full", "scalar"),
	{
		Of: "S3.3.2-1 a", In: "fig07", Judge: isAffine,
	}, {
		Of: "S3.3.2-1 b", In: "fig07", Judge: stepOrder,
	},
	isMetastable("a", "full"), isMetastable("b", "scalar"),
	{
		Name: "error grows with eta", In: "fig07",
		Sentence:  "With a full friction and much noise, a larger η makes the error larger.",
		Criterion: "the error at larger η above that at the smallest, by the difference",
		Rows:      onOwnData(largerEta(l1(exchanges, "metastable", "friction", "full"))),
		Less:      onOwnData(l1(exchanges, "metastable", "friction", "full", "eta", 0.1)),
		Is:        claim.Positive, Replicas: groups, Text: "difference: ",
	},
	below("a", "full"), below("b", "scalar"),
	atLargerSteps("c", "full"), atLargerSteps("d", "scalar"),
	batchesMatter("a", "full"), batchesMatter("b", "scalar"),
	linear("a", "full"), linear("b", "scalar"), linear("c", "diagonal"),
	{
		Of: "S3.3.2-7 d", In: "fig07", Is: claim.Same, By: []string{}, Replicas: groups,
		Rows: perNorm(slopesOf(batchErrors("scalar"))).And(perNorm(slopesOf(batchErrors("diagonal")))),
		Over: perNorm(slopesOf(batchErrors("full"))), Text: "slopes per ε(n)Δt‖Σ_x − S*‖: ",
	}, {
		Of: "S3.3.2-9 a", In: "fig07",
		Rows: adl("scalar").And(l1(methods, "AdL, long", "friction", "scalar")), Over: adl("full"),
		Is: claim.About(3), Replicas: groups, Text: "scalar over full error: ",
	}, {
		Of: "S3.3.2-9 b", In: "fig07", Judge: ratioOfNorms,
	},
}

// prefactor compares the slopes of the errors.
func prefactor(part, friction string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.1-1 " + part, In: "fig07", Rows: slopesOf(atAllSteps(friction)),
		Over: slopesOf(others, "method"), By: []string{}, Is: claim.MuchSmaller, Replicas: groups,
		Text: "slope over those of SGLD and Langevin dynamics: ",
	}
}

// ordered compares the errors of two frictions, of which the first has more entries.
func ordered(part, more, less string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.1-3 " + part, In: "fig07", Rows: adl(more).Small(), Less: adl(less).Small(),
		Is: claim.Negative, Replicas: groups, Text: fmt.Sprintf("error, %s less %s: ", more, less),
	}
}

// isMetastable compares the rates at which modes are exchanged with those at the paper's η, also
// where the exchanges are too rare for anything else.
func isMetastable(part, friction string) claim.Criterion {
	r := claim.From(exchanges, "method", "metastable", "friction", friction, "quantity", "crossings").
		Accept(table.Unmixed, table.Unsettled)
	return claim.Criterion{
		Of: "S3.3.2-4 " + part, In: "fig07", Rows: largerEta(r), Over: r.Where("eta", 0.1),
		By: []string{"data", "n", "dt"}, Is: claim.MuchSmaller, Rule: claim.Somewhere,
		Replicas: groups, Text: "exchanges of modes over those at η = 0.1: ",
	}
}

func largerEta(r claim.Rows) claim.Rows {
	return r.Filter(func(t *table.Table, i int) bool { return t.Float(i, "eta") > 0.1 })
}

func onOwnData(r claim.Rows) claim.Rows {
	return func(ts *claim.Tables) *table.Table { return r(ts).Where("data", ownSeed(ts)) }
}

// below compares the errors with those of SGLD and Langevin dynamics.
func below(part, friction string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.2-5 " + part, In: "fig07", Rows: atAllSteps(friction), Over: others,
		Is: claim.MuchSmaller, Replicas: groups, Text: "error over that of SGLD and Langevin dynamics: ",
	}
}

func atLargerSteps(part, friction string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.2-5 " + part, In: "fig07", Rows: atAllSteps(friction), Less: others,
		By: []string{"n"}, Steps: threeToFive, Is: claim.Negative, Replicas: groups,
		Text: "error at 3 to 5 Δt less that of SGLD and Langevin dynamics at Δt: ",
	}
}

// batchesMatter compares errors with twice those with all data.
func batchesMatter(part, friction string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.2-6 " + part, In: "fig07", Rows: adl(friction).AtMost("n", 5),
		Less: fullBatch(friction).Map(func(_ *table.Table, _ int, e estimate.Estimate) estimate.Estimate {
			e.Value = max(e.Value, 0)
			return e.Times(2)
		}),
		By: []string{"dt"}, Is: claim.Positive, Replicas: groups,
		Text: "error less twice that with all data: ",
	}
}

// linear fits one line for all time steps to what batches add.
func linear(part, friction string) claim.Criterion {
	judge := func(ts *claim.Tables, c claim.Claim) claim.Claim {
		t := batchErrors(friction)(ts)
		line, p := throughOrigin(t), claim.Points{Replicas: groups}
		p.Each(smallErrors(t), func(i int, at string) {
			want := claim.Exact(line.Slope.Value * noise(smallErrors(t), i))
			p.RatioIn(claim.Same, smallErrors(t).Estimate(i), want, "%s", at)
		})
		per := line.Slope.Times(1 / norm(ts, friction, ownSeed(ts)))
		return p.JudgeWith(claim.Deviations(line), c,
			fmt.Sprintf("slope %s per norm; batch part of the error over the line: ", claim.Text(per)))
	}
	return claim.Criterion{Of: "S3.3.2-7 " + part, In: "fig07", Judge: judge}
}

// isAffine fits a line against ε(n)Δt for every friction and time step.
func isAffine(ts *claim.Tables, c claim.Claim) claim.Claim {
	p, chi := claim.Points{Replicas: groups}, claim.ChiSquare{Replicas: groups}
	text := "slopes"
	for _, friction := range []string{"full", "scalar"} {
		var fits []estimate.Estimate
		t := smallErrors(adl(friction)(ts))
		for _, dt := range t.Distinct("dt") {
			u := table.New(t.Columns()...)
			u.Append(t.Where("dt", dt))
			u.Append(fullBatch(friction)(ts).Where("dt", dt, "status", table.OK))
			if u.Len() < 3 {
				continue
			}
			line := estimate.Fit(noises(u), u.Floats("value"), u.Floats("stderr"))
			for i := range u.Len() - 1 {
				p.RatioIn(claim.Same, u.Estimate(i), claim.Exact(line.At(noise(u, i)).Value),
					"%s, n = %s, Δt = %s", friction, u.Cell(i, "n"), dt)
			}
			chi = chi.Plus(claim.Deviations(line))
			p.Above(line.Slope, 0, "slope, %s, Δt = %s", friction, dt)
			fits = append(fits, line.Slope)
			text += fmt.Sprintf(" %s (%s, Δt = %s)", claim.Text(line.Slope), friction, dt)
		}
		for _, f := range fits {
			p.RatioIn(claim.Same, f, claim.Exact(weightedMean(fits)), "slope over the mean, %s", friction)
		}
	}
	return p.JudgeWith(chi, c, text+"; errors over the lines: ")
}

// weightedMean is the mean with weights 1/se².
func weightedMean(es []estimate.Estimate) float64 {
	var sum, weights float64
	for _, e := range es {
		w := 1 / (e.StdErr * e.StdErr)
		sum, weights = sum+w*e.Value, weights+w
	}
	return sum / weights
}

// stepOrder fits a power of Δt to the errors with all data.
func stepOrder(ts *claim.Tables, c claim.Claim) claim.Claim {
	t := fullBatch("full").And(fullBatch("scalar"))(ts)
	text := "errors with all data, predicted to leading order in brackets:"
	for i := range t.Len() {
		dt := t.Cell(i, "dt")
		text += fmt.Sprintf(" %s [%.2g] (%s, Δt = %s)", claim.Text(t.Estimate(i)), predicted(ts, dt),
			t.Cell(i, "friction"), dt)
	}
	t = t.Where("status", table.OK)
	t = t.Filter(func(i int) bool { return t.Estimate(i).Z(0) > 2 })
	if len(t.Distinct("dt")) < 3 {
		return claim.Judged(c, claim.Undecided, "%s; fewer than three Δt with a resolved error", text)
	}
	line, err := estimate.FitPower(t.Floats("dt"), t.Floats("value"), t.Floats("stderr"))
	if err != nil {
		return claim.Judged(c, claim.Undecided, "%s; %v", text, err)
	}
	p := claim.Points{Replicas: groups}
	p.In(claim.Exponent(2), line.Slope, "exponent")
	return p.Judge(c, text+"; ")
}

// ratioOfNorms is about the ratio of the norms of a scalar and of a full ξ.
func ratioOfNorms(ts *claim.Tables, c claim.Claim) claim.Claim {
	ndata, seed := numbersOfData(ts)[0], ownSeed(ts)
	var share claim.Share
	full := setsOf(ts, "norm of Sigma - mean", ndata)
	ratios := setsOf(ts, "norm of Sigma - s I", ndata)
	for i := range ratios {
		ratios[i] /= full[i]
		share.Add(claim.About(3).Has(ratios[i]))
	}
	return share.Judge(c, "median %.3g; ratio of the norms for the figure's data: %.3g",
		median(ratios), norm(ts, "scalar", seed)/norm(ts, "full", seed))
}
