package parse

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const head = ".version 7.8\n.target sm_80\n.address_size 64\n"

func kernel(body string) string {
	return head + ".visible .entry k(.param .u64 a, .param .align 4 .b8 s[8])\n{\n.reg .pred %p<2>;\n.reg .b32 %r<9>;\n" +
		".reg .b64 %d<3>;\n.shared .align 8 .b8 m[16];\n" + body + "\n}\n"
}

func TestInstr(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want Instr
	}{
		{"ret;", Instr{Name: "ret"}},
		{"@!%p1 mov.b32 %r1, -2;", Instr{Guard: "%p1", Negated: true, Name: "mov", Mods: []string{"b32"},
			Operands: []Operand{Reg{"%r1"}, Int{^uint64(1)}}}},
		{"mov.f32 %r1, 0f3F800000;", Instr{Name: "mov", Mods: []string{"f32"},
			Operands: []Operand{Reg{"%r1"}, Float{0x3f800000, 32}}}},
		{"mov.f64 %d1, 0dBFF0000000000000;", Instr{Name: "mov", Mods: []string{"f64"},
			Operands: []Operand{Reg{"%d1"}, Float{0xbff0000000000000, 64}}}},
		{"mov.b32 %r1, 0x8000U;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{0x8000}}}},
		{"mov.u32 %r1, %tid.x;", Instr{Name: "mov", Mods: []string{"u32"}, Operands: []Operand{Reg{"%r1"}, Reg{"%tid.x"}}}},
		{"mov.u64 %d1, m;", Instr{Name: "mov", Mods: []string{"u64"}, Operands: []Operand{Reg{"%d1"}, Name{"m"}}}},
		{"mov.b64 {%r1, _}, %d1;", Instr{Name: "mov", Mods: []string{"b64"},
			Operands: []Operand{Vector{[]Operand{Reg{"%r1"}, Name{"_"}}}, Reg{"%d1"}}}},
		{"shfl.sync.up.b32\t%r1|%p1, %r2, 1, 0, -1;", Instr{Name: "shfl", Mods: []string{"sync", "up", "b32"},
			Operands: []Operand{Pair{"%r1", "%p1"}, Reg{"%r2"}, Int{1}, Int{0}, Int{^uint64(0)}}}},
		{"ld.param.u32 %r1, [s+4];", Instr{Name: "ld", Mods: []string{"param", "u32"},
			Operands: []Operand{Reg{"%r1"}, Address{"s", 4}}}},
		{"st.shared.u32 [%d1+-8], %r1;", Instr{Name: "st", Mods: []string{"shared", "u32"},
			Operands: []Operand{Address{"%d1", -8}, Reg{"%r1"}}}},
		{"selp.b32 %r1, %r2, 3, !%p1;", Instr{Name: "selp", Mods: []string{"b32"},
			Operands: []Operand{Reg{"%r1"}, Reg{"%r2"}, Int{3}, Not{"%p1"}}}},
		{"{ .reg .b32 t; mov.b64 {t, %r1}, %d1; }", Instr{Name: "mov", Mods: []string{"b64"},
			Operands: []Operand{Vector{[]Operand{Reg{"t@1"}, Reg{"%r1"}}}, Reg{"%d1"}}}},
		{"// begin inline asm\n{add.rn.f16x2 %r1,%r2,%r3;\n}\n// end inline asm",
			Instr{Name: "add", Mods: []string{"rn", "f16x2"}, Operands: []Operand{Reg{"%r1"}, Reg{"%r2"}, Reg{"%r3"}}}},
		{"mov.b32 %r1, 0X1fU;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{31}}}},
		{"mov.b32 %r1, 017;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{15}}}},
		{"mov.b32 %r1, -010U;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{^uint64(7)}}}},
		{"mov.b32 %r1, 0b101;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{5}}}},
		{"mov.b32 %r1, 0;", Instr{Name: "mov", Mods: []string{"b32"}, Operands: []Operand{Reg{"%r1"}, Int{0}}}},
		{"ld.param.u32 %r1, [s+010];", Instr{Name: "ld", Mods: []string{"param", "u32"},
			Operands: []Operand{Reg{"%r1"}, Address{"s", 8}}}},
		{"ld.shared.u32 %r1, [m+-0x10];", Instr{Name: "ld", Mods: []string{"shared", "u32"},
			Operands: []Operand{Reg{"%r1"}, Address{"m", -16}}}},
		{"ld.shared.u32 %r1, [m+0b11U];", Instr{Name: "ld", Mods: []string{"shared", "u32"},
			Operands: []Operand{Reg{"%r1"}, Address{"m", 3}}}},
		{"{ .reg .b32 m; mov.b32 m, 1; }", Instr{Name: "mov", Mods: []string{"b32"},
			Operands: []Operand{Reg{"m@1"}, Int{1}}}},
		{"{ .param .align 4 .b8 a[4]; st.param.b32 [a+0], %r1; }",
			Instr{Name: "st", Mods: []string{"param", "b32"}, Operands: []Operand{Address{"a@1", 0}, Reg{"%r1"}}}},
		{"call.uni (%r1), WARP, (%r2, 3); WARP:", Instr{Name: "call", Mods: []string{"uni"},
			Operands: []Operand{List{[]Operand{Reg{"%r1"}}}, Name{"WARP"}, List{[]Operand{Reg{"%r2"}, Int{3}}}}}},
		{".loc 1 2 3, function_name $L__info_string0, inlined_at 1 5 6\nret;", Instr{Name: "ret"}},
		{".loc 1 2 3\n.pragma \"nounroll\";\nbar.sync 0; /* a\ncomment */",
			Instr{Name: "bar", Mods: []string{"sync"}, Operands: []Operand{Int{0}}}},
	} {
		m, err := Parse("k.ptx", []byte(kernel(tt.src)))
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		got := *m.Kernels[0].Body[0]
		got.Line = 0
		if len(got.Mods) == 0 {
			got.Mods = nil
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.src, diff)
		}
	}
}

// TestLabels takes branches to labels of the same block and of one around it.
func TestLabels(t *testing.T) {
	for _, body := range []string{"bra L;\nL: ret;", "{ bra L; }\nL: ret;", "{ { bra L; } L: ret; }",
		"L: { { bra L; } }"} {
		if _, err := Parse("k.ptx", []byte(kernel(body))); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestKernel(t *testing.T) {
	m, err := Parse("k.ptx", []byte(kernel("L: bra L;\nE:")))
	if err != nil {
		t.Fatal(err)
	}
	k := m.Kernels[0]
	if diff := cmp.Diff(map[string]int{"L": 0, "E": 1}, k.Labels); diff != "" {
		t.Error(diff)
	}
	want := []*Variable{{Name: "a", Line: 4, Align: 8, Size: 8}, {Name: "s", Line: 4, Align: 4, Size: 8}}
	if diff := cmp.Diff(want, k.Params); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]*Variable{{Name: "m", Line: 9, Align: 8, Size: 16}}, k.Shared); diff != "" {
		t.Error(diff)
	}
	if len(k.Regs) != 14 || k.Regs["%r8"] != "b32" || m.Target != "sm_80" || m.Version != "7.8" {
		t.Errorf("registers %v, target %s, version %s", k.Regs, m.Target, m.Version)
	}
}

// refusals are texts that are not read, and why.
var refusals = []struct {
	src  string
	kind Kind
	want string
}{
	{"", Malformed, "want .version"},
	{head, Malformed, "at least one .entry"},
	{head + "hello", Unknown, `"hello" at module level`},
	{"hello", Malformed, "want .version first"},
	{".version 7.8\n.address_size 64\n.target sm_80", Malformed, "want .target first"},
	{".target sm_80\n.version 7.8", Malformed, "want .version first"},
	{head + ".weak .entry k() { ret; }", Unsupported, "gives way"},
	{kernel("ld.global.u32 %r1, [%d1--8];"), Malformed, "want an offset"},
	{head + ".func f() { ret; }", Malformed, "at least one .entry"},
	{head + ".func f() { ret; }\n.weak .func f() { ret; }", Malformed, "f is defined twice"},
	{head + ".func f() { ret; }\n.visible .entry f() { ret; }", Malformed, "f is defined twice"},
	{head + ".func (.reg .b32 r) f() { ret; }", Unsupported, "want .param"},
	{head + ".func f() .noreturn { ret; }", Unsupported, ".noreturn"},
	{head + ".visible .global .texref g;", Unsupported, ".texref in a declaration"},
	{head + ".common .global .b32 g;", Unsupported, ".common"},
	{head + ".extern .shared .b32 s[4];", Unsupported, "shared memory is .extern if its size is left out"},
	{head + ".visible .shared .b32 s[4];", Unsupported, ".visible .shared"},
	{head + ".weak .shared .b32 s;\n.weak .shared .b32 s;", Malformed, "s is declared twice"},
	{head + ".global .b32 g;\n.shared .b32 g;", Malformed, "g is declared twice"},
	{head + ".global .b32 g;\n.const .b32 g;", Malformed, "g is declared twice"},
	{head + ".global .b32 g = {1, 2;", Malformed, "an initializer without an end"},
	{head + ".global .b32 g[2] = {1, 2", Malformed, "an initializer without an end"},
	{head + ".global .b32 g = }{;", Malformed, "an initializer that ends"},
	{head + ".global .b32 g = 1 .entry k;", Malformed, "in an initializer"},
	{head + ".global .b32 L;\n.entry k() { L: ret; }", Malformed, "L is declared twice"},
	{".version 7.8\n.version 8.0", Malformed, ".version stands twice"},
	{".version 7.8\n.target sm_80\n.target sm_90", Malformed, ".target stands twice"},
	{".version seven", Malformed, "want a version"},
	{kernel(".reg .b32 %ctaid;"), Malformed, "%ctaid is no name"},
	{kernel(".reg .b32 %pm<4>;"), Malformed, "%pm0 is no name"},
	{kernel(".reg .b32 WARP_SZ;"), Malformed, "WARP_SZ is no name"},
	{kernel(".reg .b32 m;"), Malformed, "m is declared twice"},
	{kernel(".reg .b32 a;"), Malformed, "a is declared twice"},
	{head + ".shared .b32 s;\n.visible .entry k() { .reg .b32 s; ret; }", Malformed, "s is declared twice"},
	{kernel(".shared .align 3 .b8 n[8];"), Malformed, "no power of two"},
	{kernel("mov.u32 %r1, 08;"), Malformed, "integer immediate 08"},
	{kernel("mov.u32 %r1, 0o17;"), Malformed, "integer immediate 0o17"},
	{kernel("mov.u32 %r1, 1u;"), Malformed, "integer immediate 1u"},
	{kernel("mov.u32 %r1, 1/**/2;"), Malformed, "want \",\""},
	{kernel("add/**/.s32 %r1, %r2, %r3;"), Malformed, "want \",\""},
	{kernel("// a comment that goes on \\\nret;"), Malformed, "backslash"},
	{kernel("// a comment that goes on \\\r\nret;"), Malformed, "backslash"},
	{kernel("// a comment\rret;"), Malformed, "byte 0x0d"},
	{kernel("// a comment\x00\nret;"), Malformed, "byte 0x00"},
	{kernel("call f, (%r1, (%r2));"), Malformed, "a list in a list"},
	{kernel("bra L;\n{ L: ret; }"), Malformed, "label L stands in a block"},
	{kernel("{ L: ret; }\nbra L;"), Malformed, "label L stands in a block"},
	{kernel("{ L: ret; }\n{ bra L; }"), Malformed, "label L stands in a block"},
	{kernel("{ bra L; }\n{ { L: ret; } }"), Malformed, "label L stands in a block"},
	{kernel("bra L;"), Malformed, "L is not declared"},
	{kernel("mov.b32 %q, 1;\n.reg .b32 %q;"), Unknown, "register %q"},
	{kernel("@%q ret;\n.reg .pred %q;"), Unknown, "register %q"},
	{kernel("ld.local.u32 %r1, [l];\n.local .b32 l;"), Malformed, "l is not declared"},
	{kernel("mov.u64 %d1, l;\n.local .b32 l;"), Malformed, "l is not declared"},
	{kernel("{ .reg .b32 %q; }\nmov.b32 %q, 1;"), Unknown, "register %q"},
	{head + ".shared .b8 s[];", Unsupported, "shared memory is .extern if its size is left out"},
	{".version 7.8\n.target sm_80, texmode_unified", Unsupported, "texmode_unified"},
	{".version 7.8\n.target sm_80\n.address_size 32", Unsupported, "32"},
	{head + ".visible .entry k() .noreturn {}", Unknown, ".noreturn"},
	{head + ".visible .entry k() { ret; }\n.visible .entry k() { ret; }", Malformed, "twice"},
	{kernel("{ .param .b32 q; }\nst.param.b32 [q], 1;"), Malformed, "q is not declared"},
	{kernel(".callprototype _ ();"), Unsupported, "only direct"},
	{kernel(".pragma \"other\";"), Unsupported, ".pragma"},
	{kernel(".pragma \"used_bytes_mask 0\"; ld.global.u32 %r0, [%rd0];"), Malformed, "mask of bytes"},
	{kernel(".pragma \"used_bytes_mask 0x1ffffffffffffffff\"; ld.global.u32 %r0, [%rd0];"), Malformed, "mask of bytes"},
	{kernel(".pragma \"used_bytes_mask 15\"; mov.u32 %r0, 1;"), Malformed, "want a load"},
	{kernel(".pragma \"used_bytes_mask 15\"; .pragma \"used_bytes_mask 3\"; ld.global.u32 %r0, [%rd0];"), Unsupported,
		".pragma"},
	{kernel(".bogus 1;"), Unknown, "directive .bogus"},
	{kernel(".reg .b128 %q<2>;"), Unsupported, ".b128"},
	{kernel(".reg .b32 %r<2>;"), Malformed, "declared twice"},
	{kernel(".reg .b32 %z<99999999>;"), Malformed, "number of registers"},
	{kernel("L: ret; L: ret;"), Malformed, "stands twice"},
	{kernel("{ L: ret; }\nL: ret;"), Malformed, "stands twice"},
	{kernel("add.s32 %r1, %r2, %x3;"), Unknown, "register %x3"},
	{kernel("add.s32 %r1, %r2, %clock;"), Unknown, "register %clock"},
	{kernel("bra NOWHERE;"), Malformed, "NOWHERE is not declared"},
	{kernel("ld.shared.u32 %r1, [n];"), Malformed, "n is not declared"},
	{kernel("@%q bra L; L:"), Unknown, "register %q"},
	{kernel("mov.f32 %r1, 0f3F8;"), Malformed, "8 hex digits"},
	{kernel("mov.u32 %r1, 12ab;"), Malformed, "integer immediate"},
	{kernel("mov.u32 %r1, -0f00000000;"), Malformed, "minus"},
	{kernel("mov.b64 {%r1, {%r2}}, %d1;"), Malformed, "vector in a vector"},
	{kernel("ld.global.L2::128B.u32 %r1, [%d1];"), Unsupported, ":: modifier"},
	{kernel("add..s32 %r1, %r2, %r3;"), Malformed, "want an opcode"},
	{kernel("add.s32 %r1 %r2;"), Malformed, "want \",\""},
	{kernel("ret"), Malformed, "want"},
	{kernel("mov.u32 %r1, \"x\";"), Malformed, "want an operand"},
	{kernel("\x01"), Malformed, "byte 0x01"},
	{kernel("/* no end"), Malformed, "comment"},
	{kernel(".pragma \"no end"), Malformed, "string"},
	{strings.TrimSuffix(kernel("ret;"), "}\n"), Malformed, "want a statement"},
}

func TestRefuses(t *testing.T) {
	for _, tt := range refusals {
		_, err := Parse("k.ptx", []byte(tt.src))
		var r *Refusal
		if !errors.As(err, &r) || r.Kind != tt.kind || !strings.Contains(r.Why, tt.want) || r.Line < 1 {
			t.Errorf("%q: got %v, want %v: %s", tt.src, err, tt.kind, tt.want)
		}
	}
}

// TestScopes keeps registers of inner scopes apart from those of every other
// scope, however they nest.
func TestScopes(t *testing.T) {
	m, err := Parse("k.ptx", []byte(kernel(`{ .reg .b32 a;
	{ .reg .b32 t; mov.b32 t, 1; }
	.reg .b32 t; mov.b32 t, 2;
	{ .reg .b32 t; mov.b32 t, 3; mov.b32 a, 4; }
	mov.b32 t, 5; }
	{ .reg .b64 t; mov.b64 t, 6; }`)))
	if err != nil {
		t.Fatal(err)
	}
	k := m.Kernels[0]
	var regs []string
	for _, in := range k.Body {
		regs = append(regs, in.Operands[0].(Reg).Name)
	}
	seen := map[string][]int{}
	for i, r := range regs {
		seen[r] = append(seen[r], i)
	}
	if len(seen) != 5 || regs[1] != regs[4] || regs[0] == regs[1] || regs[2] == regs[1] {
		t.Errorf("registers %v", regs)
	}
	if k.Regs[regs[5]] != "b64" || k.Regs[regs[0]] != "b32" {
		t.Errorf("types %v", k.Regs)
	}
}

// TestFunctions reads functions, declarations and launch bounds.
func TestFunctions(t *testing.T) {
	m, err := Parse("k.ptx", []byte(head+`.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b)
;
.weak .func (.param .align 4 .b8 r[010]) f(.param .b32 a);
.func (.param .align 4 .b8 r[010]) f(.param .b32 a) { ret; }
.visible .entry k(.param .u64 in) .maxntid 0x40, 2, 1 .reqntid 32 { ret; }`))
	if err != nil {
		t.Fatal(err)
	}
	f := m.Func("f")
	if f == nil || m.Func("vprintf") != nil || len(f.Returns) != 1 || f.Returns[0].Size != 8 || len(f.Params) != 1 {
		t.Errorf("functions %+v", m.Funcs)
	}
	if k := m.Kernels[0]; k.MaxNTID != 128 || k.ReqNTID != 32 {
		t.Errorf("bounds %d, %d", k.MaxNTID, k.ReqNTID)
	}
}

// FuzzParse wants a module or a refusal, never a panic, and that a refusal has
// a line of the file.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../testdata/*.ptx")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte(kernel("{ .reg .b32 t; mov.b64 {t, %r1}, %d1; }")))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := Parse("k.ptx", src)
		if err == nil {
			if len(m.Kernels) == 0 {
				t.Error("a module without kernels")
			}
			return
		}
		var r *Refusal
		if !errors.As(err, &r) || r.Line < 1 || r.Line > strings.Count(string(src), "\n")+1 {
			t.Errorf("refusal %v", err)
		}
	})
}

// TestData: variables in global and constant memory are read over, and what names one is marked. The names of a body
// hide those of the module.
func TestData(t *testing.T) {
	const data = ".weak .shared .align 4 .b8 part[16];\n.visible .global .align 4 .u32 counter;\n" +
		".weak .const .align 4 .u32 width = 32;\n.extern .const .align 4 .b8 table[];\n" +
		".global .align 8 .u64 next[2] = {generic(counter)+4, {0, -1}};\n.global .align 1 .b8 _$_str[3] = {95, 70, 0};\n"
	for body, want := range map[string]string{
		"ret;":                                              "",
		"mov.u64 %d1, part;":                                "",
		"ld.shared.u32 %r1, [part+4];":                      "",
		"mov.u64 %d1, counter;":                             "counter",
		"ld.const.u32 %r1, [width];":                        "width",
		"ld.const.v2.u32 {%r1, %r2}, [table+8];":            "table",
		"cvta.global.u64 %d1, _$_str;":                      "_$_str",
		"call.uni counter, (%d1);":                          "counter",
		"{ .reg .b32 counter; mov.b32 counter, 1; }":        "",
		"{ .local .b32 width; ld.local.u32 %r1, [width]; }": "",
	} {
		m, err := Parse("k.ptx", []byte(strings.Replace(kernel(body), ".visible .entry", data+".visible .entry", 1)))
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		in := m.Kernels[0].Body[0]
		if in.Data != want || (in.Unknown() != "") != (want != "") || len(m.Shared) != 1 || m.Weak != nil {
			t.Errorf("%s: names %q, want %q; %d variables of the block, weak %v", body, in.Data, want, len(m.Shared), m.Weak)
		}
	}
}
