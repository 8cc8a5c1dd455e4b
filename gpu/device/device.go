// Package device runs kernels of tests on the first GPU: a launch waits for its end, and memory starts
// poisoned. It stands on package cuda.
package device

import (
	"fmt"
	"os/exec"
	"strings"

	"github.com/shflgen/shflgen/gpu/cuda"
	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
)

// Device is the first GPU.
type Device struct {
	Name  string
	Arch  string // such as sm_90
	NVRTC string // its version

	gpu   *cuda.Device
	nvrtc *nvrtc.Compiler
}

// Open loads the libraries and opens the first GPU.
func Open() (*Device, error) {
	gpu, err := cuda.Open(0)
	if err != nil {
		return nil, err
	}
	compiler, err := nvrtc.Open()
	if err != nil {
		return nil, err
	}
	return &Device{Name: gpu.Name, Arch: gpu.Arch, NVRTC: compiler.Version, gpu: gpu, nvrtc: compiler}, nil
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

// Module is compiled code on the GPU.
type Module struct {
	*cuda.Module
	gpu *cuda.Device
}

// module is a module, unless there is an error.
func (d *Device) module(m *cuda.Module, err error) (Module, error) { return Module{m, d.gpu}, err }

// Compile compiles CUDA source with NVRTC for this GPU, with the options, and loads it.
func (d *Device) Compile(src string, options ...string) (Module, error) {
	return d.module(d.gpu.Compile(src, options...))
}

// PTX compiles CUDA source with NVRTC to PTX. The source may call functions of other modules.
func (d *Device) PTX(src string) (string, error) {
	text, err := d.nvrtc.PTX(src, d.Arch, "--relocatable-device-code=true")
	return string(text), err
}

// Link compiles PTX modules with the driver, links them into one and loads it.
func (d *Device) Link(modules ...string) (Module, error) { return d.module(d.gpu.Link(modules...)) }

// LoadPTX compiles PTX for this GPU with the driver and loads it.
func (d *Device) LoadPTX(src string) (Module, error) { return d.module(d.gpu.Load([]byte(src))) }

// Dim is the size of a grid or a block.
type Dim = cuda.Dim

// Launch runs the named kernel and waits for its end. Arguments are *Buffer and what
// [cuda.Kernel.Launch] takes.
func (m Module) Launch(name string, grid, block Dim, args ...any) error {
	if err := m.Start(name, grid, block, args...); err != nil {
		return err
	}
	if err := m.gpu.Wait(); err != nil {
		return fmt.Errorf("after %s: %w", name, err)
	}
	return nil
}

// Start launches the named kernel as Launch does, and does not wait: what is launched later begins after its end.
func (m Module) Start(name string, grid, block Dim, args ...any) error {
	k, err := m.Kernel(name)
	if err != nil {
		return err
	}
	for i, a := range args {
		if b, ok := a.(*Buffer); ok {
			args[i] = b.At(0)
		}
	}
	return k.Launch(grid, block, args...)
}

// poison is every byte of memory before a launch.
const poison = 0xa5

// Buffer is memory on the GPU, or its end from some byte on.
type Buffer struct {
	whole *cuda.Buffer
	from  int
}

// Alloc allocates size bytes and sets each to the poison 0xa5.
func (d *Device) Alloc(size int) (*Buffer, error) {
	whole, err := d.gpu.Alloc(size)
	if err != nil {
		return nil, err
	}
	b := &Buffer{whole: whole}
	return b, b.Poison()
}

// Poison sets every byte to 0xa5.
func (b *Buffer) Poison() error { return b.whole.Fill(poison) }

// Put copies data to the start of the buffer.
func (b *Buffer) Put(data []byte) error { return cuda.Upload(b.whole, b.from, data) }

// Get copies the start of the buffer to data.
func (b *Buffer) Get(data []byte) error { return cuda.Download(b.whole, b.from, data) }

// At is the address of a byte of the buffer, as an argument of a launch.
func (b *Buffer) At(offset int) cuda.Pointer { return b.whole.At(b.from + offset) }

// Free frees the memory.
func (b *Buffer) Free() error { return b.whole.Free() }

// From is the buffer from a byte on. It is not freed.
func (b *Buffer) From(at int) *Buffer { return &Buffer{whole: b.whole, from: b.from + at} }
