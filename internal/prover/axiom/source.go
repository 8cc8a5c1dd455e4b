package axiom

import "embed"

// Source is the text of this package, which the prover compares with.
//
//go:embed half.go key.go threshold.go lane.go float32.go parallel.go
var Source embed.FS

// Files are the names of the files in [Source].
var Files = []string{"half.go", "key.go", "threshold.go", "lane.go", "float32.go", "parallel.go"}
