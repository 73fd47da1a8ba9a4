package simulate

import "adl/pkg/dynamics"

// Method is a [[method]] table of a spec: a scheme at constant friction, by a name.
type Method struct {
	Name  string  `toml:"name" spec:"nonempty"`
	Word  string  `toml:"scheme"`
	Gamma float64 `toml:"gamma" spec:"optional,positive"` // of Langevin dynamics
}

// Scheme is the method at a time step.
func (m Method) Scheme(dt float64) dynamics.Scheme {
	if m.Word == dynamics.SGLD {
		return dynamics.Scheme{Word: m.Word, Dt: dt}
	}
	return dynamics.Scheme{Word: m.Word, Dt: dt, Friction: dynamics.Constant{Gamma: m.Gamma}}
}
