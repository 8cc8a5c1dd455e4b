package axiom

import (
	"embed"

	"github.com/shflgen/shflgen"
)

//go:embed half.go key.go threshold.go lane.go float32.go parallel.go
var files embed.FS

// Files are the names of the files that the prover compares with: those of this package, and that of package math32.
var Files = []string{"half.go", "key.go", "threshold.go", "lane.go", "float32.go", "parallel.go", "math32.go"}

// Source is the text of a file.
func Source(name string) ([]byte, error) {
	if name == "math32.go" {
		return []byte(shflgen.Math32()), nil
	}
	return files.ReadFile(name)
}
