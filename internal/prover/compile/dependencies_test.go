package compile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestOnlyOwn: a compiler that reads an unknown file is refused, whatever the source looks like.
func TestOnlyOwn(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "a file.h")
	if err := os.WriteFile(other, []byte("#define N 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var compilers []Compiler
	if clang, err := FindClang(); err != nil {
		extent.LeftOut(t, err)
	} else {
		compilers = append(compilers, clang)
	}
	if nvcc, err := FindNVCC(); err != nil {
		extent.LeftOut(t, err)
	} else {
		compilers = append(compilers, nvcc)
	}
	files := map[string][]byte{"k.cu": []byte("#include \"beside.h\"\n#include \"a file.h\"\n"), "beside.h": []byte("\n")}
	for _, c := range compilers {
		for _, known := range []bool{true, false} {
			var asked []string
			_, err := c.Compile(t.Context(), files, "k.cu", Build{Arch: "sm_90", Beside: dir, Own: func(path string) bool {
				asked = append(asked, path)
				return known
			}})
			if known != (err == nil) || err != nil && !strings.Contains(err.Error(), "a file.h") {
				t.Errorf("%s, known: %t: %v", c.Name(), known, err)
			}
			if !slices.Equal(asked, []string{other}) {
				t.Errorf("%s asks for %q", c.Name(), asked)
			}
		}
	}
	for list, want := range map[string]string{
		"k.ptx: k.cu a.h":                   "k.cu|a.h",
		"/tmp/k.ptx : k.cu \\\n  /b/../c.h": "k.cu|/b/../c.h",
		"k.ptx: a\\ b.h c$$d\\#.h":          "a b.h|c$d#.h",
		"k.ptx:":                            "",
	} {
		if got := strings.Join(listed(list), "|"); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}
