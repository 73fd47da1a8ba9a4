package claims

// The tables that have the rows of a question, by its study.
const (
	order        = "study-order"           // other orders of the sub-steps
	constant     = "study-constant-noise"  // noise of constant covariance
	replacement  = "study-replacement"     // batches with replacement
	exchanges    = "study-eta"             // larger η, exchanges of modes
	dataSets     = "study-data"            // other data sets
	xiMixture    = "study-xi-mixture"      // the law of ξ
	velocities   = "study-velocities"      // the law of p
	xiTheta      = "study-xi-theta"        // the mean of ξ given θ
	timeStep     = "study-time-step"       // all data, other Δt
	methods      = "study-methods"         // Langevin dynamics, SGLD, a diagonal ξ
	ratio        = "study-ratio"           // a scalar over a full ξ on more data sets
	xiGaussian   = "study-xi"              // laws of ξ and p, in one dimension
	gammaEta     = "study-gamma-eta"       // the statistical error
	symmetric    = "study-symmetric"       // data without a third moment
	samplings    = "study-samplings"       // with and without replacement
	frozenXi     = "study-frozen-xi"       // the error at the least n, in long runs
	weakOrder    = "study-weak-order"      // exact orders and remainders in one dimension
	slopes       = "study-slopes"          // slopes, the next order, other T
	mixtureSets  = "study-mixture-sets"    // slopes for other data sets
	covariances  = "study-covariance"      // Σ_x of more data sets
	basis        = "study-basis"           // other forms, cuts and η of extended AdL
	basisXi      = "study-basis-xi"        // the law and the mean of ξ_k
	eadlTimeStep = "study-basis-time-step" // all data
	costs        = "study-costs"           // operations
	protocol     = "study-protocol"        // runs as the paper prints them
)

// replicas returns the number of replicas behind each standard error of a table, 0 if they are many
// or the table is exact.
func replicas(name string) int {
	switch name {
	case "fig05", xiGaussian, gammaEta, symmetric, samplings, frozenXi, "fig06", covariances,
		"fig11", "fig15", costs:
		return 0
	case "fig01", "fig02", "fig03", weakOrder:
		return 64
	case "fig08", "fig09", "fig10":
		return 8
	case protocol:
		return 32
	}
	return groups
}
