// Package nvrtc compiles CUDA C++ at run time. It needs no GPU.
package nvrtc

import (
	"fmt"
	"runtime"

	"github.com/shflgen/shflgen/gpu/library"
)

// The functions of NVRTC, by their C names.
var (
	nvrtcGetPTXSize        func(prog uintptr, size *uint64) int32
	nvrtcGetPTX            func(prog uintptr, ptx *byte) int32
	nvrtcVersion           func(major, minor *int32) int32
	nvrtcCreateProgram     func(prog *uintptr, src, name string, headers int32, sources, names uintptr) int32
	nvrtcDestroyProgram    func(prog *uintptr) int32
	nvrtcCompileProgram    func(prog uintptr, options int32, option **byte) int32
	nvrtcGetProgramLogSize func(prog uintptr, size *uint64) int32
	nvrtcGetProgramLog     func(prog uintptr, log *byte) int32
	nvrtcGetCUBINSize      func(prog uintptr, size *uint64) int32
	nvrtcGetCUBIN          func(prog uintptr, cubin *byte) int32
)

// Compiler is NVRTC. It compiles one program at a time.
type Compiler struct {
	Version string
}

// Open loads the library.
func Open() (*Compiler, error) {
	library.Preload("libnvrtc-builtins.so.*") // NVRTC looks for it in the system's folders only
	l, err := library.Open("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
	if err != nil {
		return nil, err
	}
	if err := l.Bind(map[string]any{
		"nvrtcGetPTXSize":        &nvrtcGetPTXSize,
		"nvrtcGetPTX":            &nvrtcGetPTX,
		"nvrtcVersion":           &nvrtcVersion,
		"nvrtcCreateProgram":     &nvrtcCreateProgram,
		"nvrtcDestroyProgram":    &nvrtcDestroyProgram,
		"nvrtcCompileProgram":    &nvrtcCompileProgram,
		"nvrtcGetProgramLogSize": &nvrtcGetProgramLogSize,
		"nvrtcGetProgramLog":     &nvrtcGetProgramLog,
		"nvrtcGetCUBINSize":      &nvrtcGetCUBINSize,
		"nvrtcGetCUBIN":          &nvrtcGetCUBIN,
	}); err != nil {
		return nil, err
	}
	var major, minor int32
	err = check("nvrtcVersion", nvrtcVersion(&major, &minor))
	return &Compiler{fmt.Sprintf("%d.%d", major, minor)}, err
}

func check(call string, code int32) error {
	if code != 0 {
		return fmt.Errorf("%s: error %d", call, code)
	}
	return nil
}

// CUBIN compiles to machine code for an architecture such as sm_90, with the options.
func (c *Compiler) CUBIN(src, arch string, options ...string) ([]byte, error) {
	return c.compile(src, nvrtcGetCUBINSize, nvrtcGetCUBIN, append(options, "--gpu-architecture="+arch)...)
}

// PTX compiles to PTX for an architecture such as compute_90, with the options.
func (c *Compiler) PTX(src, arch string, options ...string) ([]byte, error) {
	text, err := c.compile(src, nvrtcGetPTXSize, nvrtcGetPTX, append(options, "--gpu-architecture="+arch)...)
	if err != nil {
		return nil, err
	}
	return text[:len(text)-1], nil // less the final zero
}

// compile compiles src and returns what get reads from the compiled program. The headers of
// the half types come from an installed toolkit.
func (c *Compiler) compile(src string, size func(uintptr, *uint64) int32, get func(uintptr, *byte) int32, options ...string) ([]byte, error) {
	var prog uintptr
	if err := check("nvrtcCreateProgram", nvrtcCreateProgram(&prog, src, "k.cu", 0, 0, 0)); err != nil {
		return nil, err
	}
	defer nvrtcDestroyProgram(&prog)
	options = append(options, "--std=c++17")
	for _, dir := range library.Includes() {
		options = append(options, "--include-path="+dir)
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	var list []*byte
	for _, o := range options {
		b := append([]byte(o), 0)
		pins.Pin(&b[0])
		list = append(list, &b[0])
	}
	var n uint64
	if code := nvrtcCompileProgram(prog, int32(len(list)), &list[0]); code != 0 {
		if nvrtcGetProgramLogSize(prog, &n) != 0 || n == 0 {
			return nil, check("nvrtcCompileProgram", code)
		}
		log := make([]byte, n)
		if err := check("nvrtcGetProgramLog", nvrtcGetProgramLog(prog, &log[0])); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("nvrtcCompileProgram: error %d\n%.3000s", code, log[:n-1])
	}
	if err := check("size of NVRTC's output", size(prog, &n)); err != nil {
		return nil, err
	}
	output := make([]byte, n)
	return output, check("NVRTC's output", get(prog, &output[0]))
}
