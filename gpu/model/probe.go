// Package model runs PTX instructions on a GPU and in the executor of the proofs, on the same
// inputs, and compares every bit.
package model

import (
	"fmt"
	"strings"
)

// probe is a few instructions between loads and stores of 64-bit registers: %x0, %x1, … are
// the inputs, %y0, %y1, … the results.
type probe struct {
	name   string // the instruction under trial
	group  string // the inputs, for the table
	ins    int
	outs   int
	body   string
	nan    int  // results are floats of this many bits (17: bfloat16), and any NaN equals any; 0: not floats
	packed bool // a result holds two floats of 16 bits
	count  int  // warps
	input  inputs
}

// inputs are the ins values of one lane.
type inputs func(warp, lane int) []uint64

// registers are the registers that a probe may use.
const registers = `    .reg .pred %p<8>;
    .reg .b16 %h<8>;
    .reg .b32 %r<16>;
    .reg .f32 %f<8>;
    .reg .f64 %g<8>;
    .reg .b64 %x<4>, %y<4>, %t<8>;
`

// ptx is a kernel of one warp a block. The executor runs one block only: its kernel lacks the
// two lines that step to the data of the block.
func (p probe) ptx(executor bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `.version 8.0
.target sm_90
.address_size 64

.visible .entry k(.param .u64 in, .param .u64 out)
{
%s    ld.param.u64 %%t1, [in];
    ld.param.u64 %%t2, [out];
    cvta.to.global.u64 %%t1, %%t1;
    cvta.to.global.u64 %%t2, %%t2;
    mov.u32 %%r1, %%tid.x;
`, registers)
	if !executor {
		b.WriteString("    mov.u32 %r2, %ctaid.x;\n    mad.lo.u32 %r1, %r2, 32, %r1;\n")
	}
	fmt.Fprintf(&b, "    mad.wide.u32 %%t1, %%r1, %d, %%t1;\n    mad.wide.u32 %%t2, %%r1, %d, %%t2;\n", 8*p.ins, 8*p.outs)
	for i := range p.ins {
		fmt.Fprintf(&b, "    ld.global.u64 %%x%d, [%%t1+%d];\n", i, 8*i)
	}
	for _, line := range strings.Split(p.body, ";") {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintf(&b, "    %s;\n", line)
		}
	}
	for i := range p.outs {
		fmt.Fprintf(&b, "    st.global.u64 [%%t2+%d], %%y%d;\n", 8*i, i)
	}
	b.WriteString("    ret;\n}\n")
	return b.String()
}

// same reports whether two results are equal.
func (p probe) same(a, b uint64) bool {
	if p.nan == 0 || a == b {
		return a == b
	}
	if p.packed {
		one := p
		one.packed = false
		return one.same(a&0xffff, b&0xffff) && one.same(a>>16, b>>16)
	}
	return p.isNaN(a) && p.isNaN(b)
}

// isNaN reports whether x is a NaN of the probe's format.
func (p probe) isNaN(x uint64) bool {
	infinity := map[int]uint64{16: 0x7c00, 17: 0x7f80, 32: 0x7f800000, 64: 0x7ff << 52}[p.nan]
	size := p.nan
	if size == 17 { // bfloat16
		size = 16
	}
	return x&(1<<(size-1)-1) > infinity && x>>(size-1) <= 1
}
