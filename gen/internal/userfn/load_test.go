package userfn

import (
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "write golden files")

// load loads one package, with the syntax of what it imports.
func load(t *testing.T, dir, pattern string) *packages.Package {
	t.Helper()
	all, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.NeedName | packages.NeedFiles |
		packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps | packages.NeedModule}, pattern)
	if err != nil || len(all) != 1 {
		t.Fatal(len(all), err)
	}
	for _, e := range all[0].Errors {
		t.Fatal(e)
	}
	return all[0]
}

// exported are the exported functions of a package, in the order of their names.
func exported(p *packages.Package) (all []*types.Func) {
	for _, name := range p.Types.Scope().Names() {
		if fn, ok := p.Types.Scope().Lookup(name).(*types.Func); ok && fn.Exported() {
			all = append(all, fn)
		}
	}
	return all
}

// golden compares text with a file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; -update writes it\n%s", path, text)
	}
}

func TestGolden(t *testing.T) {
	p := load(t, ".", "./testdata/ops")
	for _, fn := range exported(p) {
		t.Run(fn.Name(), func(t *testing.T) {
			name := snake(fn.Name())
			code, err := Translate(p, fn, Options{Prefix: name})
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".cu", strings.TrimRight(code.String(), "\n")+"\n")
		})
	}
}
