package projects_test

import (
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// cmakeFiles are the files of the CMake project.
var cmakeFiles = []string{"cmake/CMakeLists.txt", "cmake/Shflgen.cmake", "cmake/shflgen.yaml", "cmake/warp.cu"}

// onHost makes the project one of C++, as which a host's compiler reads the same header.
func (p project) onHost(t *testing.T) {
	p.edit(t, "CMakeLists.txt", "CXX CUDA)", "CXX)")
	p.edit(t, "CMakeLists.txt", "\nshflgen_generate",
		"\nset_source_files_properties(warp.cu PROPERTIES LANGUAGE CXX)\nshflgen_generate")
}

// TestCMake: a build generates the header, does nothing when nothing has changed, and generates it anew
// when the list of functions has.
func TestCMake(t *testing.T) {
	needs(t, "cmake", "c++", "make")
	p := newProject(t, cmakeFiles...)
	p.onHost(t)
	p.must(t, "cmake", "-S", ".", "-B", "build")
	if out := p.must(t, "cmake", "--build", "build"); !strings.Contains(out, "shflgen: warp.cuh") {
		t.Errorf("the first build: %s", out)
	}
	const header = "build/warp_shflgen/warp.cuh"
	if text := p.read(t, header); !strings.Contains(text, "reduce_max") || strings.Contains(text, "reduce_min") {
		t.Errorf("%s", text)
	}
	if out := p.must(t, "cmake", "--build", "build"); strings.Contains(out, "shflgen: warp.cuh") ||
		strings.Contains(out, "Building") {
		t.Errorf("the second build: %s", out)
	}
	p.edit(t, "shflgen.yaml", "max]", "max, min]")
	if out := p.must(t, "cmake", "--build", "build"); !strings.Contains(out, "shflgen: warp.cuh") ||
		!strings.Contains(out, "Building") {
		t.Errorf("the third build: %s", out)
	}
	if text := p.read(t, header); !strings.Contains(text, "reduce_min") {
		t.Errorf("%s", text)
	}
	p.must(t, "shflgen", "check", "build/...")
	p.edit(t, "shflgen.yaml", "reduce", "redoce")
	if out, err := p.run("cmake", "--build", "build"); err == nil || !strings.Contains(out, "did you mean reduce?") {
		t.Errorf("a build with a wrong list: %v\n%s", err, out)
	}
}

// TestCMakeErrors: what the function cannot use ends the configuration with a reason.
func TestCMakeErrors(t *testing.T) {
	needs(t, "cmake", "c++", "make")
	p := newProject(t, cmakeFiles...)
	p.onHost(t)
	for _, test := range []struct{ file, old, new, want string }{
		{"CMakeLists.txt", "TARGET warp", "TARGET wrap", "there is no target wrap yet"},
		{"CMakeLists.txt", "CONFIG shflgen.yaml", "", "want TARGET and CONFIG"},
		{"CMakeLists.txt", "CONFIG", "ALWAYS CONFIG", "want TARGET and CONFIG"},
		{"shflgen.yaml", "cuda: warp.cuh", "cuda: .", "want a file that ends in .cuh or .cu"},
		{"shflgen.yaml", "cuda: warp.cuh", "cuda: ../warp.cuh", "below the folder"},
	} {
		before := p.read(t, test.file)
		p.edit(t, test.file, test.old, test.new)
		out, err := p.run("cmake", "-S", ".", "-B", "build")
		if text := strings.Join(strings.Fields(out), " "); err == nil || !strings.Contains(text, test.want) {
			t.Errorf("%s: %v, want %q\n%s", test.new, err, test.want, out)
		}
		p.write(t, test.file, before)
	}
	out, err := p.run("cmake", "-S", ".", "-B", "other", "-DSHFLGEN_COMMAND=")
	if text := strings.Join(strings.Fields(out), " "); err == nil || !strings.Contains(text, "copy dist/shfl.cuh") {
		t.Errorf("without shflgen and Go: %v\n%s", err, out)
	}
}

// TestCMakeCUDA builds the project as it is offered.
func TestCMakeCUDA(t *testing.T) {
	extent.OnlyFull(t, "CMake takes seconds to look at nvcc")
	nvcc := os.Getenv("SHFLGEN_NVCC")
	if nvcc == "" {
		t.Skip(extent.ErrNoNVCC)
	}
	needs(t, "cmake", "c++", "make")
	p := newProject(t, cmakeFiles...)
	p.must(t, "cmake", "-S", ".", "-B", "build", "-DCMAKE_CUDA_COMPILER="+nvcc, "-DCMAKE_CUDA_ARCHITECTURES=90")
	p.must(t, "cmake", "--build", "build")
}
