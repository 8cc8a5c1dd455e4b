package rightfiles

import (
	"fmt"
	"strings"
)

// step combines %x and %y into %x by instructions. %t and %h are registers of 32 bits, %l of 64
// bits, %f and %g floats, %p and %q predicates.
type step struct {
	way, op, types, text string
}

var steps = []step{
	{"sum less the negative", "sum", words, "neg.s32 %t1, %y; sub.s32 %x, %x, %t1;"},
	{"sum by mad", "sum", words, "mad.lo.s32 %x, %y, 1, %x;"},
	{"sum by complement", "sum", words, "not.b32 %t1, %x; sub.u32 %t1, %t1, %y; not.b32 %x, %t1;"},
	{"sum of xor and carries", "sum", words,
		"xor.b32 %t1, %x, %y; and.b32 %t2, %x, %y; shl.b32 %t2, %t2, 1; add.s32 %x, %t1, %t2;"},
	{"sum by lop3", "sum", words,
		"lop3.b32 %t1, %x, %y, 0, 0x3c; lop3.b32 %t2, %x, %y, 0, 0xc0; mad.lo.u32 %x, %t2, 2, %t1;"},
	{"sum of halves by prmt", "sum", words,
		"and.b32 %t1, %x, 65535; and.b32 %t2, %y, 65535; add.u32 %t1, %t1, %t2; shr.u32 %t2, %x, 16; shr.u32 %t3, %y, 16; " +
			"add.u32 %t2, %t2, %t3; shr.u32 %t3, %t1, 16; add.u32 %t2, %t2, %t3; prmt.b32 %x, %t1, %t2, 0x5410;"},
	{"sum in 64 bits", "sum", words,
		"cvt.u64.u32 %l1, %x; cvt.u64.u32 %l2, %y; add.s64 %l1, %l1, %l2; cvt.u32.u64 %x, %l1;"},
	{"sum by add with carry", "sum", words, "add.cc.u32 %x, %x, %y; addc.u32 %t1, 0, 0;"},
	{"product by wide", "prod", words, "mul.wide.u32 %l1, %x, %y; cvt.u32.u64 %x, %l1;"},
	{"product of negatives", "prod", words, "neg.s32 %t1, %x; neg.s32 %t2, %y; mul.lo.s32 %x, %t1, %t2;"},
	{"min by a guard", "min", "int32", "setp.lt.s32 %p, %y, %x; @%p mov.u32 %x, %y;"},
	{"min by setp with two results", "min", "int32", "setp.lt.s32 %p|%q, %y, %x; selp.b32 %x, %x, %y, %q;"},
	{"min by slct of a difference in 64 bits", "min", "int32",
		"cvt.s64.s32 %l1, %x; cvt.s64.s32 %l2, %y; min.s64 %l1, %l1, %l2; cvt.u32.u64 %x, %l1;"},
	{"max by unsigned of flipped", "max", "int32",
		"xor.b32 %t1, %x, -2147483648; xor.b32 %t2, %y, -2147483648; max.u32 %t1, %t1, %t2; xor.b32 %x, %t1, -2147483648;"},
	{"max by an added sign", "max", "int32",
		"add.u32 %t1, %x, -2147483648; add.u32 %t2, %y, -2147483648; max.u32 %t1, %t1, %t2; sub.u32 %x, %t1, -2147483648;"},
	{"max by complement", "max", words, "not.b32 %t1, %x; not.b32 %t2, %y; min.SIGN %t1, %t1, %t2; not.b32 %x, %t1;"},
	{"or by lop3", "or", "uint32", "lop3.b32 %x, %x, %y, 0, 0xfc;"},
	{"or as a sum less and", "or", "uint32", "and.b32 %t1, %x, %y; add.u32 %x, %x, %y; sub.u32 %x, %x, %t1;"},
	{"xor as or less and", "xor", "uint32", "and.b32 %t1, %x, %y; or.b32 %t2, %x, %y; sub.u32 %x, %t2, %t1;"},
	{"and by complement", "and", "uint32", "not.b32 %t1, %x; not.b32 %t2, %y; or.b32 %t1, %t1, %t2; not.b32 %x, %t1;"},
	{"sum of floats by fma", "sum", "float32", "fma.rn.f32 %x, %y, 0f3F800000, %x;"},
	{"sum of floats less the negative", "sum", "float32", "neg.f32 %f1, %y; sub.rn.f32 %x, %x, %f1;"},
	{"sum of floats without a mode", "sum", "float32", "add.f32 %x, %y, %x;"},
	{"sum of floats in double", "sum", "float32",
		"cvt.f64.f32 %g1, %x; cvt.f64.f32 %g2, %y; add.rn.f64 %g1, %g1, %g2; cvt.rn.f32.f64 %x, %g1;"},
	{"min of floats by negatives", "min", "float32",
		"neg.f32 %f1, %x; neg.f32 %f2, %y; max.f32 %f1, %f1, %f2; neg.f32 %x, %f1;"},
	{"max of floats by negatives", "max", "float32",
		"neg.f32 %f1, %x; neg.f32 %f2, %y; min.f32 %f1, %f2, %f1; neg.f32 %x, %f1;"},
	{"minimum by setp.neu", "minimum", "float32",
		"min.f32 %f1, %x, %y; setp.neu.f32 %p, %x, %x; selp.f32 %f1, %x, %f1, %p; " +
			"setp.neu.f32 %p, %y, %y; selp.f32 %x, %y, %f1, %p;"},
	{"maximum by setp.num", "maximum", "float32",
		"max.f32 %f1, %x, %y; setp.num.f32 %p, %x, %y; selp.f32 %x, %f1, 0f7FFFFFFF, %p;"},
}

// visits are networks for segments of 32 lanes.
var visits = []struct {
	way, pattern string
	each         func(combine string) string
}{
	{"by bfly", "xor-reduce", func(c string) string {
		return rounds([]int{1, 2, 4, 8, 16}, "    shfl.sync.bfly.b32 %y, %x, DISTANCE, 31, -1;\n    "+c+"\n")
	}},
	{"by idx", "xor-reduce", func(c string) string {
		return rounds([]int{1, 2, 4, 8, 16},
			"    xor.b32 %t9, %lane, DISTANCE;\n    shfl.sync.idx.b32 %y, %x, %t9, 31, -1;\n    "+c+"\n")
	}},
	{"by up", "inclusive-scan", func(c string) string {
		return rounds([]int{1, 2, 4, 8, 16},
			"    shfl.sync.up.b32 %y|%in, %x, DISTANCE, 0, -1;\n    mov.b32 %old, %x;\n    mov.b32 %swap, %x;\n"+
				"    mov.b32 %x, %y;\n    mov.b32 %y, %swap;\n    "+c+"\n    selp.b32 %x, %x, %old, %in;\n")
	}},
}

func rounds(distances []int, format string) string {
	var b strings.Builder
	for _, d := range distances {
		b.WriteString(strings.ReplaceAll(format, "DISTANCE", fmt.Sprint(d)))
	}
	return b.String()
}

func ptxFiles() []File {
	var all []File
	for i, s := range steps {
		for j, name := range strings.Fields(s.types) {
			for take := range 2 {
				v := visits[(i+j+2*take)%len(visits)]
				flags := fmt.Sprintf("-pattern %s -width 32 -type %s -op %s", v.pattern, name, s.op)
				sign := map[string]string{"int32": "s32", "uint32": "u32"}[name]
				c := strings.ReplaceAll(s.text, "SIGN", sign)
				all = append(all, newFile(s.way+" "+v.way, ".ptx", flags, kernelText(s.op, name, v.each(c))))
			}
		}
	}
	return all
}

// bitsOfIdentity is the identity of an op on 32-bit integers.
func bitsOfIdentity(op, typ string) string {
	switch {
	case typ == "float32":
		return map[string]string{"sum": "0x80000000", "min": "0x7fffffff", "max": "0x7fffffff", "minimum": "0x7f800000",
			"maximum": "0xff800000"}[op]
	case op == "min" && typ == "int32":
		return "0x7fffffff"
	case op == "max" && typ == "int32":
		return "0x80000000"
	}
	return map[string]string{"sum": "0", "prod": "1", "and": "0xffffffff", "or": "0", "xor": "0", "min": "0xffffffff",
		"max": "0"}[op]
}

// kernelText is a kernel that reads a lane's element and writes its result.
func kernelText(op, typ, text string) string {
	kind := "b32"
	if typ == "float32" {
		kind = "f32"
	}
	return fmt.Sprintf(`.version 7.8
.target sm_80
.address_size 64

.visible .entry k(.param .u32 mask, .param .u64 in, .param .u64 out)
{
    .reg .pred %%p, %%q, %%in, %%m;
    .reg .b32 %%t<10>, %%lane, %%mask, %%old, %%swap;
    .reg .%s %%x, %%y;
    .reg .f32 %%f<4>;
    .reg .f64 %%g<4>;
    .reg .b64 %%l<8>;
    ld.param.u32 %%mask, [mask];
    ld.param.u64 %%l5, [in];
    ld.param.u64 %%l6, [out];
    cvta.to.global.u64 %%l5, %%l5;
    cvta.to.global.u64 %%l6, %%l6;
    mov.u32 %%lane, %%laneid;
    mul.wide.u32 %%l7, %%lane, 4;
    add.s64 %%l5, %%l5, %%l7;
    add.s64 %%l6, %%l6, %%l7;
    ld.global.%[1]s %%x, [%%l5];
    shr.u32 %%t0, %%mask, %%lane;
    and.b32 %%t0, %%t0, 1;
    setp.ne.u32 %%m, %%t0, 0;
    mov.b32 %%t0, %[2]s;
    mov.b32 %%y, %%t0;
    selp.%[1]s %%x, %%x, %%y, %%m;
%[3]s    st.global.%[1]s [%%l6], %%x;
    ret;
}
`, kind, bitsOfIdentity(op, typ), text)
}
