// Package exact computes what is known about a posterior and about the schemes that sample it,
// without simulating them.
//
// The posterior π(θ|x) of N data has the stochastic gradient (eqs. gradSto, hypothese)
//
//	F̂_n(θ) = ∇ log π(θ|x) + ε(n)^(1/2) Σ_x(θ)^(1/2) Z,   E Z = 0,  cov Z = I,
//
// with Σ_x(θ) the empirical covariance of the gradients of single data (eq. sigma_somme) and ε(n)
// as in package minibatch (eq. eps). What is known of the posterior of a mixture starts at
// Posterior, of its bias under SGLD and Langevin dynamics at Bias, of the law of Z at NoiseLaw, of
// Gaussian posteriors and of logistic regression at Gaussian and Laplace, and of the friction of
// Adaptive Langevin dynamics at FrozenXi.
//
// Matrices are row-major slices. A relative error is signed: (value − exact)/exact. Nothing here is
// random. The numbers are the same bits on every machine, except those of Bias: they come from
// gonum's linear algebra, and may differ in the last bits between platforms.
package exact
