package crosscheck

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// nanProbes are instructions with a NaN as result, and its type.
var nanProbes = []struct{ kind, body string }{
	{"f32", "neg.f32 %f0, %f0"}, {"f32", "abs.f32 %f0, %f0"}, {"f32", "add.rn.f32 %f0, %f0, 0f3F800000"},
	{"f32", "mul.rn.f32 %f0, %f0, %f0"},
	{"f32", "sub.rn.f32 %f0, %f0, %f0"}, {"f32", "max.f32 %f0, %f0, %f0"}, {"f32", "min.NaN.f32 %f0, %f0, 0f3F800000"},
	{"f32", "cvt.f32.f16 %f0, %h0"}, {"f32", "cvt.f32.bf16 %f0, %h0"}, {"f32", "cvt.rn.f32.f64 %f0, %g0"},
	{"f64", "neg.f64 %g0, %g0"}, {"f64", "abs.f64 %g0, %g0"}, {"f64", "add.rn.f64 %g0, %g0, %g0"},
	{"f64", "add.rn.f64 %g0, 0d3FF0000000000000, %g0"},
	{"f64", "mul.rn.f64 %g0, %g0, %g0"}, {"f64", "max.f64 %g0, %g0, %g0"}, {"f64", "min.f64 %g0, %g0, %g0"},
	{"f64", "cvt.f64.f32 %g0, %f0"},
	{"f16", "neg.f16 %h0, %h0"}, {"bf16", "neg.bf16 %h0, %h0"}, {"f16", "add.rn.f16 %h0, %h0, %h0"},
	{"f16", "mul.rn.f16 %h0, %h0, %h0"}, {"f16", "max.f16 %h0, %h0, %h0"},
	{"bf16", "max.NaN.bf16 %h0, %h0, %h0"}, {"bf16", "add.rn.bf16 %h0, %h0, %h0"}, {"f16", "cvt.rn.f16.f32 %h0, %f0"},
	{"bf16", "cvt.rn.bf16.f32 %h0, %f0"},
}

// NaNCases are cases for a GPU that check the first reader, not the second: the result of each
// instruction is a NaN. The first reader leaves the bits open; an H200 makes them canonical for
// some instructions only. A case is named after its instruction. Every lane's input is a NaN.
func NaNCases() ([]Case, error) {
	g := NewGenerator(1)
	var all []Case
	for _, probe := range nanProbes {
		register := map[string]string{"f32": "%f0", "f64": "%g0"}[probe.kind]
		if register == "" {
			register = "%h0"
		}
		take := fmt.Sprintf("setp.nan.%[1]s %%p0, %[2]s, %[2]s;\n\tselp.b64 %%d0, 1, 0, %%p0;", probe.kind, register)
		s := carrier(g, fmt.Sprintf("\tmov.b64 %%g0, %%y;\n\tshr.u64 %%d0, %%y, 32;\n\tcvt.u32.u64 %%r0, %%d0;\n"+
			"\tmov.b32 %%f0, %%r0;\n\tshr.u64 %%d0, %%y, 48;\n\tcvt.u16.u64 %%h0, %%d0;\n\t%s;\n\t%s\n", probe.body, take), "")
		s.PTX = []byte(strings.Replace(string(s.PTX), "[%out], %y", "[%out], %d0", 1))
		s.Name = "NaN: " + probe.body
		in := Input{Masks: []uint32{^uint32(0)}}
		for lane := range uint64(s.Spec.Elements()) { // a NaN as a double, and its upper words as a float and as halves
			in.In = append(in.In, 0x7ff4_0001_0000_0001|lane&1<<63|lane>>1&1<<51|lane>>2*0x0001_2000_0040_0003)
		}
		cells, err := Read(s).runFirst(bv.Numbers{}, in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		c, err := NewCase(g, s, 1)
		if err != nil {
			return nil, err
		}
		_, before, err := buffers(s.Spec, 3, in, 1)
		if err != nil {
			return nil, err
		}
		var want, fixed []uint64
		for _, cell := range cells[0] {
			want = append(want, cell.V.(bv.Word).X)
			fixed = append(fixed, cell.Def.(bv.Word).X*0x0101010101010101)
		}
		c.Calls = []Call{{Params: before, Want: [][]byte{nil, nil, pack(want, 8)}, Fixed: [][]byte{nil, nil, pack(fixed, 8)}}}
		all = append(all, c)
	}
	return all, nil
}
