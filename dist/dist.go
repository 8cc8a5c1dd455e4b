// Package dist holds the ready headers.
package dist

import "embed"

// Configs are the configurations of the ready headers: which functions each of them has.
//
//go:embed *.yaml
var Configs embed.FS
