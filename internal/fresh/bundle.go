package fresh

import (
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// CUDABundle is the CUDA header of many functions.
func CUDABundle(b spec.Bundle) ([]byte, error) {
	return gen.Bundle(b, func(s spec.Spec) ([]byte, error) { return Printed(s, gen.CUDA.Ending(), "") })
}

// GoBundle is the Go file of many functions, of a package.
func GoBundle(b spec.Bundle, pkg string) ([]byte, error) {
	return gen.GoBundle(b, pkg, func(s spec.Spec) ([]byte, error) { return Printed(s, gen.Go.Ending(), pkg) })
}
