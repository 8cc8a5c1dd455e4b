// Package compiled calls emitted Go functions that are compiled in, by the types of their parameters, and makes inputs
// for the calls.
package compiled

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// Call is a call of a function. Its arguments are made in their order, and stay: what sets them may do so before each
// run.
type Call struct {
	f    reflect.Value
	args []reflect.Value
}

// NewCall is a call of a function without arguments.
func NewCall(f any) *Call { return &Call{f: reflect.ValueOf(f)} }

// next is the type of the next parameter.
func (c *Call) next() reflect.Type { return c.f.Type().In(len(c.args)) }

// Number adds a number, and returns what sets it.
func (c *Call) Number() (set func(bits uint64)) {
	x := reflect.New(c.next()).Elem()
	c.args = append(c.args, x)
	return func(bits uint64) {
		if x.CanInt() {
			x.SetInt(int64(bits))
		} else {
			x.SetUint(bits)
		}
	}
}

// Memory adds a pointer, and returns the bytes that it points to.
func (c *Call) Memory() []byte {
	p := reflect.New(c.next().Elem())
	c.args = append(c.args, p)
	return bytesAt(p)
}

// Mask adds a mask, and returns what sets its words.
func (c *Call) Mask() (set func(words []uint32)) {
	if c.next().Kind() == reflect.Uint32 {
		number := c.Number()
		return func(words []uint32) { number(uint64(words[0])) }
	}
	held := c.Memory()
	return func(words []uint32) {
		for i, w := range words {
			binary.LittleEndian.PutUint32(held[4*i:], w)
		}
	}
}

// Elements adds a slice of the elements that some bytes are, or a pointer to a copy. It returns the bytes of either.
func (c *Call) Elements(data []byte) []byte {
	t := c.next()
	if t.Kind() != reflect.Slice {
		held := c.Memory()
		copy(held, data)
		return held
	}
	at, n := unsafe.Pointer(unsafe.SliceData(data)), len(data)/int(t.Elem().Size())
	c.args = append(c.args, reflect.SliceAt(t.Elem(), at, n))
	return data
}

// Run makes the call.
func (c *Call) Run() []reflect.Value { return c.f.Call(c.args) }

// OfArrays calls a function of slices on the bytes of their elements.
func OfArrays(f any, arrays ...[]byte) []reflect.Value {
	c := NewCall(f)
	for _, a := range arrays {
		c.Elements(a)
	}
	return c.Run()
}

// Bytes are those of a value.
func Bytes(v reflect.Value) []byte {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return bytesAt(p)
}

// Value is the value of a type that some bytes hold.
func Value(t reflect.Type, data []byte) reflect.Value {
	p := reflect.New(t)
	copy(bytesAt(p), data)
	return p.Elem()
}

// bytesAt are those that a pointer points to.
func bytesAt(p reflect.Value) []byte {
	return unsafe.Slice((*byte)(p.UnsafePointer()), p.Type().Elem().Size())
}
