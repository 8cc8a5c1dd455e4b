// Package device reaches a CUDA GPU from Go without cgo: the driver and NVRTC
// are opened at run time.
package device

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ebitengine/purego"
)

// The functions of the driver and of NVRTC that are called, by their C names.
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

// load opens both libraries and finds the functions.
func load() error {
	driver, err := open("libcuda.so.1")
	if err != nil {
		return err
	}
	nvrtc, err := open("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		lib  uintptr
		to   any
		name string
	}{
		{driver, &cuInit, "cuInit"}, {driver, &cuDeviceGet, "cuDeviceGet"},
		{driver, &cuDeviceGetName, "cuDeviceGetName"}, {driver, &cuDeviceGetAttribute, "cuDeviceGetAttribute"},
		{driver, &cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"},
		{driver, &cuCtxSetCurrent, "cuCtxSetCurrent"}, {driver, &cuCtxSynchronize, "cuCtxSynchronize"},
		{driver, &cuModuleLoadData, "cuModuleLoadData"}, {driver, &cuModuleUnload, "cuModuleUnload"},
		{driver, &cuModuleGetFunction, "cuModuleGetFunction"},
		{driver, &cuMemAlloc, "cuMemAlloc_v2"}, {driver, &cuMemFree, "cuMemFree_v2"},
		{driver, &cuMemcpyHtoD, "cuMemcpyHtoD_v2"}, {driver, &cuMemcpyDtoH, "cuMemcpyDtoH_v2"},
		{driver, &cuMemsetD8, "cuMemsetD8_v2"}, {driver, &cuLaunchKernel, "cuLaunchKernel"},
		{driver, &cuLinkCreate, "cuLinkCreate_v2"}, {driver, &cuLinkAddData, "cuLinkAddData_v2"},
		{driver, &cuLinkComplete, "cuLinkComplete"}, {driver, &cuLinkDestroy, "cuLinkDestroy"},
		{nvrtc, &nvrtcGetPTXSize, "nvrtcGetPTXSize"}, {nvrtc, &nvrtcGetPTX, "nvrtcGetPTX"},
		{nvrtc, &nvrtcVersion, "nvrtcVersion"}, {nvrtc, &nvrtcCreateProgram, "nvrtcCreateProgram"},
		{nvrtc, &nvrtcDestroyProgram, "nvrtcDestroyProgram"}, {nvrtc, &nvrtcCompileProgram, "nvrtcCompileProgram"},
		{nvrtc, &nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize"}, {nvrtc, &nvrtcGetProgramLog, "nvrtcGetProgramLog"},
		{nvrtc, &nvrtcGetCUBINSize, "nvrtcGetCUBINSize"}, {nvrtc, &nvrtcGetCUBIN, "nvrtcGetCUBIN"},
	} {
		symbol, err := purego.Dlsym(f.lib, f.name)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		purego.RegisterFunc(f.to, symbol)
	}
	return nil
}

// open opens the first library that is found, by name or in a usual folder.
func open(names ...string) (uintptr, error) {
	var found []error
	for _, name := range names {
		paths := []string{name}
		for _, dir := range roots() {
			for _, sub := range []string{"lib64", "lib", "targets/x86_64-linux/lib"} {
				paths = append(paths, filepath.Join(dir, sub, name))
			}
		}
		for _, path := range paths {
			lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
			if err == nil {
				return lib, nil
			}
			found = append(found, err)
		}
	}
	return 0, errors.Join(found...)
}

// roots are the folders in which a CUDA toolkit may lie.
func roots() []string {
	dirs := []string{"/usr/local/cuda", "/usr/local/nvidia"}
	if home := os.Getenv("CUDA_HOME"); home != "" {
		dirs = append([]string{home}, dirs...)
	}
	for _, pattern := range []string{
		"/usr/local/cuda-*", "/usr/lib/python3*/*-packages/nvidia/*",
		"/opt/*/.venv/lib/python3*/site-packages/nvidia/*", "/usr/local/lib/python3*/*-packages/nvidia/*",
	} {
		more, _ := filepath.Glob(pattern)
		dirs = append(dirs, more...)
	}
	return dirs
}

// includes are the folders that have the headers of the half types.
func includes() []string {
	var dirs []string
	for _, root := range roots() {
		for _, sub := range []string{"include", "targets/x86_64-linux/include"} {
			dir := filepath.Join(root, sub)
			if _, err := os.Stat(filepath.Join(dir, "cuda_fp16.h")); err == nil {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}
