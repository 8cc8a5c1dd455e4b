// Package shflgen is the root of the module. Its packages are spec, gen, verify and math32; the command is cmd/shflgen.
package shflgen

import _ "embed"

//go:embed math32/math32.go
var math32 string

// Math32 is the text of package math32, which shflgen copies into the Go that it emits. It is not in that package
// because proofs know the package by its one file.
func Math32() string { return math32 }
