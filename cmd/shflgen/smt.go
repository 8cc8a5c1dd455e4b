package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/verify"
)

// scriptsOf writes the script of each proof of a file to a folder, if one is given. A script is
// named after the file and, if there are several builds, the build.
func (a asked) scriptsOf(path string) func(verify.Build, []byte) error {
	if a.scripts == "" {
		return nil
	}
	return func(b verify.Build, script []byte) error {
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
