package goread

import (
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/internal/gostd"
)

// std are the packages that a file which is read by itself imports, in place of the standard library's. The path of a
// package defines the meaning of a name, in both cases ([goexec.Known]). Nothing of runtime and sync has a meaning but
// what the axiom of loops by parts calls.
var std = gostd.Packages

// importStd imports the packages of [std].
type importStd struct{}

// Import returns a package, or an error for any other path.
func (importStd) Import(path string) (*types.Package, error) {
	if pkg, ok := std[path]; ok {
		return pkg, nil
	}
	return nil, fmt.Errorf("import of %q: want math, math/bits, runtime or sync, "+
		"or a file that is loaded with its package", path)
}
