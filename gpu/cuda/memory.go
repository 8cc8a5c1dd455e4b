package cuda

import (
	"fmt"
	"unsafe"
)

// Pointer is an address in a device's memory.
type Pointer uint64

// At is the address so many bytes further on.
func (p Pointer) At(bytes int) Pointer { return p + Pointer(bytes) }

// Buffer is memory of a device.
type Buffer struct {
	Pointer
	Size int // in bytes

	device *Device
}

// Alloc allocates at least one byte, aligned to 256. Its content is undefined: see [Buffer.Fill].
func (d *Device) Alloc(bytes int) (*Buffer, error) {
	b := &Buffer{Size: bytes, device: d}
	if bytes < 0 {
		return nil, misuse("Alloc", fmt.Sprintf("%d bytes", bytes))
	}
	err := d.do("cuMemAlloc", func() int32 { return cuMemAlloc((*uint64)(&b.Pointer), uint64(max(1, bytes))) })
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Free frees the memory.
func (b *Buffer) Free() error {
	return b.device.do("cuMemFree", func() int32 { return cuMemFree(uint64(b.Pointer)) })
}

// Fill sets every byte.
func (b *Buffer) Fill(with byte) error {
	return b.device.do("cuMemsetD8", func() int32 { return cuMemsetD8(uint64(b.Pointer), with, uint64(b.Size)) })
}

// Number is the type of an element that Upload and Download copy.
type Number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// bytesOf is the memory of a slice.
func bytesOf[T Number](x []T) []byte {
	if len(x) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), len(x)*int(unsafe.Sizeof(x[0])))
}

// within reports an error if some bytes from an offset on are not in the buffer.
func (b *Buffer) within(call string, offset, bytes int) error {
	if offset < 0 || bytes > b.Size-offset {
		return misuse(call, fmt.Sprintf("%d bytes from byte %d on; the buffer has %d", bytes, offset, b.Size))
	}
	return nil
}

// Upload copies elements to the buffer, from a byte on.
func Upload[T Number](b *Buffer, offset int, from []T) error {
	data := bytesOf(from)
	if err := b.within("Upload", offset, len(data)); err != nil || len(data) == 0 {
		return err
	}
	return b.device.do("cuMemcpyHtoD", func() int32 {
		return cuMemcpyHtoD(uint64(b.Pointer.At(offset)), &data[0], uint64(len(data)))
	})
}

// Download waits for what was launched before, and copies elements from the buffer, from a byte on.
func Download[T Number](b *Buffer, offset int, to []T) error {
	data := bytesOf(to)
	if err := b.within("Download", offset, len(data)); err != nil || len(data) == 0 {
		return err
	}
	return b.device.do("cuMemcpyDtoH", func() int32 {
		return cuMemcpyDtoH(&data[0], uint64(b.Pointer.At(offset)), uint64(len(data)))
	})
}

// New allocates a buffer that holds the elements.
func New[T Number](d *Device, from []T) (*Buffer, error) {
	b, err := d.Alloc(len(bytesOf(from)))
	if err != nil {
		return nil, err
	}
	return b, Upload(b, 0, from)
}
