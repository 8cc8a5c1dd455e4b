package userpkg_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/userpkg"
)

const usesMath32 = "package p\n\nimport \"github.com/shflgen/shflgen/math32\"\n\n" +
	"func F(a, b float32) float32 { return math32.FMA(a, b, 0) }\n"

// TestBelieved: package math32 is known by its source, not by its path.
func TestBelieved(t *testing.T) {
	src, err := os.ReadFile("../../math32/math32.go")
	if err != nil {
		t.Fatal(err)
	}
	own := string(src)
	edited := strings.Replace(own, "return ", "return 1 + ", 1)
	for name, row := range map[string]struct {
		files map[string]string
		wrong string
	}{
		"the same":     {map[string]string{"math32.go": own}, ""},
		"with CRLF":    {map[string]string{"math32.go": strings.ReplaceAll(own, "\n", "\r\n")}, ""},
		"another body": {map[string]string{"math32.go": edited}, "has other source"},
		"another file": {map[string]string{"math32.go": own, "more.go": "package math32\n"},
			"has the files math32.go, more"},
		"another platform": {map[string]string{"math32.go": own, "more_plan9.go": "package math32\n"},
			"has the files math32.go, more"},
		"assembly":          {map[string]string{"math32.go": own, "more_amd64.s": "\n"}, "has the files math32.go, more"},
		"of a build":        {map[string]string{"math32.go": "//go:build !x\n\n" + own}, "has other source"},
		"under other names": {map[string]string{"exp.go": own}, "has the files exp.go"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(path, text string) {
				t.Helper()
				path = filepath.Join(dir, path)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("go.mod", "module p\n\ngo 1.25\n\nrequire github.com/shflgen/shflgen v0.0.0\n\n"+
				"replace github.com/shflgen/shflgen => ./other\n")
			write("p.go", usesMath32)
			write("other/go.mod", "module github.com/shflgen/shflgen\n\ngo 1.25\n")
			for file, text := range row.files {
				write("other/math32/"+file, text)
			}
			_, err := userpkg.Load(dir, "")
			if row.wrong == "" && err != nil || row.wrong != "" && (err == nil || !strings.Contains(err.Error(), row.wrong)) {
				t.Errorf("%v, want %q", err, row.wrong)
			}
		})
	}
}

// TestTool: settings by which the go command compiles other code are rejected.
func TestTool(t *testing.T) {
	for flags, accepted := range map[string]bool{
		"-tags=x -mod=mod": true, "-overlay=o.json": false, "--overlay=o.json": false, "-toolexec=cat": false,
		"-compiler=gccgo": false,
	} {
		t.Setenv("GOFLAGS", flags)
		if _, err := userpkg.Tool("."); (err == nil) != accepted {
			t.Errorf("GOFLAGS=%s: %v", flags, err)
		}
	}
}
