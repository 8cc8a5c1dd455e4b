package ir

import "github.com/shflgen/shflgen/spec"

func isU32(t Type) bool { return t == U32 }

var fourWords = []func(Type) bool{isU32, isU32, isU32, isU32}

// Forget stores what its places have already, but compilers do not know that.
var Forget = &Instruction{Name: "forget", To: []Type{U32, U32, U32, U32}, Use: fourWords,
	run: func(_ *thread, _ Instruct, use []value) []value { return use }}

// MaxOfPairs is the greatest of four pairs of halves of a type, each half by itself; a NaN if one is. PTX ISA, "max".
var MaxOfPairs = map[spec.Type]*Instruction{
	spec.Float16:  maxOfPairs("greatest of pairs of float16", 0x7c00),
	spec.Bfloat16: maxOfPairs("greatest of pairs of bfloat16", 0x7f80),
}

// maxOfPairs is the maximum of floats of 16 bits. inf are the bits of the greatest.
func maxOfPairs(name string, inf uint64) *Instruction {
	key := func(half uint64) uint64 { // greater of greater floats, of NaNs the greatest
		switch {
		case half&0x7fff > inf:
			return 0xffff
		case half < 0x8000:
			return half | 0x8000
		}
		return ^half & 0xffff
	}
	half := func(a, b uint64) uint64 {
		switch {
		case max(key(a), key(b)) == 0xffff:
			return 0x7fff
		case key(a) > key(b):
			return a
		}
		return b
	}
	return &Instruction{Name: name, To: []Type{U32}, Use: fourWords,
		run: func(_ *thread, _ Instruct, use []value) []value {
			all := use[0].n
			for _, w := range use[1:] {
				all = half(all&0xffff, w.n&0xffff) | half(all>>16, w.n>>16)<<16
			}
			return []value{{n: all}}
		}}
}
