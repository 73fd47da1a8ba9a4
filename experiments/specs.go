// Package experiments holds the specs of the figures whose points a page can compute.
package experiments

import "embed"

// Specs are files FIGURE/spec.toml.
//
//go:embed fig03/spec.toml fig04/spec.toml fig05/spec.toml fig07/spec.toml fig14/spec.toml
var Specs embed.FS
