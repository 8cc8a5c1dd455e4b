// Scantwins writes the emitted Go of every scan of arrays, and of those with functions of users the CUDA too, as the package scans/twins, which cmd/scans links in.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	if err := write("scans/twins"); err != nil {
		fmt.Fprintln(os.Stderr, "scantwins:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	var register strings.Builder
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.GridScans()), catalogue.MadeScans()) {
		files, err := gen.Generate(s, gen.Options{Package: "twins", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, s.FileName()+"_twin.go"), files[s.FileName()+".go"], 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&register, "\tscans.Register(%q, scans.Of%s(%s))\n", s.FileName(), several(s), s.FuncName())
	}
	embeds, err := writeUsers(dir, &register)
	if err != nil {
		return err
	}
	text := "// Package twins registers every twin.\npackage twins\n\nimport (\n\t_ \"embed\"\n\n\t\"github.com/shflgen/shflgen\"\n\t\"github.com/shflgen/shflgen/gpu/scans\"\n)\n\n" +
		embeds + "func init() {\n" + register.String() + "}\n"
	return os.WriteFile(filepath.Join(dir, "register.go"), []byte(text), 0o666)
}

// several is how the registration of a function of several arrays ends.
func several(s spec.Spec) string { return []string{"", "Two", "Three"}[len(s.Shape().In)-1] }
