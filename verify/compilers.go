//go:build !js

package verify

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
)

// compilerTable holds one row a compiler of CUDA, the faster first.
var compilerTable = []struct {
	name string
	find func() (compile.Compiler, error)
}{
	{"clang", func() (compile.Compiler, error) { return compile.FindClang() }},
	{"nvcc", func() (compile.Compiler, error) { return compile.FindNVCC() }},
}

// Compilers are the names of the compilers that a proof of a CUDA file may be asked for,
// such as clang.
func Compilers() []string {
	var names []string
	for _, c := range compilerTable {
		names = append(names, c.name)
	}
	return names
}

// NoCompiler is the error of a proof of CUDA for which no compiler was found. Its text has several lines:
// those after the first are [NoCompiler.Remedy].
type NoCompiler struct{ Missing []error }

// Error names the compilers and where they were looked for, and says how to get one.
func (n NoCompiler) Error() string { return n.Short() + "\n" + n.Remedy() }

// Short is the first line: the compilers, and where they were looked for.
func (n NoCompiler) Short() string {
	var parts []string
	for _, err := range n.Missing {
		parts = append(parts, err.Error())
	}
	return strings.Join(parts, "; ")
}

// Remedy says how to get a compiler, one way a line.
func (NoCompiler) Remedy() string {
	return `CUDA is proved by way of the PTX of clang 19, or of the CUDA toolkit's nvcc:
  Debian, Ubuntu  apt install clang-19
  Fedora          dnf install clang19
  macOS           brew install llvm@19 (Apple's own clang compiles no CUDA)
  CUDA toolkit    nvcc is taken from PATH or /usr/local/cuda/bin; -compiler nvcc asks for it alone
  elsewhere       SHFLGEN_CLANG=FILE names a clang from version 19 on, SHFLGEN_NVCC=FILE an nvcc`
}

// compilers finds those that o names, or whichever there is.
func (o Options) compilers() ([]compile.Compiler, error) {
	names := o.Compilers
	if names == nil {
		names = Compilers()
	}
	var all []compile.Compiler
	var missing []error
	for _, name := range names {
		c, err := findCompiler(name)
		switch {
		case err == nil:
			all = append(all, c)
		case o.Compilers == nil:
			missing = append(missing, err)
		case errors.As(err, new(compile.Missing)):
			return nil, NoCompiler{[]error{err}}
		default:
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, NoCompiler{missing}
	}
	return all, nil
}

// Program is one that proofs run.
type Program struct {
	Name string
	Path string // empty: it is not here
}

// Programs are those that proofs of CUDA and of users' functions run, as they are found here: compilers,
// nvcc's own of the host, and solvers.
func Programs() []Program {
	all := []Program{{Name: "clang"}, {Name: "nvcc"}}
	if c, err := compile.FindClang(); err == nil {
		all[0].Path = c.Path
	}
	if c, err := compile.FindNVCC(); err == nil {
		all[1].Path = c.Path
	}
	for _, name := range []string{"gcc", "g++", "z3", "cvc5"} {
		path, _ := exec.LookPath(name)
		all = append(all, Program{name, path})
	}
	return all
}

// findCompiler finds the compiler of a name. For an unknown name the error is a [Misuse].
func findCompiler(name string) (compile.Compiler, error) {
	for _, row := range compilerTable {
		if row.name == name {
			return row.find()
		}
	}
	return nil, Misuse(fmt.Sprintf("compiler %s: want one of %s", name, strings.Join(Compilers(), ", ")))
}

// CheckFlags is the error of the first flag of a compiler that Options may not ask for: a
// file, or a flag that a proof sets itself.
func CheckFlags(flags []string) error { return compile.CheckFlags(flags) }
