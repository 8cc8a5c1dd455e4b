//go:build !js

package compile

import (
	"os"
	"slices"
	"strings"
)

// alone are the flags by which clang uses no CUDA toolkit: neither one on the PATH, which may have an unknown
// version, nor the headers and libraries of one. A path that is not there keeps it from searching.
var alone = []string{"-nocudainc", "-nocudalib", "--cuda-path=no-toolkit", "--no-default-config"}

// passed are the variables of this process's environment that a compiler gets: it takes them to find programs,
// libraries and a folder for temporary files. Others add flags or folders of headers (NVCC_APPEND_FLAGS, CPATH,
// CUDA_PATH, CCC_OVERRIDE_OPTIONS), and what is proved would depend on them.
var passed = []string{"PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT", "COMSPEC", "PATHEXT"}

// cleanEnv is the environment of a compiler.
func cleanEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return !slices.Contains(passed, strings.ToUpper(name))
	})
}
