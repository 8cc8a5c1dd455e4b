// Shflgen-vet is a tool of go vet that reports Go files which shflgen wrote and which were edited or are
// stale:
//
//	go vet -vettool=$(which shflgen-vet) ./...
//
// It knows what its own version of shflgen generates: install both at one version.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/shflgen/shflgen/analysis/emitted"
)

func main() { unitchecker.Main(emitted.Analyzer) }
