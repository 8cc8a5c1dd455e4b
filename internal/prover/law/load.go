package law

import (
	"context"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/gofunc"
)

// directive starts the comment that claims laws of an operator.
const directive = "//shflgen:op"

// Load is the operator that a reference names as seen from a folder, such as ./stats.Merge or
// example.com/stats.Merge, with what its directive claims.
func Load(ctx context.Context, dir, ref string) (Op, error) {
	i := strings.LastIndexByte(ref, '.')
	path, name := ref[:max(i, 0)], ref[i+1:]
	if path == "" {
		path = "."
	}
	if i < 0 || name == "" || strings.ContainsAny(name, "/\\") {
		return Op{}, fmt.Errorf("%q: want a package and its function, such as ./stats.Merge", ref)
	}
	l := &gofunc.Loader{Dir: dir}
	pkg, err := l.Package(ctx, path)
	if err != nil {
		return Op{}, err
	}
	return Of(pkg, name, func(path string) (*gofunc.Package, error) { return l.Package(ctx, path) })
}

// Of is the operator of a package that was loaded, with what its directive claims.
func Of(pkg *gofunc.Package, name string, source gofunc.Source) (Op, error) {
	f, err := gofunc.New(pkg, name, source)
	if err != nil {
		return Op{}, err
	}
	op := Op{Func: f}
	words, at := claimed(pkg, name)
	for _, w := range words {
		word, value, valued := strings.Cut(w, "=")
		switch i := slices.IndexFunc(laws[:Identity], func(l lawRow) bool { return l.name == word }); {
		case i >= 0 && !valued:
			op.Claims = append(op.Claims, Law(i))
		case word == "identity" && value != "":
			op.Identity = value
		case word == "valid" && value != "":
			if op.Valid, err = gofunc.New(pkg, value, source); err != nil {
				return Op{}, fmt.Errorf("%s: valid=%s: %w", at, value, err)
			}
		default:
			return Op{}, fmt.Errorf("%s: %q: want associative, commutative, idempotent, identity=NAME or valid=NAME", at, w)
		}
	}
	return op, nil
}

// claimed are the words of the directive of a function, and where it stands.
func claimed(pkg *gofunc.Package, name string) (words []string, at string) {
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name != name || fn.Doc == nil {
				continue
			}
			for _, c := range fn.Doc.List {
				rest, ok := strings.CutPrefix(c.Text, directive)
				if ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
					words, at = append(words, strings.Fields(rest)...), pkg.Fset.Position(c.Pos()).String()
				}
			}
		}
	}
	return words, at
}
