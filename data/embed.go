// Package data holds the files of this folder, so that programs find them wherever they run.
package data

import "embed"

// Files are the files of this folder, as they were when the program was built.
//
//go:embed *.*
var Files embed.FS
