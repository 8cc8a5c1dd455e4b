package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify"
	"github.com/shflgen/shflgen/verify/compile"
)

// prove is the verb: it proves files as they lie on disk, one line a function.
func prove(args []string, out io.Writer) error {
	var arch, spec, compiler, scripts string
	fs := flag.NewFlagSet("shflgen prove", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&arch, "arch", "sm_90", "")
	fs.StringVar(&spec, "spec", "", "")
	fs.StringVar(&compiler, "compiler", "clang", "")
	fs.StringVar(&scripts, "smt", "", "")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(out, usage())
		return err
	case err != nil:
		return usageError("prove: " + err.Error() + "; want [-compiler clang|nvcc] [-arch sm_90] [-spec FLAGS] [-smt DIR] FILE...")
	}
	if fs.NArg() == 0 {
		return usageError("prove: no file: want files that end in .go, .cu or .ptx")
	}
	if !slices.Contains(compile.Arches, arch) {
		return shflgen.Mistake{Flag: "arch", Value: arch, Want: "want one of " + strings.Join(compile.Arches, ", ")}
	}
	pick, ok := compilers[compiler]
	if !ok {
		return shflgen.Mistake{Flag: "compiler", Value: compiler, Want: "want clang or nvcc"}
	}
	var found []error
	for _, path := range fs.Args() {
		src, err := os.ReadFile(path)
		if err != nil {
			found = append(found, err)
			continue
		}
		r, err := proveFile(path, src, func() (verify.Compile, error) {
			toPTX, err := pick(arch)
			return exporting(toPTX, scripts), err
		}, spec, scripts)
		if err != nil {
			found = append(found, err)
			continue
		}
		if r.Verdict != verify.Proved {
			found = append(found, fmt.Errorf("%s: %s", path, r))
			continue
		}
		if _, err := fmt.Fprintf(out, "%s: %s\n", path, r); err != nil {
			return err
		}
	}
	return errors.Join(found...)
}

// compilers holds one row a compiler of CUDA.
var compilers = map[string]func(arch string) (verify.Compile, error){
	"clang": verify.Clang,
	"nvcc":  verify.NVCC,
}

// proveFile picks the proof by the ending of a file.
func proveFile(path string, src []byte, compiler func() (verify.Compile, error), spec, scripts string) (verify.Result, error) {
	switch filepath.Ext(path) {
	case ".cu":
		toPTX, err := compiler()
		if err != nil {
			return verify.Result{}, err
		}
		return verify.CUDA(path, src, toPTX)
	case ".ptx":
		if spec == "" {
			return verify.Result{}, usageError("prove " + path + ": PTX has no header; want -spec 'FLAGS'")
		}
		s, err := shflgen.ParseArgs(strings.Fields(spec))
		if err != nil {
			return verify.Result{}, err
		}
		if err := export(scripts, s, path, src); err != nil {
			return verify.Result{}, err
		}
		return verify.PTX(s, path, src)
	}
	return verify.File(path, src)
}
