package crosscheck

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/crosscheck/ptxsim"
)

// Input is what one call is made on.
type Input struct {
	Masks []uint32 // 32 bits each; also in mode full, where the kernel takes no mask
	In    []uint64 // elements, register by register, then grouping keys
}

// Left are the outputs of a kernel.
type Left struct {
	Out, Pred, Numbers []uint64 // by element, by thread; nil where the spec has none
}

// all are the results in one row.
func (l *Left) all() []uint64 {
	return append(append(append([]uint64(nil), l.Out...), l.Pred...), l.Numbers...)
}

// role is the purpose of a parameter of the kernel.
type role byte

const (
	roleMask   role = 'm' // a number
	roleWords  role = 'w' // the mask of a block
	roleKey    role = 'k'
	roleIn     role = 'i'
	roleGiven  role = 'd' // the distance, a number
	roleEach   role = 'e' // the distance of each lane
	roleOut    role = 'o'
	rolePred   role = 'p'
	roleNumber role = 'x'
	roleCame   role = 'c' // every thread that returns from the call stores 1
)

// roles are the roles of the kernel's parameters in order. A kernel with one more parameter ends
// in roleCame.
func roles(s spec.Spec, params int) ([]role, error) {
	var all []role
	sh := s.Shape()
	for _, p := range sh.In {
		switch {
		case p.Role == spec.MaskRole && sh.Block():
			all = append(all, roleWords)
		case p.Role == spec.MaskRole:
			all = append(all, roleMask)
		case p.Role == spec.KeyRole:
			all = append(all, roleKey)
		case p.Uniform:
			all = append(all, roleGiven)
		case p.Role.Operand():
			all = append(all, roleEach)
		default:
			all = append(all, roleIn)
		}
	}
	for _, p := range sh.Out {
		switch {
		case p.Role == spec.PredRole:
			all = append(all, rolePred)
		case p.Role.Number():
			all = append(all, roleNumber)
		default:
			all = append(all, roleOut)
		}
	}
	if params == len(all)+1 {
		all = append(all, roleCame)
	}
	if params != len(all) {
		return nil, fmt.Errorf("%d parameters, want %d or one more", params, len(all))
	}
	return all, nil
}

// buffers are the bytes of a launch, by parameter: four of a number, or the buffer of a pointer.
// Outputs start with junk.
func buffers(s spec.Spec, params int, in Input, junk uint64) ([]role, [][]byte, error) {
	of, err := roles(s, params)
	if err != nil {
		return nil, nil, err
	}
	var all [][]byte
	_, keys, distances := s.Shape().Split(in.In)
	for _, r := range of {
		var b []byte
		switch r {
		case roleMask:
			b = binary.LittleEndian.AppendUint32(nil, in.Masks[0])
		case roleWords:
			for _, w := range in.Masks {
				b = binary.LittleEndian.AppendUint32(b, w)
			}
		case roleKey:
			b = pack(keys, s.Keyed().Key.Bits()/8)
		case roleGiven, roleEach:
			b = pack(distances, 4)
		case roleIn:
			b = pack(in.In[:s.Elements()], s.Type.Bits()/8)
		case roleOut:
			b = filled(s.Elements()*s.Type.Bits()/8, &junk)
		case rolePred:
			b = filled(s.Lanes(), &junk)
		case roleNumber, roleCame:
			b = filled(4*s.Lanes(), &junk)
		}
		all = append(all, b)
	}
	return of, all, nil
}

func pack(values []uint64, size int) []byte {
	b := make([]byte, 0, len(values)*size)
	for _, x := range values {
		for i := range size {
			b = append(b, byte(x>>(8*i)))
		}
	}
	return b
}

func unpack(b []byte, size int) []uint64 {
	values := make([]uint64, len(b)/size)
	for i := range values {
		for j := range size {
			values[i] |= uint64(b[i*size+j]) << (8 * j)
		}
	}
	return values
}

func filled(n int, junk *uint64) []byte {
	b := make([]byte, n)
	for i := range b {
		*junk = *junk*6364136223846793005 + 1442695040888963407
		b[i] = byte(*junk >> 56)
	}
	return b
}

// Shape is the block shape that the kernel runs in: a warp, or the block's size as the most
// cubic product of three dimensions.
func Shape(s spec.Spec) ptxsim.Launch {
	if !s.Shape().Block() {
		return ptxsim.Launch{X: spec.WarpSize, Y: 1, Z: 1}
	}
	n := s.Lanes()
	best := ptxsim.Launch{X: n, Y: 1, Z: 1}
	rank := func(l ptxsim.Launch) [4]int { return [4]int{-min(l.X, l.Y, l.Z), max(l.X, l.Y, l.Z), l.X, l.Y} }
	for x := 1; x <= n; x++ {
		for y := 1; y <= n/x; y++ {
			l := ptxsim.Launch{X: x, Y: y, Z: n / x / y}
			if x*y*l.Z != n || l.Z > 64 {
				continue
			}
			a, b := rank(l), rank(best)
			for i := range a {
				if a[i] != b[i] {
					if a[i] < b[i] {
						best = l
					}
					break
				}
			}
		}
	}
	return best
}

// Second runs the kernel in ptxsim with one seed.
func Second(p *ptxsim.Program, s spec.Spec, in Input, seed uint64) (Left, error) {
	of, bytes, err := buffers(s, p.Params(), in, seed)
	if err != nil {
		return Left{}, err
	}
	if bytes, err = launch(p, s, in, of, bytes, seed); err != nil {
		return Left{}, err
	}
	return left(s, of, bytes, in)
}

// launch runs the kernel on copies of the buffers and returns them.
func launch(p *ptxsim.Program, s spec.Spec, in Input, of []role, before [][]byte, seed uint64) ([][]byte, error) {
	args := make([]ptxsim.Arg, len(of))
	after := make([][]byte, len(of))
	for i, r := range of {
		after[i] = slices.Clone(before[i])
		if r == roleMask {
			if p.ParamSize(i) != 4 {
				return nil, fmt.Errorf("the mask has %d bytes", p.ParamSize(i))
			}
			args[i].Scalar = uint64(in.Masks[0])
			continue
		}
		if r == roleGiven {
			args[i].Scalar = uint64(binary.LittleEndian.Uint32(before[i]))
			continue
		}
		args[i].Buffer = &ptxsim.Buffer{Data: after[i], ReadOnly: r == roleWords || r == roleKey || r == roleIn ||
			r == roleEach}
	}
	return after, p.Run(Shape(s), args, seed)
}

// left reads the outputs of a launch. A thread that did not return from the call is an error.
func left(s spec.Spec, of []role, bytes [][]byte, in Input) (Left, error) {
	var l Left
	for i, r := range of {
		switch r {
		case roleOut:
			l.Out = unpack(bytes[i], s.Type.Bits()/8)
		case rolePred:
			l.Pred = unpack(bytes[i], 1)
		case roleNumber:
			l.Numbers = append(l.Numbers, unpack(bytes[i], 4)...)
		case roleCame:
			for t, x := range unpack(bytes[i], 4) {
				called := s.Mask != spec.Active || in.Masks[0]>>t&1 == 1
				if called && x != 1 {
					return l, fmt.Errorf("thread %d does not return from the call", t)
				}
			}
		}
	}
	return l, nil
}
