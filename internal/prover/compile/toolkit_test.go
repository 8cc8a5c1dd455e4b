package compile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const one = "extern \"C\" __global__ void k(float *x) { *x = *x + 1.0f; }\n"

// stray is a CUDA toolkit of a version that clang does not know, with an nvcc in bin and a
// header that is not CUDA's.
func stray(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"bin/nvcc":                       "#!/bin/sh\nexit 1\n",
		"version.json":                   `{"cuda": {"name": "CUDA SDK", "version": "19.0.0"}}`,
		"include/cuda.h":                 "#define CUDA_VERSION 19000\n",
		"include/cuda_runtime.h":         "#error the toolkit's header\n",
		"include/planted.h":              "#error a folder of headers from the environment\n",
		"nvvm/libdevice/libdevice.10.bc": "",
		"clang.cfg":                      "-ffast-math\n-DPLANTED\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// surround sets all that a compiler might take a toolkit or flags from.
func surround(t *testing.T, root string) {
	t.Helper()
	t.Setenv("PATH", filepath.Join(root, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, value := range map[string]string{
		"CUDA_PATH": root, "CUDA_HOME": root, "CUDA_ROOT": root,
		"CPATH": filepath.Join(root, "include"), "CPLUS_INCLUDE_PATH": filepath.Join(root, "include"),
		"CCC_OVERRIDE_OPTIONS": "+-DPLANTED", "CLANG_CONFIG_FILE_USER_DIR": root, "CLANG_CONFIG_FILE_SYSTEM_DIR": root,
		"NVCC_PREPEND_FLAGS": "-DPLANTED", "NVCC_APPEND_FLAGS": "--use_fast_math -DPLANTED",
	} {
		t.Setenv(name, value)
	}
}

// planted is one, unless a header or a macro comes from the environment.
const planted = "#if __has_include(<planted.h>) || defined(PLANTED)\n#error planted\n#endif\n" +
	"#include <cuda_runtime.h>\n" + one

// TestClangFindsNoToolkit wants the same PTX, whatever toolkit is on the PATH and whatever
// the environment says.
func TestClangFindsNoToolkit(t *testing.T) {
	clang, err := FindClang()
	if err != nil {
		t.Skip(err)
	}
	want, err := clang.PTX([]byte(planted), "sm_80")
	if err != nil {
		t.Fatal(err)
	}
	surround(t, stray(t))
	got, err := clang.PTX([]byte(planted), "sm_80")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("other PTX:\n%s", got)
	}
}

// TestNVCCTakesNoFlags does so for nvcc, but for the toolkit, which it is part of.
func TestNVCCTakesNoFlags(t *testing.T) {
	nvcc, err := FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	src := []byte("#if __has_include(<planted.h>) || defined(PLANTED)\n#error planted\n#endif\n" + one)
	want, err := nvcc.PTX(src, "sm_80")
	if err != nil {
		t.Fatal(err)
	}
	surround(t, stray(t))
	got, err := nvcc.PTX(src, "sm_80")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("other PTX:\n%s", got)
	}
}

// TestDefinesWhatHeadersDefine: a file that asks for a macro of a header gets that of nvcc's headers, and none that
// another header has. The size of a type of the toolkit is an error, not a choice of an overload.
func TestDefinesWhatHeadersDefine(t *testing.T) {
	clang, err := FindClang()
	if err != nil {
		t.Skip(err)
	}
	for src, fails := range map[string]bool{
		"#ifndef INFINITY\n#error\n#endif\n":                                                  false,
		"#include <cuda_runtime.h>\n#ifdef CUDART_NAN_F\n#error\n#endif\n":                    false,
		"#include <math_constants.h>\n#ifndef CUDART_NAN_F\n#error\n#endif\n":                 false,
		"#include <cuda_runtime.h>\nvoid f(const cudaDeviceProp &, cudaError_t);\n":           false,
		"#include <cuda_runtime.h>\nstatic_assert((__underlying_type(cudaError_t))-1 > 0);\n": false,
		"#include <math.h>\n#include <limits.h>\n#include <stdlib.h>\n":                       false,
		"#include <cuda_runtime.h>\ntemplate <class T, int = sizeof(T)> constexpr int f(int) { return 1; }\n" +
			"template <class T> constexpr int f(char) { return 0; }\nconstexpr int g = f<cudaDeviceProp>(0);\n": true,
	} {
		files := map[string][]byte{"k.cu": []byte(src + one)}
		_, err := clang.Compile(t.Context(), files, "k.cu", Build{Arch: "sm_90", Lax: true})
		if (err != nil) != fails {
			t.Errorf("%s: %v", src, err)
		}
	}
}
