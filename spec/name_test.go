package spec

import (
	"errors"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestNamesRefused(t *testing.T) {
	for _, test := range []struct {
		name string
		ok   bool
	}{
		{"Max", false}, {"warpMax", true}, {"WarpMaxW16", true}, {"Test", true}, {"mask", true}, {"v", true},
		{"Sum_x", true}, {"UnixSum", true}, {"TestSum", true}, {"warpSize", true}, {"threadIdx", true}, {"HTTP2Sum", true},
		{"sumPlan", true}, {"Sum_by", true}, {"GoSum", true}, {"Lane", true}, {strings.Repeat("X", maxName), true},
		{"_", false}, {"_sum", false}, {"9x", false}, {"a b", false}, {"größe", false}, {"a.b", false}, {"func", false},
		{"int32", false}, {"uint32", false}, {"max", false}, {"len", false}, {"any", false}, {"init", false},
		{"main", false}, {"Main", false}, {"Double", false}, {"StaticCast", false},
		{"linux", false}, {"Linux", false}, {"unix", false}, {"i386", false}, {"mips", false}, {"near", false},
		{"Far", false},
		{"dim3", false}, {"int4", false}, {"Float4", false}, {"uchar2", false}, {"uint", false}, {"half", false},
		{"nv_bfloat16", false},
		{"size_t", false}, {"Int32_t", false}, {"Uint64_t", false}, {"ptrdiff_t", false},
		{"assert", false}, {"stdin", false}, {"Stdout", false}, {"errno", false}, {"signbit", false}, {"Isnan", false},
		{"NULL", false},
		{"printf", false}, {"Malloc", false}, {"memcpy", false}, {"Exit", false}, {"Time", false}, {"Read", false},
		{"Min", false}, {"abs", false}, {"expf", false}, {"Rsqrt", false}, {"Fmaxf", false}, {"Atan2", false},
		{"and", false}, {"Xor", false}, {"Compl", false}, {"Not_Eq", false}, {"Bitand", false}, {"Wchar_t", false},
		{"CoAwait", false},
		{"Std", false}, {"cuda", false}, {"math", false}, {"bits", false}, {"Main", false}, {"true", false}, {"nil", false},
		{"iota", false},
		{"Sum__x", false}, {"Sum_", false}, {"__shfl_sync", false}, {"__x", false},
		{"Aux", false}, {"con", false}, {"NUL", false}, {"Com1", false},
		{"Σ", false}, {"sum\u0301", false}, {"sum\x00", false}, {"sum\n", false}, {"x;y", false}, {"../x", false},
		{"-x", false}, {"", true},
		{strings.Repeat("X", maxName+1), false}, {strings.Repeat("aB", 100), false},
		{"Sum_test", false}, {"SumTest", false}, {"SumLinux", false}, {"SumWasm", false}, {"SumWindowsAmd64", false},
	} {
		s := NewSpec(XorReduce)
		s.Name = test.name
		err := s.Validate()
		var m FlagError
		switch {
		case test.ok && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case !test.ok && (!errors.As(err, &m) || m.Flag != "name" || m.Value != test.name):
			t.Errorf("%s: %v, want an error of -name", test.name, err)
		}
	}
}

// TestFileConstraints holds the list of ends against go/build, which leaves out
// a file that is meant for a system other than the one it is asked about.
func TestFileConstraints(t *testing.T) {
	dir := t.TempDir()
	context := build.Default
	context.GOOS, context.GOARCH = "none", "none"
	matches := func(name string) bool {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package p\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		ok, err := context.MatchFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for last := range fileConstraints {
		if last != "test" && matches("sum_"+last+".go") {
			t.Errorf("go build does not mind _%s", last)
		}
	}
	list, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, last := range strings.FieldsFunc(string(list), func(r rune) bool { return r == '/' || r == '\n' }) {
		if !fileConstraints[last] {
			t.Errorf("_%s is not in the list", last)
		}
	}
}
