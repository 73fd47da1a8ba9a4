package table

import "strings"

// Short is the shortest name of a figure or study that make takes with FIG: 7 of "fig07", or
// "study-xi" itself.
func Short(name string) string {
	if n, ok := strings.CutPrefix(name, "fig"); ok {
		return strings.TrimPrefix(n, "0")
	}
	return name
}

// Target is what make makes a figure or study with: "fig7" or "study-xi".
func Target(name string) string {
	if strings.HasPrefix(name, "fig") {
		return "fig" + Short(name)
	}
	return name
}

// Label names a figure or study in a text: "Figure 7", or "study-xi".
func Label(name string) string {
	if strings.HasPrefix(name, "fig") {
		return "Figure " + Short(name)
	}
	return name
}

// IsName reports whether a name is that of a figure or study: "fig07", "study-xi".
func IsName(name string) bool {
	n, figure := strings.CutPrefix(name, "fig")
	if figure {
		return len(n) == 2 && strings.Trim(n, "0123456789") == ""
	}
	n, study := strings.CutPrefix(name, "study-")
	return study && n != "" && strings.Trim(n, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
