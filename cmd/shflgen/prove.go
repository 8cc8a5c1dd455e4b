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
	var arch, spec string
	fs := flag.NewFlagSet("shflgen prove", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&arch, "arch", "sm_90", "")
	fs.StringVar(&spec, "spec", "", "")
	if err := fs.Parse(args); err != nil {
		return usageError("prove: " + err.Error() + "; want [-arch sm_90] [-spec FLAGS] FILE...")
	}
	if fs.NArg() == 0 {
		return usageError("prove: no file: want files that end in .go, .cu or .ptx")
	}
	if !slices.Contains(compile.Arches, arch) {
		return shflgen.Mistake{Flag: "arch", Value: arch, Want: "want one of " + strings.Join(compile.Arches, ", ")}
	}
	var found []error
	for _, path := range fs.Args() {
		src, err := os.ReadFile(path)
		if err != nil {
			found = append(found, err)
			continue
		}
		r, err := proveFile(path, src, arch, spec)
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

// proveFile picks the proof by the ending of a file.
func proveFile(path string, src []byte, arch, spec string) (verify.Result, error) {
	switch filepath.Ext(path) {
	case ".cu":
		clang, err := compile.FindClang()
		if err != nil {
			return verify.Result{}, err
		}
		return verify.CUDA(path, src, func(s shflgen.Spec, _ string, src []byte) ([]byte, error) {
			return clang.One(s, src, arch)
		})
	case ".ptx":
		if spec == "" {
			return verify.Result{}, usageError("prove " + path + ": PTX has no header; want -spec 'FLAGS'")
		}
		s, err := shflgen.ParseArgs(strings.Fields(spec))
		if err != nil {
			return verify.Result{}, err
		}
		return verify.PTX(s, path, src)
	}
	return verify.File(path, src)
}
