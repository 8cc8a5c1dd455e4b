// Package cuda compiles CUDA C++ with NVRTC, loads it and launches its kernels from Go, without cgo: it
// opens the driver at run time. Linux only, amd64 and arm64.
//
// A program opens a [Device], compiles a [Module] from text, gets a [Kernel] of it, allocates a
// [Buffer] and launches. Launches and copies of a device run in the order of the calls. Launches do not
// wait; copies to the host and [Device.Wait] do. Every method may be called by any goroutine.
//
// Every error of CUDA is an [*Error]: the call, its code, what CUDA says, and what to do.
package cuda

import (
	"fmt"
	"runtime"
	"time"
)

// Device is a GPU with its primary context, which it shares with CUDA's runtime in the same process.
type Device struct {
	Name            string
	Arch            string // such as sm_90
	Multiprocessors int

	context uintptr
}

// Attributes of a device, as cuda.h numbers them.
const (
	attributeMultiprocessors = 16
	attributeMajor           = 75
	attributeMinor           = 76
)

// Count is the number of GPUs.
func Count() (int, error) {
	if err := load(); err != nil {
		return 0, err
	}
	var n int32
	err := check("cuDeviceGetCount", cuDeviceGetCount(&n))
	return int(n), err
}

// Open opens a GPU by its number, from 0 on. It stays open until the process ends.
func Open(ordinal int) (*Device, error) {
	if err := load(); err != nil {
		return nil, err
	}
	var dev, processors, major, minor int32
	var d Device
	name := make([]byte, 128)
	for _, call := range []func() error{
		func() error { return check("cuDeviceGet", cuDeviceGet(&dev, int32(ordinal))) },
		func() error { return check("cuDeviceGetName", cuDeviceGetName(&name[0], int32(len(name)-1), dev)) },
		func() error {
			return check("cuDeviceGetAttribute", cuDeviceGetAttribute(&processors, attributeMultiprocessors, dev))
		},
		func() error {
			return check("cuDeviceGetAttribute", cuDeviceGetAttribute(&major, attributeMajor, dev))
		},
		func() error {
			return check("cuDeviceGetAttribute", cuDeviceGetAttribute(&minor, attributeMinor, dev))
		},
		func() error {
			return check("cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain(&d.context, dev))
		},
	} {
		if err := call(); err != nil {
			return nil, err
		}
	}
	d.Name, d.Arch, d.Multiprocessors = cString(&name[0]), fmt.Sprintf("sm_%d%d", major, minor), int(processors)
	return &d, nil
}

// do makes a call with the device's context current. A goroutine may change its thread between calls,
// and contexts are of threads.
func (d *Device) do(name string, call func() int32) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := check("cuCtxSetCurrent", cuCtxSetCurrent(d.context)); err != nil {
		return err
	}
	return check(name, call())
}

// Current makes the context that of the calling thread, for libraries such as NCCL. The caller has
// locked the thread ([runtime.LockOSThread]).
func (d *Device) Current() error { return check("cuCtxSetCurrent", cuCtxSetCurrent(d.context)) }

// Wait waits until everything launched on the device has ended. An error of a kernel shows here.
func (d *Device) Wait() error { return d.do("cuCtxSynchronize", cuCtxSynchronize) }

// Time is how long the device takes for what work launches, by two events.
func (d *Device) Time(work func() error) (time.Duration, error) {
	var events [2]uintptr
	for i := range events {
		if err := d.do("cuEventCreate", func() int32 { return cuEventCreate(&events[i], 0) }); err != nil {
			return 0, err
		}
		defer d.do("cuEventDestroy", func() int32 { return cuEventDestroy(events[i]) })
	}
	if err := d.do("cuEventRecord", func() int32 { return cuEventRecord(events[0], 0) }); err != nil {
		return 0, err
	}
	if err := work(); err != nil {
		return 0, err
	}
	if err := d.do("cuEventRecord", func() int32 { return cuEventRecord(events[1], 0) }); err != nil {
		return 0, err
	}
	if err := d.do("cuEventSynchronize", func() int32 { return cuEventSynchronize(events[1]) }); err != nil {
		return 0, err
	}
	var ms float32
	err := d.do("cuEventElapsedTime", func() int32 { return cuEventElapsedTime(&ms, events[0], events[1]) })
	return time.Duration(float64(ms) * float64(time.Millisecond)), err
}
