package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify"
)

// ofCompilers are the flags of prove that change how CUDA is compiled, and nothing else.
var ofCompilers = []string{"arch", "compiler", "I", "D", "U"}

// unused reports the flags of prove that were given and change nothing for some files.
func (a asked) unused(paths []string) error {
	var cuda, code bool // CUDA, and CUDA or PTX
	for _, path := range paths {
		ending := filepath.Ext(path)
		code = code || ending != gen.Go.Ending()
		cuda = cuda || ending != gen.Go.Ending() && ending != ".ptx"
	}
	var found []error
	wrong := func(name, why string) {
		found = append(found, usageError(fmt.Sprintf("prove: -%s: %s; leave it out", name, why)))
	}
	a.flags.Visit(func(f *flag.Flag) {
		switch {
		case len(paths) == 0:
		case !cuda && (slices.Contains(ofCompilers, f.Name) || a.ofCompiler(f.Name) != ""):
			wrong(f.Name, "is for CUDA, and no file of it is proved")
		case !code && f.Name == "smt":
			wrong(f.Name, "writes proofs of CUDA and PTX, and no file of them is proved")
		case !code && (f.Name == "block-shape" || f.Name == "calls" || f.Name == "values" || f.Name == "masks" ||
			f.Name == "ties"):
			wrong(f.Name, "is for CUDA and PTX, and no file of them is proved")
		}
		if name := a.ofCompiler(f.Name); name != "" && !slices.Contains(a.Compilers, name) {
			wrong(f.Name, "-compiler names no "+name)
		}
	})
	if a.fresh && a.scripts != "" {
		wrong("fresh", "-smt takes no verdict of an earlier run")
	}
	if a.all && a.json {
		wrong("v", "-json has everything that it shows")
	}
	return errors.Join(found...)
}

// ofCompiler is the compiler that takes the value of a flag as its own flags; "" for other flags.
func (asked) ofCompiler(flag string) string {
	for _, name := range verify.Compilers() {
		if flag == name+"-flags" {
			return name
		}
	}
	return ""
}
