package model

import (
	"fmt"
	"strings"
)

// halves are the instructions on float16 and bfloat16: all 65,536 values with every edge value,
// as the left and as the right operand. Packed instructions take two pairs at once.
func halves() []probe {
	var all []probe
	for _, f := range []struct {
		name string
		nan  int
		ops  []string
	}{
		{"f16", 16, []string{"add.rn", "sub.rn", "mul.rn", "min", "max", "min.NaN", "max.NaN"}},
		{"bf16", 17, []string{"add.rn", "sub.rn", "mul.rn", "min", "max", "min.NaN", "max.NaN"}},
	} {
		for _, op := range f.ops {
			all = append(all,
				binary16(op+"."+f.name, "H", op+"."+f.name+" %h3, %h1, %h2", f.nan),
				binary16(op+"."+f.name+"x2", "W", op+"."+f.name+"x2 %r5, %r3, %r4", f.nan))
		}
		one := map[string]string{"f16": "0x3c00", "bf16": "0x3f80"}[f.name]
		all = append(all,
			binary16("fma.rn."+f.name+" by 1", "H", "mov.b16 %h4, "+one+"; fma.rn."+f.name+" %h3, %h1, %h4, %h2", f.nan),
			binary16("fma.rn."+f.name+" with -0", "H", "mov.b16 %h4, 0x8000; fma.rn."+f.name+" %h3, %h1, %h2, %h4", f.nan),
			binary16("mul or fma of "+f.name+"x2 by 1, every bit", "W", product(f.name, one), 0),
			binary16("mul or fma of "+f.name+"x2 by -1, every bit", "W",
				product(f.name, map[string]string{"f16": "0xbc00", "bf16": "0xbf80"}[f.name]), 0),
			binary16("neg."+f.name, "H", "neg."+f.name+" %h3, %h1", f.nan),
			binary16("abs."+f.name, "H", "abs."+f.name+" %h3, %h1", f.nan),
			binary16("neg."+f.name+", every bit", "H", "neg."+f.name+" %h3, %h1", 0),
			binary16("abs."+f.name+", every bit", "H", "abs."+f.name+" %h3, %h1", 0),
			binary16("neg."+f.name+"x2, every bit", "W", "neg."+f.name+"x2 %r5, %r3", 0),
			binary16("abs."+f.name+"x2, every bit", "W", "abs."+f.name+"x2 %r5, %r3", 0),
			binary16("selp.b16 of "+f.name+", every bit", "H", "setp.lt.u16 %p1, %h1, %h2; selp.b16 %h3, %h1, %h2, %p1", 0))
		for _, cmp := range comparisons {
			all = append(all, binary16("setp."+cmp+"."+f.name, "H",
				"setp."+cmp+"."+f.name+" %p1, %h1, %h2; selp.b16 %h3, 1, 0, %p1", 0))
		}
	}
	all = append(all,
		binary16("cvt.f32.f16, cvt.rn.f16.f32", "H",
			"cvt.f32.f16 %f1, %h1; cvt.f32.f16 %f2, %h2; add.rn.f32 %f3, %f1, %f2; cvt.rn.f16.f32 %h3, %f3", 16),
		binary16("cvt.f32.bf16, cvt.rn.bf16.f32", "H",
			"cvt.f32.bf16 %f1, %h1; cvt.f32.bf16 %f2, %h2; mul.rn.f32 %f3, %f1, %f2; cvt.rn.bf16.f32 %h3, %f3", 17),
		binary16("cvt.rn.f16x2.f32", "W",
			"mov.b32 {%h1, %h2}, %r3; cvt.f32.f16 %f1, %h1; mov.b32 {%h1, %h2}, %r4; cvt.f32.f16 "+
				"%f2, %h1; cvt.rn.f16x2.f32 %r5, %f1, %f2", 16))
	return all
}

// comparisons are the modifiers of setp on floats.
var comparisons = strings.Fields("eq ne lt le gt ge equ neu ltu leu gtu geu num nan")

// binary16 is a probe on pairs of 16-bit values, four pairs a lane: kind H for one pair in an
// instruction, W for two packed pairs.
func binary16(name, kind, body string, nan int) probe {
	edges := edges16
	if nan == 17 || strings.Contains(name, "bf16") {
		edges = edgesB16
	}
	p := probe{
		name: name, group: fmt.Sprintf("65,536 values × %d edge values, both orders", len(edges)), ins: 2, outs: 2, nan: nan,
		count: 65536 * len(edges) * 2 / 4 / 32,
	}
	pair := func(i int) (a, b uint64) {
		a, b = uint64(i%65536), edges[i/65536%len(edges)]
		if i/65536 >= len(edges) {
			a, b = b, a
		}
		return a, b
	}
	p.input = func(warp, lane int) []uint64 {
		var packed [2]uint64
		for k := range 4 {
			a, b := pair((warp*32+lane)*4 + k)
			packed[0] |= a << (16 * k)
			packed[1] |= b << (16 * k)
		}
		return packed[:]
	}
	var text strings.Builder
	if kind == "W" {
		p.packed = true
		for k := range 2 {
			fmt.Fprintf(&text, "mov.b64 {%%r6, %%r7}, %%x0; mov.b64 {%%r8, %%r9}, %%x1; mov.b32 %%r3, %%r%d; mov.b32 %%r4, "+
				"%%r%d; %s; cvt.u64.u32 %%y%d, %%r5; ", 6+k, 8+k, body, k)
		}
	} else {
		// Four results: two in each output.
		p.packed = true
		for k := range 4 {
			fmt.Fprintf(&text, "shr.u64 %%t3, %%x0, %d; cvt.u16.u64 %%h1, %%t3; shr.u64 %%t3, %%x1, %d; cvt.u16.u64 %%h2, "+
				"%%t3; %s; cvt.u64.u16 %%t%d, %%h3; ", 16*k, 16*k, body, 4+k%2)
			if k%2 == 1 {
				fmt.Fprintf(&text, "shl.b64 %%t5, %%t5, 16; or.b64 %%y%d, %%t4, %%t5; ", k/2)
			}
		}
	}
	p.body = text.String()
	return p
}

// product multiplies both halves by one or minus one, as emitted code does.
func product(format, one string) string {
	pair := "mov.b16 %h4, " + one + "; mov.b32 %r6, {%h4, %h4}; "
	if format == "f16" {
		return pair + "mul.rn.f16x2 %r5, %r3, %r6"
	}
	return pair + "mov.b32 %r7, 0x80008000; fma.rn.bf16x2 %r5, %r3, %r6, %r7"
}

// singles are the instructions on float32 and float64, on pairs of edge values and random
// bits.
func singles() []probe {
	var all []probe
	for _, f := range []struct {
		name, reg, result string
		nan               int
	}{{"f32", "%f", "mov.b32 %r5, %f3; cvt.u64.u32 %y0, %r5", 32}, {"f64", "%g", "mov.b64 %y0, %g3", 64}} {
		load := "mov.b64 %g1, %x0; mov.b64 %g2, %x1; "
		if f.nan == 32 {
			load = "cvt.u32.u64 %r3, %x0; mov.b32 %f1, %r3; cvt.u32.u64 %r4, %x1; mov.b32 %f2, %r4; "
		}
		add := func(name, body string, nan int) {
			all = append(all, probe{
				name: name, group: "1,048,576 pairs of edge values and random bits", ins: 2, outs: 1, nan: nan,
				body: load + body, count: 1 << 20 / 32,
				input: func(warp, lane int) []uint64 { return pairOf(f.nan, warp, lane) },
			})
		}
		ops := []string{"add.rn", "sub.rn", "mul.rn", "min", "max"}
		if f.nan == 32 {
			ops = append(ops, "min.NaN", "max.NaN")
		}
		for _, op := range ops {
			add(op+"."+f.name, op+"."+f.name+" "+f.reg+"3, "+f.reg+"1, "+f.reg+"2; "+f.result, f.nan)
		}
		for _, op := range []string{"neg", "abs"} {
			add(op+"."+f.name, op+"."+f.name+" "+f.reg+"3, "+f.reg+"1; "+f.result, f.nan)
		}
		if f.nan == 32 { // every bit is compared, of a NaN too
			add("mul.rn.f32 by 1", "mul.rn.f32 %f3, %f1, 0f3F800000; "+f.result, 0)
			add("mul.rn.f32 by -1", "mul.rn.f32 %f3, %f1, 0fBF800000; "+f.result, 0)
			for _, op := range []string{"neg", "abs"} { // on float32 these make a NaN canonical
				add(op+".f32, every bit", op+".f32 %f3, %f1; "+f.result, 0)
			}
		}
		// Moves keep every bit of a NaN. The proofs rely on it.
		mov := map[int]string{32: "b32", 64: "b64"}[f.nan]
		add("mov."+f.name+", every bit", "mov."+f.name+" "+f.reg+"3, "+f.reg+"1; "+f.result, 0)
		add("selp."+f.name+", every bit", "setp.lt.u64 %p1, %x0, %x1; selp."+f.name+" "+f.reg+"3, "+f.reg+"1, "+f.reg+
			"2, %p1; "+f.result, 0)
		add("selp."+mov+" of "+f.name+", every bit", "setp.gt.s64 %p1, %x0, %x1; selp."+mov+" "+f.reg+"3, "+f.reg+"2, "+f.reg+
			"1, %p1; "+f.result, 0)
		for _, cmp := range comparisons {
			add("setp."+cmp+"."+f.name, "setp."+cmp+"."+f.name+" %p1, "+f.reg+"1, "+f.reg+"2; selp.b64 %y0, 1, 0, %p1", 0)
		}
	}
	return all
}
