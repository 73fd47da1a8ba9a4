package main

import (
	"adl/pkg/claim"
	"adl/pkg/table"
)

func claims(s Spec, t *table.Table) []claim.Claim { return nil }
