package estimate

// student95 are the 97.5% quantiles of Student's law with 1 to 10 degrees of freedom.
var student95 = [...]float64{
	12.7062047361747046, 4.30265272974946385, 3.18244630528370959, 2.77644510519779436, 2.57058183563631551,
	2.44691185114496997, 2.36462425159278534, 2.30600413520416668, 2.26215716279820554, 2.22813885198627475,
}

// Student95 returns the half width of a two-sided 95% confidence interval in standard errors: the 97.5% quantile of Student's law with dof degrees
// of freedom, to 5e-6, and that of the normal law, 1.95996, for dof = 0, which means a standard error that is known. It panics if dof is negative.
func Student95(dof int) float64 {
	check(dof >= 0, "Student's law with %d degrees of freedom", dof)
	const (
		z  = 1.959963984540054
		z2 = z * z
		// Hill's asymptotic series in 1/dof (Abramowitz and Stegun 26.7.5)
		g1 = z * (z2 + 1) / 4
		g2 = z * ((5*z2+16)*z2 + 3) / 96
		g3 = z * (((3*z2+19)*z2+17)*z2 - 15) / 384
		g4 = z * ((((79*z2+776)*z2+1482)*z2-1920)*z2 - 945) / 92160
	)
	switch {
	case dof == 0:
		return z
	case dof <= len(student95):
		return student95[dof-1]
	}
	n := float64(dof)
	return z + (g1+(g2+(g3+g4/n)/n)/n)/n
}
