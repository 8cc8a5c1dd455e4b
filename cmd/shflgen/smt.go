package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify"
	"github.com/shflgen/shflgen/verify/smt"
)

// exporting is a compiler that leaves the script of each PTX proof in a folder,
// if one is named.
func exporting(toPTX verify.Compile, dir string) verify.Compile {
	return func(s shflgen.Spec, name string, src []byte) ([]byte, error) {
		code, err := toPTX(s, name, src)
		if err != nil {
			return nil, err
		}
		return code, export(dir, s, name, code)
	}
}

// export writes the script of a PTX proof into a folder, under the name of the
// file that is proved.
func export(dir string, s shflgen.Spec, path string, code []byte) error {
	if dir == "" {
		return nil
	}
	script, err := smt.Export(s, path, code)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".smt2"
	return os.WriteFile(filepath.Join(dir, name), script, 0o666)
}
