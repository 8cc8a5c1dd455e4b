package grids

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/spec"
)

// User is the kernel of an array with functions of users, and its twin. A machine with a GPU need not have the go
// command that loads the functions, so both are written where it is.
type User struct {
	Name, Source string
	In           spec.Type // of the elements of every array
	Arrays       int
	size         int                         // of a result
	twin         func(in ...[]byte) []byte   // the bytes of the result
	same         func(got, want []byte) bool // by the leaves of results
}

var users []User

// RegisterUser adds a kernel with its twin, of which give the results.
func RegisterUser(u User, of Twin) {
	u.size, u.twin, u.same = of.size, of.result, of.same
	users = append(users, u)
}

// Twin is an emitted function that gives any value.
type Twin struct {
	size   int
	result func(in ...[]byte) []byte
	same   func(got, want []byte) bool
}

// TwinOf is a twin of one array.
func TwinOf[T, R any](f func([]T) R) Twin {
	return twinOf(func(in [][]byte) R { return f(elements[T](in[0])) })
}

// TwinOfTwo is a twin of two arrays.
func TwinOfTwo[T, U, R any](f func([]T, []U) R) Twin {
	return twinOf(func(in [][]byte) R { return f(elements[T](in[0]), elements[U](in[1])) })
}

// TwinOfThree is a twin of three arrays.
func TwinOfThree[T, U, V, R any](f func([]T, []U, []V) R) Twin {
	return twinOf(func(in [][]byte) R { return f(elements[T](in[0]), elements[U](in[1]), elements[V](in[2])) })
}

func twinOf[R any](f func(in [][]byte) R) Twin {
	size := int(unsafe.Sizeof(*new(R)))
	return Twin{
		size: size,
		result: func(in ...[]byte) []byte {
			r := f(in)
			return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&r)), size))
		},
		same: func(got, want []byte) bool {
			var a, b R
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&a)), size), got)
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&b)), size), want)
			return equal(reflect.ValueOf(a), reflect.ValueOf(b))
		},
	}
}

// equal reports whether two values have the same bits, but for what padding holds and the payload of NaNs.
func equal(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return a.Equal(b)
}

// RunUsers compares the kernels whose names are chosen with their twins.
func RunUsers(d *device.Device, most int, chosen func(name string) bool, r *report.Report) error {
	for _, u := range users {
		if !chosen(u.Name) {
			continue
		}
		if err := u.run(d, most, r); err != nil {
			return fmt.Errorf("%s: %w", u.Name, err)
		}
	}
	return nil
}

// run compares a kernel with its twin, on arrays of at most so many bytes.
func (u User) run(d *device.Device, most int, r *report.Report) error {
	size, err := strconv.Atoi(sized.FindStringSubmatch(u.Source)[1])
	if err != nil {
		return err
	}
	module, err := d.Compile(u.Source)
	if err != nil {
		return err
	}
	defer module.Unload()
	workspace, err := d.Alloc(size)
	if err != nil {
		return err
	}
	defer workspace.Free()
	if err := workspace.Put(make([]byte, size)); err != nil {
		return err
	}
	s := spec.NewSpec(spec.GridReduce)
	s.Type, s.Op = u.In, spec.Max // whose elements may be any
	r.Kernels++
	for _, n := range lengths(s, most) {
		if err := u.length(d, s, module, workspace, n, r); err != nil {
			return fmt.Errorf("%d elements: %w", n, err)
		}
	}
	left := make([]byte, size)
	if err := workspace.Get(left); err != nil {
		return err
	}
	if !bytes.Equal(left, make([]byte, size)) {
		r.Wrong("%s: the workspace is not zero", u.Name)
	}
	return nil
}

// length compares the kernel at one length, from some places on, by some numbers of blocks.
func (u User) length(d *device.Device, s spec.Spec, module device.Module, workspace *device.Buffer, n int,
	r *report.Report) error {
	x := &inputs{size: u.In.Bits() / 8}
	defer x.free()
	for range u.Arrays {
		array := make([]byte, n*x.size+16)
		held, err := d.Alloc(len(array))
		if err != nil {
			return err
		}
		x.bytes, x.held = append(x.bytes, array), append(x.held, held)
		fill(s, uint64(n)*31+uint64(len(x.held))<<40, array[:n*x.size])
		if err := held.Put(array); err != nil {
			return err
		}
	}
	out, err := d.Alloc(u.size + 16)
	if err != nil {
		return err
	}
	defer out.Free()
	for _, apart := range []int{0, 1} { // of two arrays one may be aligned alone
		for at := 0; at <= 1 && apart < u.Arrays; at++ {
			p := part{at, apart, max(0, n-at-apart*(u.Arrays-1))}
			var all [][]byte
			var args []any
			for k, array := range x.bytes {
				all = append(all, array[p.start(k)*x.size:(p.start(k)+p.count)*x.size])
				args = append(args, x.held[k].From(p.start(k)*x.size))
			}
			want := u.twin(all...)
			if err := u.parts(d, s, module, x, p, want, r); err != nil {
				return err
			}
			args = append(args, uint64(p.count), out.From(8), workspace)
			for _, blocks := range grids {
				if err := out.Poison(); err != nil {
					return err
				}
				if err := module.Launch(u.Name, device.Dim{X: blocks}, device.Dim{X: uint32(s.GridOrder().Threads)},
					args...); err != nil {
					return err
				}
				r.Launches++
				got := make([]byte, u.size+16)
				if err := out.Get(got); err != nil {
					return err
				}
				if !u.same(got[8:8+u.size], want) {
					r.Wrong("%s: %d elements from %d on, %d blocks: %x, want %x", u.Name, p.count, p.at, blocks, got[8:8+u.size], want)
				}
				if !bytes.Equal(got[:8], poison[:8]) || !bytes.Equal(got[8+u.size:], poison[:8]) {
					r.Wrong("%s: %d elements, %d blocks: a store beside the result", u.Name, p.count, blocks)
				}
			}
		}
	}
	return nil
}
