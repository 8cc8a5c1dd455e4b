// Package device runs kernels of tests on the first GPU: a launch waits for its end, memory starts poisoned, and an
// error ends the check, but for one of PTX that the driver rejects. It stands on package cuda.
package device

import (
	"os/exec"
	"strings"

	"github.com/shflgen/shflgen/gpu/cuda"
	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
	"github.com/shflgen/shflgen/gpu/ends"
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
func Open() *Device {
	gpu, compiler := ends.Must(cuda.Open(0)), ends.Must(nvrtc.Open())
	return &Device{Name: gpu.Name, Arch: gpu.Arch, NVRTC: compiler.Version, gpu: gpu, nvrtc: compiler}
}

// Driver is the version of the driver.
func Driver() string {
	defer ends.During("the driver's version")
	v := ends.Must(exec.Command("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader").Output())
	first, _, _ := strings.Cut(string(v), "\n")
	return strings.TrimSpace(first)
}

// Module is compiled code on the GPU.
type Module struct {
	*cuda.Module
	gpu *cuda.Device
}

// module is a module, unless there is an error.
func (d *Device) module(m *cuda.Module, err error) (Module, error) { return Module{m, d.gpu}, err }

// Compile compiles CUDA source with NVRTC for this GPU, with the options, and loads it.
func (d *Device) Compile(src string, options ...string) Module {
	return ends.Must(d.module(d.gpu.Compile(src, options...)))
}

// PTX compiles CUDA source with NVRTC to PTX. The source may call functions of other modules.
func (d *Device) PTX(src string) string {
	return string(ends.Must(d.nvrtc.PTX(src, d.Arch, "--relocatable-device-code=true")))
}

// Link compiles PTX modules with the driver, links them into one and loads it.
func (d *Device) Link(modules ...string) (Module, error) { return d.module(d.gpu.Link(modules...)) }

// LoadPTX compiles PTX for this GPU with the driver and loads it.
func (d *Device) LoadPTX(src string) (Module, error) { return d.module(d.gpu.Load([]byte(src))) }

// Dim is the size of a grid or a block.
type Dim = cuda.Dim

// Launch runs the named kernel and waits for its end. Arguments are *Buffer and what
// [cuda.Kernel.Launch] takes.
func (m Module) Launch(name string, grid, block Dim, args ...any) {
	m.Start(name, grid, block, args...)
	defer ends.During("after %s", name)
	ends.Check(m.gpu.Wait())
}

// Start launches the named kernel as Launch does, and does not wait: what is launched later begins after its end.
func (m Module) Start(name string, grid, block Dim, args ...any) {
	k := ends.Must(m.Kernel(name))
	for i, a := range args {
		if b, ok := a.(*Buffer); ok {
			args[i] = b.At(0)
		}
	}
	ends.Check(k.Launch(grid, block, args...))
}

// poison is every byte of memory before a launch.
const poison = 0xa5

// Buffer is memory on the GPU, or its end from some byte on.
type Buffer struct {
	whole *cuda.Buffer
	from  int
}

// Memory is the buffers of one comparison.
type Memory struct {
	gpu  *cuda.Device
	held []*Buffer
}

// Memory is no buffers yet.
func (d *Device) Memory() *Memory { return &Memory{gpu: d.gpu} }

// Free frees all.
func (m *Memory) Free() {
	for _, b := range m.held {
		b.whole.Free()
	}
}

// Alloc allocates size bytes and sets each to the poison 0xa5.
func (m *Memory) Alloc(size int) *Buffer {
	b := &Buffer{whole: ends.Must(m.gpu.Alloc(size))}
	m.held = append(m.held, b)
	b.Poison()
	return b
}

// Hold allocates what holds data.
func (m *Memory) Hold(data []byte) *Buffer {
	b := m.Alloc(len(data))
	b.Put(data)
	return b
}

// Poison sets every byte to 0xa5.
func (b *Buffer) Poison() { ends.Check(b.whole.Fill(poison)) }

// Put copies data to the start of the buffer.
func (b *Buffer) Put(data []byte) { ends.Check(cuda.Upload(b.whole, b.from, data)) }

// Get is the first size bytes of the buffer.
func (b *Buffer) Get(size int) []byte {
	data := make([]byte, size)
	ends.Check(cuda.Download(b.whole, b.from, data))
	return data
}

// At is the address of a byte of the buffer, as an argument of a launch.
func (b *Buffer) At(offset int) cuda.Pointer { return b.whole.At(b.from + offset) }

// From is the buffer from a byte on.
func (b *Buffer) From(at int) *Buffer { return &Buffer{whole: b.whole, from: b.from + at} }
