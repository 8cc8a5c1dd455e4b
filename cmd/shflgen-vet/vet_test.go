package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestVet runs the tool under go vet, in a module with a function of an operator of the module's own.
func TestVet(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	dir := t.TempDir()
	run := func(in, name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = in, append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPACKAGE=")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(in, name string, args ...string) {
		t.Helper()
		if out, err := run(in, name, args...); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, args, err, out)
		}
	}
	must(".", "go", "build", "-o", dir, "../shflgen", ".")
	user := filepath.Join(dir, "user")
	for name, text := range map[string]string{
		"go.mod": "module example.com/user\n\ngo 1.25\n",
		"own/op.go": "package own\n\n//shflgen:op associative commutative\n" +
			"func Either(a, b uint32) uint32 { return a | b }\n",
		"doc.go": "package user\n",
	} {
		path := filepath.Join(user, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	must(user, filepath.Join(dir, "shflgen"), "-pattern", "reduce", "-width", "4", "-lang", "go")
	must(user, filepath.Join(dir, "shflgen"), "-pattern", "reduce", "-width", "4", "-op", "./own.Either", "-lang", "go",
		"-name", "WarpEither")
	vet := []string{"vet", "-vettool=" + filepath.Join(dir, "shflgen-vet"), "./..."}
	must(user, "go", vet...)

	path := filepath.Join(user, "warp_either.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := bytes.Replace(text, []byte("Distance 1"), []byte("Distance 2"), 1)
	if bytes.Equal(edited, text) {
		t.Fatalf("nothing to edit in\n%s", text)
	}
	if err := os.WriteFile(path, edited, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := run(user, "go", vet...)
	if err == nil || !strings.Contains(out, "warp_either.go:") || !strings.Contains(out, "edited or stale") ||
		strings.Count(out, "edited or stale") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
}
