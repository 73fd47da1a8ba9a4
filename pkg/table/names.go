package table

// The columns that pictures ask for. A misspelt name of a constant does not compile; a misspelt
// text would draw an empty panel.
const (
	Quantity = "quantity"
	Value    = "value"
	StdErr   = "stderr"
	Status   = "status"
	Source   = "source"
	Epsilon  = "epsilon"
	Expected = "exact" // the value that a simulation should have

	Method    = "method"
	Friction  = "friction" // the form of ξ
	Sampling  = "sampling"
	Gradient  = "gradient" // the way to estimate it
	Posterior = "posterior"
	Scaling   = "scaling" // of covariates
	DataSet   = "data"
	Ndata     = "ndata"
	N         = "n"
	Dt        = "dt"
	Eta       = "eta"
	Gamma     = "gamma"
	T         = "T"
	S         = "s" // the noise s of a step
	K         = "K" // the number of functions beside the constant in ξ(θ)
	Cuts      = "cuts"
	Budget    = "budget" // gradients of a datum
	Run       = "run"

	I          = "i"
	J          = "j"
	Component  = "component" // of θ, and a second one
	Component2 = "component2"
	Coordinate = "coordinate"
	Theta      = "theta"
	Theta1     = "theta1"
	Theta2     = "theta2"
	Z          = "z" // of the noise of a gradient
	Z2         = "z2"
	Mode       = "mode"
	Output     = "output"
	Class      = "class"
	Followed   = "followed" // the mean of ξ if it followed θ
)

// Words of the column quantity.
const (
	L1              = "L1" // the error of a marginal
	VarianceError   = "variance error"
	Error           = "error"
	Mean            = "mean"
	Variance        = "variance"
	Density         = "density"
	Atom            = "atom"
	JointMass       = "joint mass"
	Covariance      = "covariance"
	Sigma           = "Sigma"
	ModeAt          = "mode"
	ProjectionError = "projection error"
	LeadingOrder    = "leading order"
	Kolmogorov      = "kolmogorov" // distance from the normal distribution
	DataPoint       = "data"
	X1              = "x1"
	X2              = "x2"
)

// Words of the column method.
const (
	SGLD     = "SGLD"
	Langevin = "Langevin"
	AdL      = "AdL"
	Laplace  = "Laplace" // the approximation at a mode
)

// Words of the column friction.
const (
	Scalar   = "scalar"
	Layers   = "layers"
	Diagonal = "diagonal"
	Full     = "full"
	Rotated  = "rotated" // diagonal in the eigenvectors of Σ̄
	Fixed    = "fixed"   // a constant diagonal matrix there
)

// Words of the column gradient.
const (
	Independent = "independent" // batches that do not depend on each other
	Reshuffled  = "reshuffled"  // batches along permutations
	Symmetric   = "symmetric"   // batches along permutations, forth and back
	Controlled  = "control variates"
	FullBatch   = "full batch" // all data
)

// Replaced, in the column sampling, is batches with replacement.
const Replaced = "with"
