package main

import (
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"

	"github.com/shflgen/shflgen/gpu/cuda"
)

// The functions of NCCL, by their C names.
var (
	ncclCommInitAll    func(comms *uintptr, devices int32, list *int32) int32
	ncclCommDestroy    func(comm uintptr) int32
	ncclGroupStart     func() int32
	ncclGroupEnd       func() int32
	ncclAllGather      func(from, to uintptr, count uint64, kind int32, comm, stream uintptr) int32
	ncclGetErrorString func(code int32) string
)

const ncclFloat32 = 7

// communicators has one communicator for each device, from 0 on.
type communicators []uintptr

// connect loads NCCL and connects the devices.
func connect(devices int) (communicators, error) {
	lib, err := purego.Dlopen("libnccl.so.2", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("%w; add NCCL's folder to LD_LIBRARY_PATH", err)
	}
	for to, name := range map[any]string{
		&ncclCommInitAll: "ncclCommInitAll", &ncclCommDestroy: "ncclCommDestroy", &ncclGroupStart: "ncclGroupStart",
		&ncclGroupEnd: "ncclGroupEnd", &ncclAllGather: "ncclAllGather", &ncclGetErrorString: "ncclGetErrorString",
	} {
		purego.RegisterLibFunc(to, lib, name)
	}
	all := make(communicators, devices)
	return all, check("ncclCommInitAll", ncclCommInitAll(&all[0], int32(devices), nil))
}

func check(call string, code int32) error {
	if code == 0 {
		return nil
	}
	return fmt.Errorf("%s: error %d, %s; set NCCL_DEBUG=WARN for more", call, code, ncclGetErrorString(code))
}

// close frees the communicators.
func (c communicators) close() {
	for _, comm := range c {
		ncclCommDestroy(comm)
	}
}

// gather gives every device the results of all: device d has those from d * each on.
func (c communicators) gather(results []*cuda.Buffer, each int) error {
	runtime.LockOSThread() // a group is of one thread
	defer runtime.UnlockOSThread()
	if err := check("ncclGroupStart", ncclGroupStart()); err != nil {
		return err
	}
	for d, b := range results {
		own := b.At(d * each * 4)
		if err := check("ncclAllGather", ncclAllGather(uintptr(own), uintptr(b.Pointer), uint64(each), ncclFloat32, c[d],
			0)); err != nil {
			return err
		}
	}
	return check("ncclGroupEnd", ncclGroupEnd())
}
