package readme_test

import (
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	cudaBlock  = regexp.MustCompile("(?ms)^(<!-- (?:cuda|file): .*? -->\n)?```cuda\n(.*?)^```\n")
	ownInclude = regexp.MustCompile(`(?m)^#include "(\S+)" // shflgen (.*)$`)
	goBlock    = regexp.MustCompile("(?ms)^```go\n(.*?)^```\n")

	// A comment above a block says that it is the copy of a file.
	configurationBlock = regexp.MustCompile("(?ms)[^>]\n```yaml\n(# shflgen.yaml\n.*?)^```\n")

	functions  = regexp.MustCompile(`__device__|__global__|\n\{\n`) // in a block that is no list of statements
	anyInclude = regexp.MustCompile(`(?m)^#include .*\n`)
)

// TestCUDABlocks compiles the CUDA that pages show, in one file: each block in a namespace, what
// it includes before it. Statements stand in a function that declares v.
func TestCUDABlocks(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	nvcc := os.Getenv("SHFLGEN_NVCC")
	if nvcc == "" {
		t.Skip(extent.ErrNoNVCC)
	}
	dir := t.TempDir()
	var includes []string
	var file strings.Builder
	blocks := 0
	for _, path := range pages(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range cudaBlock.FindAllStringSubmatch(string(text), -1) {
			if m[1] != "" || strings.Contains(m[2], "\nstruct ") || strings.HasPrefix(m[2], "struct ") {
				continue // checked elsewhere, or a signature
			}
			for _, include := range ownInclude.FindAllStringSubmatch(m[2], -1) {
				s := parsed(t, strings.ReplaceAll(include[2], " -lang cuda", ""))
				if want := s.FileName() + gen.CUDA.Ending(); include[1] != want {
					t.Errorf("%s: includes %s, and the command writes %s", path, include[1], want)
				}
				if err := os.WriteFile(filepath.Join(dir, include[1]), generated(t, s, gen.CUDA), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range anyInclude.FindAllString(m[2], -1) {
				if !slices.Contains(includes, line) {
					includes = append(includes, line)
				}
			}
			body := anyInclude.ReplaceAllString(m[2], "")
			if !functions.MatchString(body) {
				body = "const int WARPS = 1;\n__device__ void statements(float (&v)[8], float (&three)[3])\n{\n" + body + "}\n"
				if strings.Contains(body, "_n3_") {
					body = strings.ReplaceAll(body, "(v)", "(three)")
				}
			}
			fmt.Fprintf(&file, "namespace block%d\n{\n// %s\n%s}\n\n", blocks, path, body)
			blocks++
		}
	}
	if blocks < 15 {
		t.Errorf("%d blocks", blocks)
	}
	source := filepath.Join(dir, "blocks.cu")
	if err := os.WriteFile(source, []byte(strings.Join(includes, "")+"\n"+file.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-std=c++17", "-o", filepath.Join(dir, "blocks.ptx"),
		source).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestGoBlocks: the Go that pages show is Go, in the form that gofmt gives it. A function may lack its body.
func TestGoBlocks(t *testing.T) {
	blocks := 0
	for _, path := range pages(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goBlock.FindAllStringSubmatch(string(text), -1) {
			blocks++
			if formatted, err := format.Source([]byte(m[1])); err != nil {
				t.Errorf("%s: %v in\n%s", path, err, m[1])
			} else if got := string(formatted); got != m[1] {
				t.Errorf("%s: gofmt gives\n%s", path, got)
			}
		}
	}
	if blocks < 10 {
		t.Errorf("%d blocks", blocks)
	}
}

// TestConfigurationBlocks: the configurations that pages show make functions.
func TestConfigurationBlocks(t *testing.T) {
	extent.NotQuick(t, "builds the command")
	dir := t.TempDir()
	command := filepath.Join(dir, "shflgen")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/shflgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	blocks := 0
	for _, path := range pages(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range configurationBlock.FindAllStringSubmatch(string(text), -1) {
			blocks++
			file := filepath.Join(dir, fmt.Sprint(blocks), "shflgen.yaml")
			if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(m[1]), 0o666)); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(command, "-config", file).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", path, err, out)
			}
		}
	}
	if blocks < 2 {
		t.Errorf("%d blocks", blocks)
	}
}
