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
)

// prove is the verb: it proves files as they lie on disk, one line a function.
func prove(args []string, out io.Writer) error {
	var arch, spec, compiler, scripts string
	fs := flag.NewFlagSet("shflgen prove", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&arch, "arch", "", "")
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
	if all := arches(); arch != "" && !slices.Contains(all, arch) {
		return shflgen.Mistake{Flag: "arch", Value: arch, Want: "want one of " + strings.Join(all, ", ")}
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
			toPTX, err := pick(archOf(src, arch))
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

// arches are the names of the architectures that there are compilers for; last the
// one whose GPUs reduce floats themselves, which no GPU of another family runs.
func arches() []string {
	var names []string
	for _, a := range shflgen.Arches()[1:] {
		names = append(names, a.String())
	}
	return append(names, "sm_100a")
}

// archOf is the architecture to compile a file for: the one that is asked for,
// else the file's own, else sm_90.
func archOf(src []byte, asked string) string {
	if asked != "" {
		return asked
	}
	first, _, _ := strings.Cut(string(src), "\n")
	if s, err := shflgen.ParseHeader(strings.TrimSuffix(first, "\r")); err == nil && s.Arch != shflgen.AnyArch {
		return s.Arch.String()
	}
	return "sm_90"
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
