package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
)

// Module is compiled code on a device.
type Module struct {
	device *Device
	handle uintptr
}

// Compile compiles CUDA C++ with NVRTC for this device, with options such as --use_fast_math, and loads
// it. The folders of a toolkit's headers are among those in which #include looks.
func (d *Device) Compile(src string, options ...string) (*Module, error) {
	compiler, err := nvrtc.Open()
	if err != nil {
		return nil, err
	}
	cubin, err := compiler.CUBIN(src, d.Arch, options...)
	if err != nil {
		return nil, err
	}
	return d.Load(cubin)
}

// Load loads machine code or PTX, which ends with or without a zero.
func (d *Device) Load(image []byte) (*Module, error) {
	image = append(image[:len(image):len(image)], 0)
	m := &Module{device: d}
	if err := d.do("cuModuleLoadData", func() int32 { return cuModuleLoadData(&m.handle, &image[0]) }); err != nil {
		return nil, err
	}
	return m, nil
}

// Link compiles PTX modules with the driver, links them into one and loads it.
func (d *Device) Link(modules ...string) (*Module, error) {
	const ptx = 1 // CU_JIT_INPUT_PTX
	var state uintptr
	if err := d.do("cuLinkCreate", func() int32 { return cuLinkCreate(0, 0, 0, &state) }); err != nil {
		return nil, err
	}
	defer d.do("cuLinkDestroy", func() int32 { return cuLinkDestroy(state) })
	for i, src := range modules {
		text := append([]byte(src), 0)
		if err := d.do("cuLinkAddData", func() int32 {
			return cuLinkAddData(state, ptx, &text[0], uint64(len(text)), fmt.Sprintf("module%d", i), 0, 0, 0)
		}); err != nil {
			return nil, err
		}
	}
	var cubin *byte
	var size uint64
	if err := d.do("cuLinkComplete", func() int32 { return cuLinkComplete(state, &cubin, &size) }); err != nil {
		return nil, err
	}
	m := &Module{device: d}
	if err := d.do("cuModuleLoadData", func() int32 { return cuModuleLoadData(&m.handle, cubin) }); err != nil {
		return nil, err
	}
	return m, nil
}

// Unload frees the module. Its kernels may not be launched any more.
func (m *Module) Unload() error {
	return m.device.do("cuModuleUnload", func() int32 { return cuModuleUnload(m.handle) })
}

// Kernel is a __global__ function of a module.
type Kernel struct {
	Name string

	device *Device
	handle uintptr
	sizes  []uint64 // of its parameters, in bytes
}

// Kernel finds a kernel by its name, which C linkage leaves as it is written.
func (m *Module) Kernel(name string) (*Kernel, error) {
	k := &Kernel{Name: name, device: m.device}
	if err := m.device.do("cuModuleGetFunction "+name, func() int32 {
		return cuModuleGetFunction(&k.handle, m.handle, name)
	}); err != nil {
		return nil, err
	}
	for {
		var offset, size uint64
		// The first index beyond the parameters is an invalid value. The driver has no other way to
		// count them; compute-sanitizer reports the call unless it is given --report-api-errors no.
		if m.device.do("cuFuncGetParamInfo", func() int32 {
			return cuFuncGetParamInfo(k.handle, uint64(len(k.sizes)), &offset, &size)
		}) != nil {
			return k, nil
		}
		k.sizes = append(k.sizes, size)
	}
}
