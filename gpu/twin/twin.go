// Package twin holds the emitted Go functions that are linked in, by the name of the CUDA function of the same spec,
// and calls them, whatever their parameters are.
package twin

import (
	"bytes"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/spec"
)

var funcs = map[string]reflect.Value{}

// Register adds the twin of the CUDA function called name.
func Register(name string, f any) {
	if _, registered := funcs[name]; registered {
		panic(fmt.Sprintf("twin: %s is already registered", name))
	}
	funcs[name] = reflect.ValueOf(f)
}

// Of is the twin of the CUDA function called name; false if it is not linked in.
func Of(name string) (reflect.Value, bool) {
	f, ok := funcs[name]
	return f, ok
}

// Linked is the twin of the CUDA function called name. The check ends if it is not linked in.
func Linked(name string) reflect.Value {
	f, ok := Of(name)
	if !ok {
		ends.Check(fmt.Errorf("%s: no twin is linked in", name))
	}
	return f
}

// User is a kernel of arrays with functions of users. A machine with a GPU need not have the go command that loads
// them, so its source is written where it is.
type User struct {
	Name, Source string
	Pattern      spec.Pattern
	Type         spec.Type   // of the results
	In           []spec.Type // of each array
}

// Users are the kernels with functions of users that are linked in.
var Users []User

// RegisterUser adds a kernel with its twin.
func RegisterUser(u User, f any) {
	Users = append(Users, u)
	Register(u.Name, f)
}

// Call is a call of a function, with its arguments so far.
type Call struct {
	f    reflect.Value
	args []reflect.Value
}

// New is a call without arguments.
func New(f reflect.Value) *Call { return &Call{f: f} }

// next is the type of the next parameter.
func (c *Call) next() reflect.Type { return c.f.Type().In(len(c.args)) }

// Number adds a number.
func (c *Call) Number(x int64) { c.args = append(c.args, reflect.ValueOf(x).Convert(c.next())) }

// Memory adds the memory of some bytes, and returns it: a slice of the elements that they are, or a pointer to a copy.
func (c *Call) Memory(data []byte) []byte {
	t := c.next()
	if t.Kind() == reflect.Slice {
		at, n := unsafe.Pointer(unsafe.SliceData(data)), len(data)/int(t.Elem().Size())
		c.args = append(c.args, reflect.SliceAt(t.Elem(), at, n))
		return data
	}
	p := reflect.New(t.Elem())
	c.args = append(c.args, p)
	held := bytesAt(p)
	copy(held, data)
	return held
}

// Results makes the call.
func (c *Call) Results() []reflect.Value { return c.f.Call(c.args) }

// Fill calls a function that reads arrays and stores its results in another one.
func Fill(f reflect.Value, in [][]byte, out []byte) {
	call := New(f)
	for _, x := range in {
		call.Memory(x)
	}
	call.Memory(out)
	call.Results()
}

// Bytes are those of a value.
func Bytes(v reflect.Value) []byte {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return bytes.Clone(bytesAt(p))
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
