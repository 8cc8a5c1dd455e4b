package model

import "strings"

// integers are the instructions on integers and bits that compilers use for emitted code, on
// pairs of edge values and random bits.
func integers() []probe {
	var all []probe
	add := func(name, body string) {
		all = append(all, probe{
			name: name, group: "262,144 pairs of edge values and random bits", ins: 2, outs: 1,
			body:  "cvt.u32.u64 %r3, %x0; cvt.u32.u64 %r4, %x1; cvt.u16.u64 %h1, %x0; cvt.u16.u64 %h2, %x1; " + body,
			count: 1 << 18 / 32,
			input: func(warp, lane int) []uint64 { return pairOf(0, warp, lane) },
		})
	}
	for _, op := range strings.Fields("add.s32 sub.s32 mul.lo.s32 mul.hi.u32 mul.hi.s32 min.s32 max.s32 min.u32 " +
		"max.u32 and.b32 or.b32 xor.b32 shl.b32 shr.u32 shr.s32 add.u16x2 min.u16x2 max.s16x2") {
		add(op, op+" %r5, %r3, %r4; cvt.u64.u32 %y0, %r5")
	}
	for _, op := range strings.Fields("neg.s32 abs.s32 not.b32 popc.b32 clz.b32 brev.b32") {
		add(op, op+" %r5, %r3; cvt.u64.u32 %y0, %r5")
	}
	for _, op := range strings.Fields("add.s16 sub.s16 mul.lo.s16 min.s16 max.s16 min.u16 max.u16 and.b16 xor.b16") {
		add(op, op+" %h3, %h1, %h2; cvt.u64.u16 %y0, %h3")
	}
	for _, op := range strings.Fields("add.s64 sub.s64 mul.lo.s64 min.s64 max.s64 " +
		"min.u64 max.u64 and.b64 or.b64 xor.b64") {
		add(op, op+" %y0, %x0, %x1")
	}
	for _, op := range strings.Fields("shl.b64 shr.u64 shr.s64") {
		add(op, op+" %y0, %x0, %r4")
	}
	for _, op := range strings.Fields("shf.l.wrap.b32 shf.r.wrap.b32 shf.l.clamp.b32 shf.r.clamp.b32") {
		add(op, "shr.u64 %t3, %x1, 32; cvt.u32.u64 %r6, %t3; and.b32 %r6, %r6, 63; "+op+
			" %r5, %r3, %r4, %r6; cvt.u64.u32 %y0, %r5")
	}
	for _, table := range strings.Fields("0x00 0x1f 0x3c 0x69 0x80 0x96 0xca 0xe8 0xf8 0xff 0x17 0x2b") {
		add("lop3.b32 "+table, "shr.u64 %t3, %x1, 32; cvt.u32.u64 %r6, %t3; lop3.b32 %r5, %r3, %r4, %r6, "+table+
			"; cvt.u64.u32 %y0, %r5")
	}
	add("prmt.b32", "shr.u64 %t3, %x1, 32; cvt.u32.u64 %r6, %t3; prmt.b32 %r5, %r3, %r4, %r6; cvt.u64.u32 %y0, %r5")
	// inside the register: ptxas translates others otherwise
	for _, field := range []string{"0, 32", "0, 1", "4, 7", "8, 8", "16, 16", "31, 1", "9, 0"} {
		for _, op := range strings.Fields("bfe.u32 bfe.s32") {
			add(op+" "+field, op+" %r5, %r3, "+field+"; cvt.u64.u32 %y0, %r5")
		}
		add("bfi.b32 "+field, "bfi.b32 %r5, %r3, %r4, "+field+"; cvt.u64.u32 %y0, %r5")
	}
	add("mul.wide.s32", "mul.wide.s32 %y0, %r3, %r4")
	add("mul.wide.u16", "mul.wide.u16 %r5, %h1, %h2; cvt.u64.u32 %y0, %r5")
	add("mad.lo.s32", "mad.lo.s32 %r5, %r3, %r4, %r3; cvt.u64.u32 %y0, %r5")
	add("mad.wide.u32", "mad.wide.u32 %y0, %r3, %r4, %x1")
	for _, to := range strings.Fields("s8 u8 s16 u16") {
		add("cvt."+to+".s32", "cvt."+to+".s32 %h3, %r3; cvt.u64.u16 %y0, %h3")
		add("cvt.s32."+to, "cvt.s32."+to+" %r5, %h1; cvt.u64.u32 %y0, %r5")
	}
	add("cvt.s64.s32", "cvt.s64.s32 %y0, %r3")
	for _, cmp := range strings.Fields("eq ne lt le gt ge") {
		add("setp."+cmp+".s32", "setp."+cmp+".s32 %p1, %r3, %r4; selp.b64 %y0, 1, 0, %p1")
		add("setp."+cmp+".u64", "setp."+cmp+".u64 %p1, %x0, %x1; selp.b64 %y0, 1, 0, %p1")
	}
	for _, cmp := range strings.Fields("lo ls hi hs") {
		add("setp."+cmp+".u32", "setp."+cmp+".u32 %p1, %r3, %r4; selp.b64 %y0, 1, 0, %p1")
	}
	add("set.lt.u32.s32", "set.lt.u32.s32 %r5, %r3, %r4; cvt.u64.u32 %y0, %r5")
	return all
}
