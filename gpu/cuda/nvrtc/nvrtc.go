// Package nvrtc compiles CUDA C++ at run time, without cgo. It needs no GPU.
package nvrtc

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/gpu/cuda/internal/library"
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
	nvrtcGetErrorString    func(code int32) string
)

// Error is a call of NVRTC that failed. If a program does not compile, Text is the log.
type Error = library.Error

// Compiler is NVRTC. It may be used by several goroutines.
type Compiler struct {
	Version string
}

var (
	opening sync.Mutex
	bound   bool
)

// Open loads the library: where the system finds it, in $CUDA_HOME or in a usual folder, also one of
// Python's packages.
func Open() (*Compiler, error) {
	opening.Lock()
	defer opening.Unlock()
	if !bound {
		if err := bind(); err != nil {
			return nil, err
		}
		bound = true
	}
	var major, minor int32
	err := check("nvrtcVersion", nvrtcVersion(&major, &minor))
	return &Compiler{fmt.Sprintf("%d.%d", major, minor)}, err
}

// bind finds the functions.
func bind() error {
	library.Preload("libnvrtc-builtins.so.*") // NVRTC looks for it in the system's folders only
	l, err := library.Open("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
	if err != nil {
		return &Error{Call: "open libnvrtc", Code: -1, Text: err.Error(),
			Remedy: "install the CUDA toolkit, or nvidia-cuda-nvrtc by pip, and set CUDA_HOME to its folder"}
	}
	return l.Bind(map[string]any{
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
		"nvrtcGetErrorString":    &nvrtcGetErrorString,
	})
}

// remedies are what to do about a code.
var remedies = map[int32]string{
	5: "an option is unknown to this NVRTC, or its architecture is newer than it",
	7: "NVRTC does not find libnvrtc-builtins: add the folder of libnvrtc to LD_LIBRARY_PATH",
}

func check(call string, code int32) error {
	if code == 0 {
		return nil
	}
	return &Error{Call: call, Code: code, Name: nvrtcGetErrorString(code), Remedy: remedies[code]}
}

// CUBIN compiles CUDA C++ to machine code for an architecture such as sm_90, with the options.
func (c *Compiler) CUBIN(src, arch string, options ...string) ([]byte, error) {
	return c.compile(src, nvrtcGetCUBINSize, nvrtcGetCUBIN, append(options, "--gpu-architecture="+arch)...)
}

// PTX compiles CUDA C++ to PTX for an architecture such as compute_90, with the options.
func (c *Compiler) PTX(src, arch string, options ...string) ([]byte, error) {
	text, err := c.compile(src, nvrtcGetPTXSize, nvrtcGetPTX, append(options, "--gpu-architecture="+arch)...)
	if err != nil {
		return nil, err
	}
	return text[:len(text)-1], nil // less the final zero
}

// compile compiles src and returns what get reads from the compiled program. The headers of
// the half types come from an installed toolkit.
func (c *Compiler) compile(src string, size func(uintptr, *uint64) int32, get func(uintptr, *byte) int32,
	options ...string) ([]byte, error) {
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
		err := check("nvrtcCompileProgram", code).(*Error)
		if text := strings.TrimSpace(string(log[:n-1])); text != "" {
			err.Text = fmt.Sprintf("\n%.3000s", text)
		}
		return nil, err
	}
	if err := check("size of NVRTC's output", size(prog, &n)); err != nil {
		return nil, err
	}
	output := make([]byte, n)
	return output, check("NVRTC's output", get(prog, &output[0]))
}
