package model

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
)

// signBit starts neg and abs as bit operations, which keep a NaN's bits.
const signBit = "mov.b32 %r5, %f1;\n    "

// faults alter the text that the executor runs of a probe: old becomes new.
var faults = []struct{ probe, old, new string }{
	{"shfl.sync.up.b32", "sync.up", "sync.down"},
	{"shfl.sync.bfly.b32", "sync.bfly", "sync.idx"},
	{"shfl.sync.idx.b32", "%r3, %r4, %r5, -1", "%r3, %r5, %r4, -1"},
	{"redux.sync.min.s32", "min.s32", "min.u32"},
	{"vote.sync.uni.pred", "sync.uni", "sync.all"},
	{"match.any.sync.b64", "shl.b64 %t3, %t3, 33", "shl.b64 %t3, %t3, 63"},
	{"min.f16", "min.f16", "min.NaN.f16"},
	{"max.bf16x2", "max.bf16x2", "max.NaN.bf16x2"},
	{"add.rn.bf16", "add.rn.bf16", "sub.rn.bf16"},
	{"setp.ltu.f16", "setp.ltu", "setp.lt"},
	{"max.f32", "max.f32", "max.NaN.f32"},
	{"setp.neu.f64", "setp.neu", "setp.ne"},
	{"shf.r.wrap.b32", ".wrap", ".clamp"},
	{"lop3.b32 0x96", "0x96", "0x97"},
	{"bfe.s32 8, 8", "bfe.s32", "bfe.u32"},
	{"shr.s32", "shr.s32", "shr.u32"},
	{"neg.f32, every bit", "neg.f32 %f3, %f1;", signBit + "xor.b32 %r5, %r5, -2147483648;\n    mov.b32 %f3, %r5;"},
	{"abs.f32, every bit", "abs.f32 %f3, %f1;", signBit + "and.b32 %r5, %r5, 2147483647;\n    mov.b32 %f3, %r5;"},
	{"neg.f16, every bit", "neg.f16 %h3, %h1;", "xor.b16 %h3, %h1, -32768;"},
	{"abs.bf16x2, every bit", "abs.bf16x2 %r5, %r3;", "and.b32 %r5, %r3, 2147450879;"},
	{"selp.f32, every bit", "selp.f32", "min.f32 %f1, %f1, %f1;\n    selp.f32"},
	{"mov.f32, every bit", "mov.f32 %f3, %f1", "min.f32 %f3, %f1, %f1"},
}

// Plant runs the probe of each fault and requires a difference. It returns the number of
// faults.
func Plant(d *device.Device, workers int) int {
	for _, f := range faults {
		found := false
		for _, p := range probes() {
			if p.name != f.probe {
				continue
			}
			r := p.run(d, workers, func(ptx string) string { return strings.Replace(ptx, f.old, f.new, -1) })
			found = r.Differ > 0
		}
		if !found {
			ends.Check(fmt.Errorf("%s: the fault %q for %q was not found", f.probe, f.new, f.old))
		}
	}
	return len(faults)
}
