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
var users = map[string]any{"Limited": userops.Limited, "OverRoot": userops.OverRoot, "Halved": userops.Halved, "Added": userops.Added}

// level is the identity of Added.
var level = []uint64{uint64(math.Float32bits(userops.Level))}

// CompareFile compares a kernel in a file, whose header may name functions of users.
func (r *Report) CompareFile(d *device.Device, path string, seed uint64) error {
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
	if err == nil && s.User != nil {
		s.User, err = linkedOp(s.User)
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

// linkedOp is an operator of a user as the one that is linked in.
func linkedOp(u *shflgen.UserOp) (*shflgen.UserOp, error) {
	f, ok := users[u.Name].(func(a, b float32) float32)
	if !ok || u.Name != "Added" {
		return nil, fmt.Errorf("%s is not linked in", u.Ref)
	}
	path, _ := shflgen.SplitOpRef(u.Ref)
	return shflgen.UserOp{
		Ref: u.Ref, Path: path, Package: "userops", Name: u.Name, Laws: shflgen.Laws{Commutative: true}, Identity: level,
		Apply: func(a, b []uint64) []uint64 { return bits(f(number(a[0]), number(b[0]))) },
	}.Intern(), nil
}

func number(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func bits(x float32) []uint64 { return []uint64{uint64(math.Float32bits(x))} }
