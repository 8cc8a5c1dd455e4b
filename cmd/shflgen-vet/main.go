// Shflgen-vet is a tool of go vet that reports Go files which shflgen wrote and which were edited or are
// stale, and with -fix generates them again:
//
//	go vet -vettool=$(which shflgen-vet) ./...
//	go vet -vettool=$(which shflgen-vet) -fix ./...
//
// It knows what its own version of shflgen generates: install both at one version.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/shflgen/shflgen/analysis/emitted"
)

func main() {
	if config, diff, ok := fixing(os.Args[1:]); ok {
		if err := fix(config, diff); err != nil {
			fmt.Fprintln(os.Stderr, "shflgen-vet:", err)
			os.Exit(1)
		}
		return
	}
	unitchecker.Main(emitted.Analyzer)
}
