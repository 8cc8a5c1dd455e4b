package userpkg

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// load type-checks a package; what does not compile stays invalid.
func load(t *testing.T, src string) (*token.FileSet, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\n"+src, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(error) {}}
	pkg, _ := config.Check("example.com/p", fset, []*ast.File{f}, nil)
	return fset, pkg
}

// TestLayouts wants leaves at the offsets of gc on amd64.
func TestLayouts(t *testing.T) {
	for _, tt := range []struct{ src, leaves string }{
		{"type T struct{ X, Y, Z float32 }", ".X@0 .Y@4 .Z@8 /12"},
		{"type T struct{ a int8; b int64; c bool }", ".a@0 .b@8 .c@16 /24"},
		{"type T struct{ _ int8; A int16; _ [3]byte; B uint8 }", ".A@2 .B@7 /8"},
		{"type T [2][3]int16", "[0][0]@0 [0][1]@2 [0][2]@4 [1][0]@6 [1][1]@8 [1][2]@10 /12"},
		{"type T struct{ U; V U }\ntype U struct{ A, B uint16 }", ".U.A@0 .U.B@2 .V.A@4 .V.B@6 /8"},
		{"type T float64", "@0 /8"},
		{"type T bool", "@0 /1"},
		{"type T = [2]complex64", "[0].real@0 [0].imag@4 [1].real@8 [1].imag@12 /16"},
		{"type T struct{ P Pair[int32]; Q Pair[byte] }\ntype Pair[E any] struct{ A, B E }",
			".P.A@0 .P.B@4 .Q.A@8 .Q.B@9 /12"},
		{"type T struct{ D Duration }\ntype Duration int64", ".D@0 /8"},
		{"import \"time\"\ntype T struct{ D time.Duration; M time.Month2 }", "does not compile"},
		{"import \"time\"\ntype T struct{ D time.Duration }", ".D@0 /8"},
		{"type T struct{ A int32; P *int }", "p.go:2:25: p.T.P is a pointer (*int), which points to memory"},
		{"type T struct{ A [2]struct{ S string } }", "p.go:2:29: p.T.A[0].S is of type string, which points to its bytes"},
		{"type T struct{ N int }", "differs in size between platforms; want int32 or int64"},
		{"type T struct{ N uint }", "want uint32 or uint64"},
		{"type T struct{ N uintptr }", "holds an address"},
		{"type T []int32", "p.go:2:6: p.T is a slice"},
		{"type T struct{ M map[int32]int32 }", "is a map"},
		{"type T struct{ C chan int32 }", "is a channel"},
		{"type T struct{ F func() }", "is a function"},
		{"type T struct{ F interface{ M() } }", "is an interface"},
		{"type T struct{ _ *int32; A int32 }", "p.T._ is a pointer"},
		{"type T struct{}", "size is zero"},
		{"type T struct{ A int32; _ struct{} }", "size is zero"},
		{"type T [0]int32", "length 0"},
		{"type T [1 << 40]int8", "at most 256 bytes"},
		{"type T[E any] struct{ V E }", "generic; want a named instance"},
		{"type T struct{ V Missing }", "does not compile"},
		{"type T struct{ N Count }\ntype Count int", "p.go:2:16: p.T.N is of type int"},
	} {
		fset, pkg := load(t, tt.src)
		o := pkg.Scope().Lookup("T")
		e, err := Layout(fset, o.Type(), o.Pos())
		got := ""
		if err != nil {
			got = err.Error()
			if !strings.Contains(got, tt.leaves) {
				t.Errorf("%s: %s, want %s", tt.src, got, tt.leaves)
			}
			continue
		}
		for _, l := range e.Leaves() {
			got += l.Path + "@" + itoa(l.Offset) + " "
		}
		if got += "/" + itoa(e.Size()); got != tt.leaves {
			t.Errorf("%s: %s, want %s", tt.src, got, tt.leaves)
		}
	}
}
