package claims

// replicas returns the number of replicas behind each standard error of a table, 0 if they are many
// or the table is exact.
func replicas(name string) int {
	switch name {
	case "fig05", "study-xi", "study-gamma-eta", "study-symmetric", "study-samplings",
		"study-frozen-xi", "fig06", "study-covariance", "fig11", "fig15", "study-costs":
		return 0
	case "fig01", "fig02", "fig03", "study-weak-order":
		return 64
	case "fig08", "fig09", "fig10":
		return 8
	case "study-protocol":
		return 32
	}
	return groups
}
