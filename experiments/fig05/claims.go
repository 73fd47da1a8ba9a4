package main
import ("adl/pkg/experiment";"adl/pkg/table")
func claims(s Spec, t *table.Table) []experiment.Claim { return nil }
