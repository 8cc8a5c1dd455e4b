package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify"
	"github.com/shflgen/shflgen/verify/smt"
)

// exported leaves the script of each PTX proof of a file in a folder, if one is
// named: under the name of the file, and of the build if that is one of several.
func (a asked) exported(path string) func(shflgen.Spec, verify.Build, []byte) error {
	if a.scripts == "" {
		return nil
	}
	return func(s shflgen.Spec, b verify.Build, code []byte) error {
		script, err := smt.Export(s, path, code)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(a.scripts, 0o777); err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if b.Compiler != "" && (len(a.Arches) != 1 || len(a.Compilers) != 1) {
			name += "." + b.Compiler + "." + b.Arch
		}
		return os.WriteFile(filepath.Join(a.scripts, name+".smt2"), script, 0o666)
	}
}
