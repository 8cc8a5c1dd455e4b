// Package templates holds the text templates of the CUDA target: what stands
// around the steps of a network.
package templates

import "embed"

// FS holds the templates by file name.
//
//go:embed *.tmpl
var FS embed.FS
