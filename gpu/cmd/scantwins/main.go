// Scantwins writes the emitted Go of every scan of arrays as the package scans/twins, which cmd/scans links in.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
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
	for s := range catalogue.GridScans() {
		files, err := gen.Generate(s, gen.Options{Package: "twins", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, s.FileName()+"_twin.go"), files[s.FileName()+".go"], 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&register, "\tscans.Register(%q, scans.Of(%s))\n", s.FileName(), s.FuncName())
	}
	text := "// Package twins registers every twin.\npackage twins\n\nimport \"github.com/shflgen/shflgen/gpu/scans\"\n\nfunc init() {\n" + register.String() + "}\n"
	return os.WriteFile(filepath.Join(dir, "register.go"), []byte(text), 0o666)
}
