package main

import (
	"fmt"
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
		name := scriptName(path)
		if b.Compiler != "" && (len(a.Arches) != 1 || len(a.Compilers) != 1) {
			name += "." + b.Compiler + "." + b.Arch
		}
		return os.WriteFile(filepath.Join(a.scripts, name+".smt2"), script, 0o666)
	}
}

// scriptName is how the names of a file's scripts start.
func scriptName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// sameScripts refuses files with scripts of one name: one script would replace the other.
func (a asked) sameScripts(paths []string) error {
	if a.scripts == "" {
		return nil
	}
	first := map[string]string{}
	for _, path := range paths {
		name := scriptName(path)
		if first[name] != "" {
			return usageError(fmt.Sprintf("prove: -smt %s: the scripts of %s and %s would have one name; "+
				"want them in runs and folders of their own", a.scripts, first[name], path))
		}
		first[name] = path
	}
	return nil
}
