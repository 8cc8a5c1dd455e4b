// Package twin holds the emitted Go functions that are linked in, by the name of the CUDA function of the same spec.
package twin

import (
	"fmt"

	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/spec"
)

var funcs = map[string]any{}

// Register adds the twin of the CUDA function called name.
func Register(name string, f any) {
	if _, registered := funcs[name]; registered {
		panic(fmt.Sprintf("twin: %s is already registered", name))
	}
	funcs[name] = f
}

// Of is the twin of the CUDA function called name; false if it is not linked in.
func Of(name string) (any, bool) {
	f, ok := funcs[name]
	return f, ok
}

// Linked is the twin of the CUDA function called name. The check ends if it is not linked in.
func Linked(name string) any {
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
