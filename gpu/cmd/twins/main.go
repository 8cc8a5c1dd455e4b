// Twins writes emitted Go, and CUDA with functions of users, as packages under twins/ that register what the checks of
// the harness compare. The tag twins links them in. A machine with a GPU need not have the go command.
//
//	twins lanes|operators|grids|scans [flags]
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gpu/ends"
)

// kinds are what the checks of those names compare.
var kinds = map[string]struct {
	imports string // of the files that register functions
	write   func(w *writer, args []string)
}{
	"lanes":     {`"MODULE/gpu/twin"`, writeLanes},
	"operators": {`_ "embed"; "MODULE/gpu/compare"; "MODULE/spec"`, writeOperators},
	"grids":     {`_ "embed"; "MODULE/gpu/twin"; "MODULE/spec"`, writeGrids},
	"scans":     {`_ "embed"; "MODULE/gpu/twin"; "MODULE/spec"`, writeScans},
}

// uses are declarations by which no import is unused.
var uses = map[string]string{"twin": "twin.User", "compare": "compare.Operator", "spec": "spec.Spec"}

const module = "github.com/shflgen/shflgen"

func main() {
	if err := ends.Caught(func() {
		kind, ok := kinds[strings.Join(os.Args[1:min(2, len(os.Args))], "")]
		if !ok {
			ends.Check(errors.New("want lanes, operators, grids or scans"))
		}
		w := &writer{dir: "twins", imports: strings.ReplaceAll(kind.imports, "MODULE", module)}
		ends.Check(os.RemoveAll(w.dir))
		kind.write(w, os.Args[2:])
		w.end()
	}); err != nil {
		fmt.Fprintln(os.Stderr, "twins:", err)
		os.Exit(1)
	}
}

// parse reads flags beside which there is nothing.
func parse(args []string, bind func(*flag.FlagSet)) {
	fs := flag.NewFlagSet("twins", flag.ExitOnError)
	bind(fs)
	fs.Parse(args)
}

// perPackage is about how many bytes of source are compiled at once.
const perPackage = 1 << 20

// writer writes packages, one after the other.
type writer struct {
	dir, imports string
	packages     int
	filled       int // bytes of source in the current package
	register     strings.Builder
	embeds       strings.Builder
	texts        int // that it embeds
}

// name is the name of the current package.
func (w *writer) name() string { return fmt.Sprintf("p%03d", w.packages) }

// file writes a file of the current package.
func (w *writer) file(name string, text []byte) {
	at := filepath.Join(w.dir, w.name())
	ends.Check(os.MkdirAll(at, 0o777))
	ends.Check(os.WriteFile(filepath.Join(at, name), text, 0o666))
}

// embed adds a text and returns the variable that holds it.
func (w *writer) embed(text []byte) (variable string) {
	variable = fmt.Sprintf("text%d", w.texts)
	w.texts++
	fmt.Fprintf(&w.embeds, "//go:embed %s.txt\nvar %[1]s string\n\n", variable)
	w.file(variable+".txt", text)
	return variable
}

// add adds emitted Go, and the statement that registers it. A name such as x_int32_amd64.go would be a build
// constraint.
func (w *writer) add(name string, src []byte, register string) {
	w.file(name+"_twin.go", src)
	w.register.WriteString("\t" + register + "\n")
	if w.filled += len(src); w.filled >= perPackage {
		w.next()
	}
}

// next ends the current package, if it holds anything.
func (w *writer) next() {
	if w.filled == 0 {
		return
	}
	used := ""
	for _, path := range strings.Split(w.imports, "; ") {
		if of := uses[strings.Trim(filepath.Base(path), `"`)]; of != "" {
			used += "\t_ " + of + "\n"
		}
	}
	text := fmt.Sprintf("package %s\n\nimport (\n\t%s\n)\n\nvar (\n%s)\n\n%sfunc init() {\n%s}\n",
		w.name(), strings.ReplaceAll(w.imports, "; ", "\n\t"), used, w.embeds.String(), w.register.String())
	w.file("register.go", []byte(text))
	w.register.Reset()
	w.embeds.Reset()
	w.filled, w.texts = 0, 0
	w.packages++
}

// end ends the last package, and writes the one that imports all.
func (w *writer) end() {
	w.next()
	text := "// Package twins links every twin.\npackage twins\n\nimport (\n"
	for i := range w.packages {
		text += fmt.Sprintf("\t_ \"%s/gpu/twins/p%03d\"\n", module, i)
	}
	ends.Check(os.WriteFile(filepath.Join(w.dir, "twins.go"), []byte(text+")\n"), 0o666))
}
