package cuda

import (
	"sync"

	"github.com/shflgen/shflgen/gpu/cuda/internal/library"
)

// The functions of the driver, by their C names.
var (
	cuInit                   func(flags uint32) int32
	cuGetErrorName           func(code int32, name **byte) int32
	cuGetErrorString         func(code int32, text **byte) int32
	cuDeviceGetCount         func(count *int32) int32
	cuDeviceGet              func(dev *int32, ordinal int32) int32
	cuDeviceGetName          func(name *byte, length int32, dev int32) int32
	cuDeviceGetAttribute     func(value *int32, attribute int32, dev int32) int32
	cuDevicePrimaryCtxRetain func(ctx *uintptr, dev int32) int32
	cuCtxSetCurrent          func(ctx uintptr) int32
	cuCtxSynchronize         func() int32
	cuModuleLoadData         func(module *uintptr, image *byte) int32
	cuModuleUnload           func(module uintptr) int32
	cuModuleGetFunction      func(fn *uintptr, module uintptr, name string) int32
	cuFuncGetParamInfo       func(fn uintptr, index uint64, offset, size *uint64) int32
	cuMemAlloc               func(ptr *uint64, size uint64) int32
	cuMemFree                func(ptr uint64) int32
	cuMemcpyHtoD             func(dst uint64, src *byte, size uint64) int32
	cuMemcpyDtoH             func(dst *byte, src uint64, size uint64) int32
	cuMemsetD8               func(dst uint64, value uint8, size uint64) int32
	cuLaunchKernel           func(fn uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params *uintptr,
		extra uintptr) int32
	cuEventCreate      func(event *uintptr, flags uint32) int32
	cuEventDestroy     func(event uintptr) int32
	cuEventRecord      func(event, stream uintptr) int32
	cuEventSynchronize func(event uintptr) int32
	cuEventElapsedTime func(ms *float32, from, to uintptr) int32

	cuLinkCreate  func(n uint32, options, values uintptr, state *uintptr) int32
	cuLinkAddData func(state uintptr, kind int32, data *byte, size uint64, name string, n uint32, options,
		values uintptr) int32
	cuLinkComplete func(state uintptr, cubin **byte, size *uint64) int32
	cuLinkDestroy  func(state uintptr) int32
)

var (
	loading sync.Mutex
	loaded  bool
)

// load opens the driver and finds its functions, once.
func load() error {
	loading.Lock()
	defer loading.Unlock()
	if loaded {
		return nil
	}
	driver, err := library.Open("libcuda.so.1")
	if err != nil {
		return &Error{Call: "open libcuda.so.1", Code: -1, Text: err.Error(),
			Remedy: "install the NVIDIA driver, or give the container its devices (--gpus all)"}
	}
	if err := driver.Bind(map[string]any{
		"cuInit":                   &cuInit,
		"cuGetErrorName":           &cuGetErrorName,
		"cuGetErrorString":         &cuGetErrorString,
		"cuDeviceGetCount":         &cuDeviceGetCount,
		"cuDeviceGet":              &cuDeviceGet,
		"cuDeviceGetName":          &cuDeviceGetName,
		"cuDeviceGetAttribute":     &cuDeviceGetAttribute,
		"cuDevicePrimaryCtxRetain": &cuDevicePrimaryCtxRetain,
		"cuCtxSetCurrent":          &cuCtxSetCurrent,
		"cuCtxSynchronize":         &cuCtxSynchronize,
		"cuModuleLoadData":         &cuModuleLoadData,
		"cuModuleUnload":           &cuModuleUnload,
		"cuModuleGetFunction":      &cuModuleGetFunction,
		"cuFuncGetParamInfo":       &cuFuncGetParamInfo,
		"cuMemAlloc_v2":            &cuMemAlloc,
		"cuMemFree_v2":             &cuMemFree,
		"cuMemcpyHtoD_v2":          &cuMemcpyHtoD,
		"cuMemcpyDtoH_v2":          &cuMemcpyDtoH,
		"cuMemsetD8_v2":            &cuMemsetD8,
		"cuLaunchKernel":           &cuLaunchKernel,
		"cuEventCreate":            &cuEventCreate,
		"cuEventDestroy_v2":        &cuEventDestroy,
		"cuEventRecord":            &cuEventRecord,
		"cuEventSynchronize":       &cuEventSynchronize,
		"cuEventElapsedTime":       &cuEventElapsedTime,
		"cuLinkCreate_v2":          &cuLinkCreate,
		"cuLinkAddData_v2":         &cuLinkAddData,
		"cuLinkComplete":           &cuLinkComplete,
		"cuLinkDestroy":            &cuLinkDestroy,
	}); err != nil {
		return &Error{Call: "open libcuda.so.1", Code: -1, Text: err.Error(), Remedy: "want a driver of CUDA 12.4 or later"}
	}
	if err := check("cuInit", cuInit(0)); err != nil {
		return err
	}
	loaded = true
	return nil
}
