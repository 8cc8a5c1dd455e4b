// Package device runs kernels on a CUDA GPU from Go without cgo: it opens the driver at run
// time.
package device

import "github.com/shflgen/shflgen/gpu/library"

// The functions of the driver, by their C names.
var (
	cuInit                   func(flags uint32) int32
	cuDeviceGet              func(dev *int32, ordinal int32) int32
	cuDeviceGetName          func(name *byte, length int32, dev int32) int32
	cuDeviceGetAttribute     func(value *int32, attribute int32, dev int32) int32
	cuDevicePrimaryCtxRetain func(ctx *uintptr, dev int32) int32
	cuCtxSetCurrent          func(ctx uintptr) int32
	cuCtxSynchronize         func() int32
	cuModuleLoadData         func(module *uintptr, image *byte) int32
	cuModuleUnload           func(module uintptr) int32
	cuModuleGetFunction      func(fn *uintptr, module uintptr, name string) int32
	cuMemAlloc               func(ptr *uint64, size uint64) int32
	cuMemFree                func(ptr uint64) int32
	cuMemcpyHtoD             func(dst uint64, src *byte, size uint64) int32
	cuMemcpyDtoH             func(dst *byte, src uint64, size uint64) int32
	cuMemsetD8               func(dst uint64, value uint8, size uint64) int32
	cuLaunchKernel           func(fn uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params *uintptr, extra uintptr) int32

	cuLinkCreate   func(n uint32, options, values uintptr, state *uintptr) int32
	cuLinkAddData  func(state uintptr, kind int32, data *byte, size uint64, name string, n uint32, options, values uintptr) int32
	cuLinkComplete func(state uintptr, cubin **byte, size *uint64) int32
	cuLinkDestroy  func(state uintptr) int32
)

// load opens the driver and finds its functions.
func load() error {
	driver, err := library.Open("libcuda.so.1")
	if err != nil {
		return err
	}
	return driver.Bind(map[string]any{
		"cuInit":                   &cuInit,
		"cuDeviceGet":              &cuDeviceGet,
		"cuDeviceGetName":          &cuDeviceGetName,
		"cuDeviceGetAttribute":     &cuDeviceGetAttribute,
		"cuDevicePrimaryCtxRetain": &cuDevicePrimaryCtxRetain,
		"cuCtxSetCurrent":          &cuCtxSetCurrent,
		"cuCtxSynchronize":         &cuCtxSynchronize,
		"cuModuleLoadData":         &cuModuleLoadData,
		"cuModuleUnload":           &cuModuleUnload,
		"cuModuleGetFunction":      &cuModuleGetFunction,
		"cuMemAlloc_v2":            &cuMemAlloc,
		"cuMemFree_v2":             &cuMemFree,
		"cuMemcpyHtoD_v2":          &cuMemcpyHtoD,
		"cuMemcpyDtoH_v2":          &cuMemcpyDtoH,
		"cuMemsetD8_v2":            &cuMemsetD8,
		"cuLaunchKernel":           &cuLaunchKernel,
		"cuLinkCreate_v2":          &cuLinkCreate,
		"cuLinkAddData_v2":         &cuLinkAddData,
		"cuLinkComplete":           &cuLinkComplete,
		"cuLinkDestroy":            &cuLinkDestroy,
	})
}
