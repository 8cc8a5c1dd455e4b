package gopackage

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

const (
	sum    = "package p\n\nfunc F(v *[2]uint16) { v[0] = min(v[0], v[1]) }\n"
	module = "module example.com/p\n\ngo 1.22\n"
)

// load writes a folder and loads its file f.go.
func load(t *testing.T, files map[string]string, env ...string) (*goread.File, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name := "f.go"
	for n := range files {
		if strings.HasPrefix(filepath.Base(n), "f") && strings.HasSuffix(n, ".go") {
			name = n
		}
	}
	for _, set := range append([]string{"GOFLAGS="}, env...) {
		name, value, _ := strings.Cut(set, "=")
		t.Setenv(name, value)
	}
	var l Loader
	u, err := l.Load(context.Background(), filepath.Join(dir, name), []byte(files[name]))
	if err != nil {
		return nil, err
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern block-reduce -block 2 -mask full -op min -type uint16"))
	if err != nil {
		t.Fatal(err)
	}
	return goread.ReadFuncUnit(u, s, "F")
}

// with are files, f.go with a term more, and others by name and text in turn.
func with(term string, others ...string) map[string]string {
	files := map[string]string{"f.go": strings.Replace(sum, " }", " "+term+" }", 1)}
	for i := 0; i < len(others); i += 2 {
		files[others[i]] = "package p\n\n" + others[i+1] + "\n"
	}
	return files
}

// loads are packages: the files beside one, and what of them is refused.
var loads = []struct {
	name  string
	files map[string]string // beside f.go
	want  string
	env   []string
}{
	{"alone", nil, "", nil},
	{"beside a file", map[string]string{"b.go": "package p\n\nvar x = len(\"a\")\n"}, "", nil},
	{"beside a file of another package", map[string]string{"b.go": "package q\n\nfunc min() {}\n"}, "", nil},
	{"beside a test", map[string]string{"b_test.go": "package p\n\nfunc max() {}\n"}, "", nil},
	{"beside a test of its own package", map[string]string{"b_test.go": "package p_test\n\nfunc min() {}\n"}, "", nil},
	{"a test with min", map[string]string{"b_test.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n"},
		"b_test.go:3:6", nil},
	{"beside a hidden file", map[string]string{"_b.go": "package p\n\nfunc min() {}\n"}, "", nil},
	{"beside what does not matter", map[string]string{"b.go": "package p\n\nfunc max(a, b int) int { return a }\n"}, "",
		nil},
	{"a neighbour with min", map[string]string{"b.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n"},
		"b.go:3:6", nil},
	{"a neighbour with uint16", map[string]string{"b.go": "package p\n\ntype uint16 = uint8\n"}, "b.go:3:6", nil},
	{"a neighbour with uint16, its own type", map[string]string{"b.go": "package p\n\ntype uint16 uint32\n"}, "b.go:3:6",
		nil},
	{"a neighbour with a variable min",
		map[string]string{"b.go": "package p\n\nvar min = func(a, b uint16) uint16 { return a }\n"}, "b.go:3:5", nil},
	{"a neighbour of another platform",
		map[string]string{"b_plan9.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n"}, "b_plan9.go:3:6", nil},
	{"a neighbour by a tag",
		map[string]string{"b.go": "//go:build special\n\npackage p\n\nfunc min(a, b uint16) uint16 { return a }\n"},
		"b.go:5:6", nil},
	{"a neighbour that is left out, of another package",
		map[string]string{"b.go": "//go:build ignore\n\npackage main\n\nfunc min(a, b uint16) uint16 { return a }\n"}, "",
		nil},
	{"a neighbour by GOFLAGS",
		map[string]string{"b.go": "//go:build special\n\npackage p\n\nfunc min(a, b uint16) uint16 { return a }\n"},
		"b.go:5:6", []string{"GOFLAGS=-tags=special"}},
	{"a neighbour that does not compile", map[string]string{"b.go": "package p\n\nvar x uint8 = 300\n"},
		"does not compile", nil},
	{"a neighbour with F", map[string]string{"b.go": "package p\n\nfunc F() {}\n"}, "does not compile", nil},
	{"a neighbour with a line directive",
		map[string]string{"b.go": "package p\n\n//line f.go:1\nfunc min(a, b uint16) uint16 { return a }\n"}, "name min",
		nil},
	{"a constant of a neighbour", with("+ one - 1", "b.go", "const one = 1"), "", nil},
	{"a constant of a neighbour, otherwise elsewhere",
		with("+ one - 1", "b.go", "const one = 1", "b_plan9.go", "const one = 2"), "b_plan9.go:3:7", nil},
	{"a constant by another of a neighbour", with("+ two - 1", "b.go", "const two = one", "c.go", "const one = 1",
		"c_plan9.go", "const one = 2"), "c_plan9.go:3:7", nil},
	{"a constant by min", with("+ uint16(one) - 1", "b.go", "const one uint8 = 1", "b_plan9.go", "type uint8 uint64"),
		"b_plan9.go:3:6", nil},
	{"a constant of the file, otherwise elsewhere", map[string]string{"f.go": "//go:build !plan9\n\n" + sum +
		"\nconst one = 1\nvar _ = one\n", "b_plan9.go": "package p\n\nconst one = 2\n"}, "", nil},
	{"a repeated constant", with("+ uint16(one) - 1", "b.go",
		"import \"runtime\"\n\nconst (\n\tzero = iota + len(runtime.GOARCH) - len(runtime.GOARCH)\n\tone\n)"), "name GOARCH",
		nil},
	{"a constant of runtime", with("+ uint16(one) - 1", "b.go",
		"import \"runtime\"\n\nconst one = 1 + len(runtime.GOOS) - len(runtime.GOOS)"), "name GOOS", nil},
	{"the length of a variable", with("+ uint16(len(a)) - 1", "b.go",
		"import \"unsafe\"\n\nvar a [unsafe.Sizeof(0) >> 3]int"), "name Sizeof", nil},
	{"the greatest int", with("+ one - 1", "b.go", "import \"math\"\n\nconst one = math.MaxInt / math.MaxInt"),
		"name MaxInt", nil},
	{"the size of uint", with("+ one - 1", "b.go", "import \"math/bits\"\n\nconst one = bits.UintSize / bits.UintSize"),
		"name UintSize", nil},
	{"a dot", with("+ one - 1", "b.go", "import . \"math/bits\"\n\nconst one = UintSize / UintSize"), "name UintSize",
		nil},
	{"a neighbour that is left out, nested deeply",
		map[string]string{"b_plan9.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n\nvar _ = " +
			strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000) + "\n"}, "nesting", nil},
	{"a neighbour that is left out and does not parse",
		map[string]string{"b_plan9.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n\nfunc {\n"}, "b_plan9.go:5",
		nil},
	{"a neighbour that is left out, large",
		map[string]string{"b_plan9.go": "package p\n\nfunc min(a, b uint16) uint16 { return a }\n" + strings.Repeat("\n",
			5<<20)}, "bytes are read", nil},
	{"an overlay", nil, "want GOFLAGS without", []string{"GOFLAGS=-overlay=x.json"}},
	{"mod", nil, "", []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}},
	{"left out by a tag", map[string]string{"f.go": "//go:build ignore\n\n" + sum}, "no part of its package", nil},
	{"left out by an old tag", map[string]string{"f.go": "//  +build ignore\n\n" + sum}, "no part of its package", nil},
	{"left out by two tags", map[string]string{"f.go": "//go:build !linux && !darwin && !windows\n\n" + sum},
		"no part of its package", nil},
	{"a tag that holds", map[string]string{"f.go": "//go:build !ignore\n\n" + sum}, "", nil},
	{"cgo", map[string]string{"f.go": strings.Replace(sum, "package p\n", "package p\n\nimport \"C\"\n", 1)}, "", nil},
	{"too deep", map[string]string{"f.go": strings.Replace(sum, "v[0],",
		strings.Repeat("(", 5000)+"v[0]"+strings.Repeat(")", 5000)+",", 1)}, "nesting", nil},
}

// TestLoad loads folders with and without a module. want is empty where the file is
// to be read, else words of the refusal.
func TestLoad(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, tt := range loads {
		for _, mod := range []bool{true, false} {
			t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
				files := map[string]string{"f.go": sum}
				if mod {
					files["go.mod"] = module
				}
				for name, text := range tt.files {
					files[name] = text
				}
				if mod && strings.Contains(tt.files["b.go"], "package q") {
					return // no package at all
				}
				f, err := load(t, files, tt.env...)
				switch {
				case tt.name == "cgo": // without a C compiler there is no package; with one the file is another
					if err == nil {
						t.Error("read a file of cgo")
					}
				case tt.want == "" && err != nil:
					t.Errorf("module %v: %v", mod, err)
				case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
					t.Errorf("module %v: got %v, want %s", mod, err, tt.want)
				case err == nil:
					want := "package p of "
					if mod {
						want = "package example.com/p of "
					}
					if !strings.HasPrefix(f.Loaded, want) || !strings.Contains(f.Loaded, "f.go") || !strings.Contains(f.Loaded, "/") {
						t.Errorf("the words do not say what was loaded: %s", f.Loaded)
					}
					runs(t, f)
				}
			})
		}
	}
}

// runs executes the function once.
func runs(t *testing.T, f *goread.File) {
	t.Helper()
	n := bv.Numbers{}
	s := goread.State{Lanes: []bv.Value{n.Const(16, 7), n.Const(16, 5)}}
	if err := f.Run(n, &s); err != nil {
		t.Fatal(err)
	}
	if got, _ := n.Known(s.Lanes[0]); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}

// TestNames: a file's name decides whether it is compiled.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"f.go": "", "f_linux.go": "", "f_plan9.go": "no part", "f_s390x.go": "no part", "f_test.go": "no part",
		"_f.go": "no part", ".f.go": "no part", "f_linux_arm64.go": "no part", "f_unix.go": "",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(sum), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOFLAGS", "")
		t.Setenv("GOOS", "linux")
		t.Setenv("GOARCH", "amd64")
		var l Loader
		_, err := l.Load(context.Background(), path, []byte(sum))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// TestBytes: what is read are the bytes that are given, in the folder where they lie.
func TestBytes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f.go")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("f.go", "package p\n\nfunc F() {}\n")
	write("go.mod", module)
	var l Loader
	u, err := l.Load(context.Background(), path, []byte(sum))
	if err != nil {
		t.Fatal(err)
	}
	if string(u.Src) != sum || u.Pkg.Scope().Lookup("F").Type().String() != "func(v *[2]uint16)" {
		t.Errorf("the file on disk was read: %s", u.Pkg.Scope().Lookup("F").Type())
	}
	if _, err := l.Load(context.Background(), path, []byte(strings.Replace(sum, "v[1]", "v[2]", 1))); err == nil ||
		!strings.Contains(err.Error(), "does not compile") {
		t.Errorf("the bytes of the first load were kept: %v", err)
	}
	if err := os.Symlink(path, filepath.Join(dir, "link.go")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Load(context.Background(), filepath.Join(dir, "link.go"), []byte(sum)); err == nil ||
		!strings.Contains(err.Error(), "regular file") {
		t.Errorf("a link: %v", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Load(cancelled, path, []byte(sum+"\n")); err == nil {
		t.Error("loaded though cancelled")
	}
}

// TestOwnModule loads an emitted file of this module, twice from one package.
func TestOwnModule(t *testing.T) {
	var l Loader
	for _, name := range []string{"down_reduce_prod_float16_w16_full.go", "xor_reduce_max_float16x2_w16.go"} {
		path := filepath.Join("../../../generated", name)
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		u, err := l.Load(context.Background(), path, src)
		if err != nil {
			t.Fatal(err)
		}
		f, err := goread.ReadUnit(u)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(f.Loaded, "github.com/shflgen/shflgen/generated") {
			t.Error(f.Loaded)
		}
	}
	if len(l.folder) != 1 {
		t.Errorf("%d packages loaded", len(l.folder))
	}
}

// TestInitialisation: a neighbour that may panic before the function is called is
// named.
func TestInitialisation(t *testing.T) {
	for text, want := range map[string]string{
		"var x = 1": "", "func init() {}": "b.go:3", "\nvar z int\n\nvar x = 1 / z": "b.go:6",
		"import _ \"example.com/p/q\"": "package example.com/p/q", "import _ \"fmt\"": "",
	} {
		f, err := load(t, map[string]string{
			"go.mod": module, "f.go": sum, "b.go": "package p\n\n" + text + "\n",
			"q/q.go": "package q\n\nfunc init() { panic(1) }\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(f.Assumes, "; ")
		if strings.Contains(got, "no panic") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s: assumes %q, want %q in it", text, got, want)
		}
	}
}

// TestBothSizes: a function that mentions int is read for both of its sizes, whatever
// of its package is of one only.
func TestBothSizes(t *testing.T) {
	const text = "package p\n\nfunc F(v *[2]uint16) { v[0] = uint16(min(int(v[0]), int(v[1]))) }\n"
	for _, arch := range []string{"amd64", "386"} {
		f, err := load(t, map[string]string{"go.mod": module, "f.go": text,
			"b.go": "package p\n\nimport \"math\"\n\nvar x uint64 = math.MaxInt\n"},
			"GOARCH="+arch, "CGO_ENABLED=0")
		if err != nil {
			t.Fatal(err)
		}
		if f.Other == nil {
			t.Fatalf("%s: read once", arch)
		}
		runs(t, f)
		runs(t, f.Other)
	}
}

// TestOwnMath: a module called math is not package math, whatever its functions are
// called.
func TestOwnMath(t *testing.T) {
	text := "package math\n\nfunc F(v *[2]uint16) { v[0] = uint16(Float32bits(float32(1))) }\n\n" +
		"func Float32bits(x float32) uint32 { return 5 }\n"
	f, err := load(t, map[string]string{"f.go": text, "go.mod": "module math\n\ngo 1.22\n"})
	if err != nil {
		t.Logf("refused: %v", err)
		return
	}
	runs(t, f)
}
