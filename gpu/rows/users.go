package rows

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/tests/userops"
)

// users are functions of package userops that kernels apply to rows, or map elements by. They are linked in, as
// a machine with a GPU need not have the go command that loads them.
var users = map[string]any{"Limited": userops.Limited, "OverRoot": userops.OverRoot, "Halved": userops.Halved}

// CompareUsers compares a kernel in a file, whose header names functions of users.
func (r *Report) CompareUsers(d *device.Device, path string, seed uint64) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(src), "\n")
	s, err := shflgen.ParseHeader(line)
	if err == nil && s.Fn != nil {
		s.Fn, err = linked(s.Fn)
	}
	if err == nil && s.Map.User() {
		s.Map, err = linked(s.Map)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return r.compare(d, s, string(src), seed)
}

// linked is a function of a user as the one that is linked in.
func linked(m *shflgen.Map) (*shflgen.Map, error) {
	path, _ := shflgen.SplitOpRef(m.Ref)
	of := shflgen.Operand{Type: shflgen.Float32}
	known := shflgen.Map{Kind: shflgen.UserMap, Ref: m.Ref, Path: path, Package: "userops", Name: m.Name, Result: of}
	number := func(x uint64) float32 { return math.Float32frombits(uint32(x)) }
	bits := func(x float32) []uint64 { return []uint64{uint64(math.Float32bits(x))} }
	switch f := users[m.Name].(type) {
	case func(float32) float32:
		known.Params, known.Apply = []shflgen.Operand{of}, func(in []uint64) []uint64 { return bits(f(number(in[0]))) }
	case func(x, r float32) float32:
		known.Params, known.Apply = []shflgen.Operand{of, of}, func(in []uint64) []uint64 { return bits(f(number(in[0]), number(in[1]))) }
	default:
		return nil, fmt.Errorf("%s is not linked in", m.Ref)
	}
	return known.Intern(), nil
}
