// Gridtwins writes the emitted Go of every reduction of arrays, and of those with functions of users the CUDA too, as the
// package grids/twins, which cmd/grids links in.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
)

func main() {
	if err := write("grids/twins"); err != nil {
		fmt.Fprintln(os.Stderr, "gridtwins:", err)
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
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.Grids()), catalogue.MappedGrids()) {
		files, err := gen.Generate(s, gen.Options{Package: "twins", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, s.FileName()+"_twin.go"), files[s.FileName()+".go"], 0o666); err != nil {
			return err
		}
		of := "Of"
		switch {
		case s.HasLane():
			of = "OfIndex"
		case len(s.MapInputs()) == 2:
			of = "OfTwo"
		}
		fmt.Fprintf(&register, "\tgrids.Register(%q, grids.%s(%s))\n", s.FileName(), of, s.FuncName())
	}
	embeds, err := writeUsers(dir, &register)
	if err != nil {
		return err
	}
	text := "// Package twins registers every twin.\npackage twins\n\nimport (\n\t_ \"embed\"\n\n\t\"github.com/shflgen/shflgen\"\n\t\"github.com/shflgen/shflgen/gpu/grids\"\n)\n\n" +
		embeds + "func init() {\n" + register.String() + "}\n"
	return os.WriteFile(filepath.Join(dir, "register.go"), []byte(text), 0o666)
}
