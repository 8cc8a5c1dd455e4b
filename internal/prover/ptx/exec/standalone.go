package exec

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// withoutClusters refuses a program in which blocks meet.
func (p *Program) withoutClusters() error {
	for _, in := range p.instrs {
		if in.form.sync.ofCluster() || in.form.sync == mbarrierWait || in.form.name == "mapa" || in.form.name == "mbarrier" {
			return parse.Refuse(p.File, in.Place, "%s in a kernel that is launched without clusters", in.opcode)
		}
	}
	return nil
}

// Wide is a launch in a grid of two dimensions, with so many blocks along x; 0: of one.
func (l Launch) Wide(across int) Launch {
	l.Across = across
	return l
}

// across is how many of the blocks are along x.
func (l Launch) across() int {
	if l.Across > 0 {
		return l.Across
	}
	return l.blocks()
}

// approximate are the forms of a standalone kernel beside those of the table: instructions with results that the PTX
// ISA bounds and does not fix, roundings that no operator has, and atomic operations on floats and on global memory.
// The order of the latter is open: see [bv.AnyOrder].
var approximate = byName([]form{
	{opcode: "ex2 .approx .ftz? .f32", operands: "ds", run: byOpcode},
	{opcode: "lg2 .approx .ftz? .f32", operands: "ds", run: byOpcode},
	{opcode: "rsqrt .approx .ftz .f32", operands: "ds", run: byOpcode},
	{opcode: "rsqrt .approx .ftz? .f64", operands: "ds", run: byOpcode},
	{opcode: "sqrt .approx .ftz? .f32", operands: "ds", run: byOpcode},
	{opcode: "rcp .approx .ftz? .f32", operands: "ds", run: byOpcode},
	{opcode: "rcp .rn .f32|.f64", operands: "ds", run: reciprocal},
	{opcode: "div .approx|.full .ftz? .f32", operands: "dss", run: byOpcode},
	{opcode: "tanh .approx .f32", operands: "ds", run: byOpcode},
	{opcode: "fma .rm|.rp|.rz .f32", operands: "dsss", run: byOpcode},
	{opcode: "fma .rn .sat .f32", operands: "dsss", run: byOpcode},
	{opcode: "cvt .sat .f32 .f32", operands: "ds", run: byOpcode},
	{opcode: "cvt .rzi|.rni .s32 .f32", operands: "ds", run: byOpcode},
	{opcode: "copysign .f32", operands: "dss", run: byOpcode},

	{opcode: "atom .relaxed? .cta|.gpu|.sys? .global " + atomicSums, operands: "das", run: atomic},
	{opcode: "atom .relaxed? .cta|.gpu|.sys? .global " + atomicBits, operands: "das", run: atomic},
	{opcode: "atom .relaxed? .cta|.gpu|.sys? .global " + atomicBounds, operands: "das", run: atomic},
	{opcode: "atom .relaxed? .cta|.gpu|.sys? .global|.shared? .add .f32|.f64", operands: "das", run: atomic},
	{opcode: "atom .relaxed? .cta|.gpu|.sys? .global|.shared? .cas .b32|.b64", operands: "dass", run: atomic},
	{opcode: "red .relaxed? .cta|.gpu|.sys? .global " + atomicSums, operands: "as", run: atomic},
	{opcode: "red .relaxed? .cta|.gpu|.sys? .global " + atomicBits, operands: "as", run: atomic},
	{opcode: "red .relaxed? .cta|.gpu|.sys? .global " + atomicBounds, operands: "as", run: atomic},
	{opcode: "red .relaxed? .cta|.gpu|.sys? .global|.shared? .add .f32|.f64", operands: "as", run: atomic},
})

// byOpcode computes a function that is known by the instruction's name.
var byOpcode = ofOperands(func(t *thread, in *instr, x []bv.Value) bv.Value {
	to, from := in.last(), in.last()
	if in.form.name == "cvt" {
		to = in.typeOf(len(in.mods) - 2)
	}
	f := bv.Approximate(in.opcode, len(in.args)-1, from.format)
	if !to.float {
		f = bv.RoundedToInt(in.opcode)
	}
	return bv.Apply(t.m.Dom, f, x...)
})

// reciprocal is rcp.rn: 1 / x (PTX ISA, "rcp").
var reciprocal = ofOperands(func(t *thread, in *instr, x []bv.Value) bv.Value {
	ty := in.last()
	return bv.Apply(t.m.Dom, bv.FDiv(ty.format), t.m.Dom.Const(ty.w, bv.Numbers{}.One(ty.format)), x[0])
})
