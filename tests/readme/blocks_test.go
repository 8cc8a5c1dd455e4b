package readme_test

import (
	"fmt"
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
			if !strings.Contains(body, "__device__") && !strings.Contains(body, "__global__") {
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
