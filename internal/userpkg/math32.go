//go:build !js

package userpkg

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Math32 is the import path of the package with functions that are known by name alone.
const Math32 = "github.com/shflgen/shflgen/math32"

// math32Sources are the SHA-256 of math32.go, with line ends LF. Its functions compute the same results as the prover
// and the emitted CUDA. A change of the package adds a row, after the tests of package elementary have passed.
var math32Sources = []string{
	"8cd03fa12ce2fb24f0f92d9dc9add5b4cb167054639ecf5a23d8999d40ee668c",
	"9e329493897860ab7bd4b1bcc8d5eaeb5cf22094fcb31fbe430f96f6a6930d90",
	"334b4c6cfc0414d09127bc0fd21c68f5b4cd0dfad3763c273f803c3b9c2ecb93",
	"7af8e8f1fc9accaef9efb6bc00143c96c7af038b7558351cdad6cbe170dbf48e",
}

// Believed is an error if a package has the path of math32 and is another: by a replace directive, a vendor folder or
// a workspace.
func Believed(p *packages.Package) error {
	if p.PkgPath != Math32 {
		return nil
	}
	files := slices.Concat(p.GoFiles, p.OtherFiles, p.IgnoredFiles, p.EmbedFiles)
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
	const want = "want the package as a release of shflgen has it, without a replace directive, a " +
		"vendored copy or a workspace that changes it"
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = filepath.Base(f)
	}
	if len(files) != 1 || names[0] != "math32.go" {
		return fmt.Errorf("package %s has the files %s; %s", Math32, strings.Join(names, ", "), want)
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(strings.ReplaceAll(string(src), "\r\n", "\n")))
	if hash := hex.EncodeToString(sum[:]); !slices.Contains(math32Sources, hash) {
		return fmt.Errorf("%s: package %s has other source, of SHA-256 %s; %s", files[0], Math32, hash, want)
	}
	return nil
}
