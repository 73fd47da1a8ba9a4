package claims

import (
	"adl/pkg/claim"
	"adl/pkg/claim/bound"
)

var appendices = []claim.Criterion{
	remainder("SA-1 a", "SGLD"), remainder("SA-1 b", "Langevin"), remainder("SA-1 c", "AdL"),
	claim.Criterion{
		Of: "SA-1 d", Rows: exactly("E Z³ for symmetric data"), Is: near(0, 1e-12),
		Text: "E[Z³] for symmetric data, and the power of Δt of the term with ε: ",
	}.And(claim.Criterion{
		Rows: exactly(remainderPower + "covariance from batches"), Is: bound.Above(2.5),
	}),

	{
		Of: "SB-1 a", Rows: exactly("distance of a step's map from appendix B"),
		Is: bound.Below(1e-12), Text: "distance of the entries of M₁, M₂, V₃: ",
	},
	{
		Of: "SB-1 b", Is: bound.Below(1), Text: "spectral radius of M₁: ",
		Rows: exactly("spectral radius").Filter(func(r claim.Row) bool {
			return step(r) > -1 // aΔt² < 4
		}),
	},
}

// remainderPower begins the quantities that are least powers of Δt at which the cumulants of a step
// and of the modified generator differ: 4 if there is none through Δt³.
const remainderPower = "one-step power of Δt: "

func remainder(of, method string) claim.Criterion {
	powers := claim.From("study-weak-order", "method", method).Starts(remainderPower)
	return claim.Criterion{
		Of: of, Rows: powers, Is: bound.Above(2.5),
		Text: "least powers of Δt at which the cumulants of a step differ from those of the modified " +
			"generator, that of the third being ε^{3/2}Δt³: ",
	}.And(claim.Criterion{
		Rows: powers.Where("quantity", remainderPower+"third cumulants"), Is: near(3, 0.5),
	})
}
