package fresh

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
)

// CUDABundle is the CUDA header of many functions.
func CUDABundle(b shflgen.Bundle) ([]byte, error) {
	return gen.Bundle(b, func(s shflgen.Spec) ([]byte, error) { return Printed(s, gen.CUDA.Ending(), "") })
}

// GoBundle is the Go file of many functions, of a package.
func GoBundle(b shflgen.Bundle, pkg string) ([]byte, error) {
	return gen.GoBundle(b, pkg, func(s shflgen.Spec) ([]byte, error) { return Printed(s, gen.Go.Ending(), pkg) })
}
