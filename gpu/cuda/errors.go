package cuda

import (
	"unsafe"

	"github.com/shflgen/shflgen/gpu/cuda/internal/library"
)

// Error is a call of CUDA that failed: the call, its code, what CUDA says, and what to do. A code of -1 is
// of this package.
type Error = library.Error

// remedies are what to do about a code of the driver.
var remedies = map[int32]string{
	1:   "an argument is out of range, such as 0 blocks or more than 1024 threads a block",
	2:   "free buffers, or share the work among more launches or devices",
	100: "no GPU is visible; look at nvidia-smi and CUDA_VISIBLE_DEVICES",
	101: "devices count from 0; Count tells how many there are",
	200: "the image is none of a cubin or PTX",
	209: "the machine code is for another GPU; compile for Device.Arch",
	218: "the driver does not take this PTX; compile to machine code for Device.Arch",
	222: "the driver is older than the compiler; compile to machine code, or update the driver",
	500: `the module has no such kernel; declare it extern "C" __global__, so that its name is not mangled`,
	700: "a kernel read or wrote beside its memory; run the program under compute-sanitizer. The " +
		"context is lost: start the process again",
	701: "a block takes more registers or shared memory than there are; launch fewer threads a block",
	702: "a kernel ran too long for a GPU that also shows a screen",
	719: "a kernel failed; run the program under compute-sanitizer. The context is lost: start the process again",
	803: "the user's part of the driver and the kernel's part differ in version; restart the machine",
	999: "look at dmesg; the context is lost",
}

// check is the error of a call with a code.
func check(call string, code int32) error {
	if code == 0 {
		return nil
	}
	var name, text *byte
	cuGetErrorName(code, &name)
	cuGetErrorString(code, &text)
	return &Error{Call: call, Code: code, Name: cString(name), Text: cString(text), Remedy: remedies[code]}
}

// cString is a string that ends with a zero; "" of nil.
func cString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// misuse is an error of an argument of this package.
func misuse(call, text string) error { return &Error{Call: call, Code: -1, Text: text} }
