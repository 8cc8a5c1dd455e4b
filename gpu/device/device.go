package device

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/nvrtc"
)

// Device is the first GPU, current in the calling thread.
type Device struct {
	Name  string
	Arch  string // such as sm_90
	NVRTC string // its version

	nvrtc *nvrtc.Compiler
}

// Open loads the libraries and opens the first GPU. The calling goroutine keeps
// its thread, to which the GPU's context is bound.
func Open() (*Device, error) {
	if err := load(); err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	if err := check("cuInit", cuInit(0)); err != nil {
		return nil, err
	}
	var dev, major, minor int32
	var ctx uintptr
	name := make([]byte, 128)
	for _, err := range []error{
		check("cuDeviceGet", cuDeviceGet(&dev, 0)),
		check("cuDeviceGetName", cuDeviceGetName(&name[0], int32(len(name)), dev)),
		check("cuDeviceGetAttribute", cuDeviceGetAttribute(&major, 75, dev)),
		check("cuDeviceGetAttribute", cuDeviceGetAttribute(&minor, 76, dev)),
		check("cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain(&ctx, dev)),
		check("cuCtxSetCurrent", cuCtxSetCurrent(ctx)),
	} {
		if err != nil {
			return nil, err
		}
	}
	d := &Device{Name: cString(name), Arch: fmt.Sprintf("sm_%d%d", major, minor)}
	compiler, err := nvrtc.Open()
	if err != nil {
		return nil, err
	}
	d.nvrtc, d.NVRTC = compiler, compiler.Version
	return d, nil
}

// Driver is the version of the driver.
func Driver() (string, error) {
	v, err := exec.Command("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader").Output()
	if err != nil {
		return "", fmt.Errorf("the driver's version: %w", err)
	}
	first, _, _ := strings.Cut(string(v), "\n")
	return strings.TrimSpace(first), nil
}

func check(call string, code int32) error {
	if code != 0 {
		return fmt.Errorf("%s: error %d", call, code)
	}
	return nil
}

func cString(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// Module is compiled code on the GPU.
type Module uintptr

// Compile compiles CUDA source with NVRTC for this GPU, with the options, and loads it.
func (d *Device) Compile(src string, options ...string) (Module, error) {
	cubin, err := d.nvrtc.CUBIN(src, d.Arch, options...)
	if err != nil {
		return 0, err
	}
	var m uintptr
	err = check("cuModuleLoadData", cuModuleLoadData(&m, &cubin[0]))
	return Module(m), err
}

// PTX compiles CUDA source with NVRTC to PTX. The source may call functions of other modules.
func (d *Device) PTX(src string) (string, error) {
	text, err := d.nvrtc.PTX(src, d.Arch, "--relocatable-device-code=true")
	return string(text), err
}

// Link compiles PTX modules with the driver, links them into one and loads it.
func (d *Device) Link(modules ...string) (Module, error) {
	const ptx = 1 // CU_JIT_INPUT_PTX
	var state uintptr
	if err := check("cuLinkCreate", cuLinkCreate(0, 0, 0, &state)); err != nil {
		return 0, err
	}
	defer cuLinkDestroy(state)
	for i, src := range modules {
		text := append([]byte(src), 0)
		if err := check("cuLinkAddData", cuLinkAddData(state, ptx, &text[0], uint64(len(text)), fmt.Sprintf("module%d", i), 0, 0, 0)); err != nil {
			return 0, err
		}
	}
	var cubin *byte
	var size uint64
	if err := check("cuLinkComplete", cuLinkComplete(state, &cubin, &size)); err != nil {
		return 0, err
	}
	var m uintptr
	err := check("cuModuleLoadData", cuModuleLoadData(&m, cubin))
	return Module(m), err
}

// LoadPTX compiles PTX for this GPU with the driver and loads it.
func (d *Device) LoadPTX(src string) (Module, error) {
	text := append([]byte(src), 0)
	var m uintptr
	err := check("cuModuleLoadData", cuModuleLoadData(&m, &text[0]))
	return Module(m), err
}

// Unload frees the module.
func (m Module) Unload() error { return check("cuModuleUnload", cuModuleUnload(uintptr(m))) }

// Dim is the size of a grid or a block.
type Dim struct{ X, Y, Z uint32 }

// Launch runs the named kernel and waits for its end. Arguments are *Buffer, uint32 and
// uint64.
func (m Module) Launch(name string, grid, block Dim, args ...any) error {
	var fn uintptr
	if err := check("cuModuleGetFunction "+name, cuModuleGetFunction(&fn, uintptr(m), name)); err != nil {
		return err
	}
	values := make([]uint64, len(args))
	pointers := make([]uintptr, len(args))
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&values[0])
	pins.Pin(&pointers[0])
	for i, a := range args {
		switch a := a.(type) {
		case *Buffer:
			values[i] = a.ptr
		case uint64:
			values[i] = a
		case uint32:
			values[i] = uint64(a)
		default:
			return fmt.Errorf("launch of %s: argument of type %T: takes *Buffer, uint32 or uint64", name, a)
		}
		pointers[i] = uintptr(unsafe.Pointer(&values[i]))
	}
	if err := check("cuLaunchKernel "+name, cuLaunchKernel(fn, grid.X, grid.Y, grid.Z,
		block.X, block.Y, block.Z, 0, 0, &pointers[0], 0)); err != nil {
		return err
	}
	return check("cuCtxSynchronize after "+name, cuCtxSynchronize())
}

// Buffer is memory on the GPU.
type Buffer struct {
	ptr  uint64
	size int
}

// Alloc allocates size bytes and sets each to the poison 0xa5.
func (d *Device) Alloc(size int) (*Buffer, error) {
	b := &Buffer{size: size}
	if err := check("cuMemAlloc", cuMemAlloc(&b.ptr, uint64(size))); err != nil {
		return nil, err
	}
	return b, b.Poison()
}

// Poison sets every byte to 0xa5.
func (b *Buffer) Poison() error {
	return check("cuMemsetD8", cuMemsetD8(b.ptr, 0xa5, uint64(b.size)))
}

// Put copies data to the start of the buffer.
func (b *Buffer) Put(data []byte) error {
	return check("cuMemcpyHtoD", cuMemcpyHtoD(b.ptr, &data[0], uint64(len(data))))
}

// Get copies the start of the buffer to data.
func (b *Buffer) Get(data []byte) error {
	return check("cuMemcpyDtoH", cuMemcpyDtoH(&data[0], b.ptr, uint64(len(data))))
}

// At is the address of a byte of the buffer, as an argument of a launch.
func (b *Buffer) At(offset int) uint64 { return b.ptr + uint64(offset) }

// Free frees the memory.
func (b *Buffer) Free() error { return check("cuMemFree", cuMemFree(b.ptr)) }

// From is the buffer from a byte on. It is not freed.
func (b *Buffer) From(at int) *Buffer { return &Buffer{ptr: b.ptr + uint64(at), size: b.size - at} }
