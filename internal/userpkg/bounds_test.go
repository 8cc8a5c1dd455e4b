package userpkg

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

// TestLarge: a type of 2^16 parts is refused at the part that is too large.
func TestLarge(t *testing.T) {
	src := "type X0 struct{ A int32 }\n"
	for i := range 16 {
		src += fmt.Sprintf("type X%d struct{ A, B X%d }\n", i+1, i)
	}
	dir := packageOf(t, src)
	want := "m.X16.A.A.A.A.A has more than 4096 bytes"
	if _, err := element(".X16", dir, dir); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestLoadEnds: loading ends, although go/types does not.
func TestLoadEnds(t *testing.T) {
	src := "type X0 struct{ A int32 }\n"
	for i := range 60 {
		src += fmt.Sprintf("type X%d struct{ A, B X%d }\n", i+1, i)
	}
	config := packages.Config{Mode: elementMode, Dir: packageOf(t, src)}
	if _, err := loadWithin(time.Second, config, "."); err == nil ||
		!strings.Contains(err.Error(), "loading takes more than 1s") {
		t.Error(err)
	}
}

// TestParts rejects types that the type checker does not end with, by name; one that holds pointers to itself is fine.
func TestParts(t *testing.T) {
	src := "type List struct{ Next, Last *List; At [1 << 20]int32 }\ntype X0 struct{ A int32 }\n"
	for i := range 40 {
		src += fmt.Sprintf("type X%d struct{ A, B X%d }\n", i+1, i)
		err := bounded(packageOf(t, src))
		if refused := err != nil && strings.Contains(err.Error(), "more than 1048576 parts"); refused != (i+1 > 18) {
			t.Fatalf("%d structs: %v", i+1, err)
		}
	}
}

// TestBounded rejects folders before the go command reads them.
func TestBounded(t *testing.T) {
	dir := packageOf(t, "func Add(a, b int32) int32 { return a + b }\n")
	if err := bounded(dir); err != nil {
		t.Error(err)
	}
	if err := os.Truncate(filepath.Join(dir, "a.go"), maxSource+1); err != nil {
		t.Fatal(err)
	}
	for _, load := range []func() error{
		func() error { _, err := Op(dir, ".Add"); return err },
		func() error { _, err := element(".T", dir, dir); return err },
	} {
		if err := load(); err == nil || !strings.Contains(err.Error(), "want at most 4194304") {
			t.Error(err)
		}
	}
}

// packageOf writes a package of one file, and returns its folder.
func packageOf(t *testing.T, src string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.25\n", "a.go": "package m\n\n" + src} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
