package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
)

// packageName is the package of the emitted Go file: -pkg, else $GOPACKAGE,
// else that of the Go files in the folder, else shfl.
func packageName(flag, dir string) (string, error) {
	if flag != "" {
		if !token.IsIdentifier(flag) || flag == "_" {
			return "", shflgen.Mistake{Flag: "pkg", Value: flag, Want: "want a Go identifier"}
		}
		return flag, nil
	}
	if env := os.Getenv("GOPACKAGE"); env != "" {
		if !token.IsIdentifier(env) {
			return "", usageError(fmt.Sprintf("$GOPACKAGE is %q: want a Go identifier, or -pkg", env))
		}
		return env, nil
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, path := range paths {
		base := filepath.Base(path)
		if strings.HasSuffix(base, "_test.go") || base[0] == '.' || base[0] == '_' {
			continue // what go build leaves out as well
		}
		if f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly); err == nil {
			return f.Name.Name, nil
		}
	}
	return "shfl", nil
}
