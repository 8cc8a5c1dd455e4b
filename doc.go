// Package shflgen is the root of the module. Its packages are spec, gen, verify and math32; the command is cmd/shflgen.
package shflgen
