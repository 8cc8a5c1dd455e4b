package readme_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var tourStop = regexp.MustCompile("(?m)^### \\[`(\\w+)`\\]\\(([^)]+)\\)$")

// TestTour: every function of the tour is there, and one before it names it.
func TestTour(t *testing.T) {
	const folder = "../../docs"
	text, err := os.ReadFile(filepath.Join(folder, "tour.md"))
	if err != nil {
		t.Fatal(err)
	}
	stops := tourStop.FindAllStringSubmatch(string(text), -1)
	if len(stops) < 30 {
		t.Fatalf("%d stops", len(stops))
	}
	named := map[string]bool{"run": true} // which main calls
	for _, stop := range stops {
		name, path := stop[1], filepath.Join(folder, stop[2])
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		decls := declarations(file, name)
		if len(decls) == 0 {
			t.Errorf("%s: no %s", path, name)
		}
		if !named[name] {
			t.Errorf("%s: no stop before it names it", name)
		}
		for _, d := range decls {
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					named[id.Name] = true
				}
				return true
			})
		}
	}
}

// declarations are the functions, methods and variables of a name.
func declarations(file *ast.File, name string) (all []ast.Node) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == name {
				all = append(all, d.Type, d.Body)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && v.Names[0].Name == name {
					for _, value := range v.Values {
						all = append(all, value)
					}
				}
			}
		}
	}
	return all
}
