package compile

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Standard is the standard of C++ that a build asks for, where its flags ask for none.
const Standard = "-std=c++17"

// Fits reports an error if a file is for a newer architecture than it is to be
// compiled for: a compiler would not always tell.
func Fits(s spec.Spec, arch string) error {
	for _, a := range spec.Arches() {
		if a.String() == arch && a < s.Arch {
			return fmt.Errorf("written for %s, compiled for %s", s.Arch, arch)
		}
	}
	return nil
}

// names are the element types in CUDA C++.
var names = map[spec.Type]string{
	spec.Int8: "signed char", spec.Int16: "short", spec.Int32: "int", spec.Int64: "long long",
	spec.Uint8: "unsigned char", spec.Uint16: "unsigned short", spec.Uint32: "unsigned",
	spec.Uint64: "unsigned long long", spec.Float32: "float", spec.Float64: "double",
	spec.Float16: "__half", spec.Bfloat16: "__nv_bfloat16",
	spec.Float16x2: "__half2", spec.Bfloat16x2: "__nv_bfloat162",
}

// TypeName is an element type in CUDA C++.
func TypeName(t spec.Type) string { return names[t] }

// ElementName is the type of the elements of s in CUDA C++.
func ElementName(s spec.Spec) string { return typeName(s.Shape().Element()) }

// CombinedName is the type of what the operator of s takes two of in CUDA C++.
func CombinedName(s spec.Spec) string { return typeName(s.Combined()) }

// typeName is the type of a port's values in CUDA C++.
func typeName(p spec.Port) string {
	switch e := p.Elem; {
	case e == nil:
		return names[p.Type]
	case e.Kind() == spec.BoolKind:
		return "bool"
	case e.Kind() == spec.ScalarKind:
		return names[e.Scalar()]
	default:
		return e.CUDAName()
	}
}

// storesOf store a struct in memory, each leaf at the offset that it has in Go: a function that
// moves a struct of another layout leaves other bytes. at is the number of the element in out.
func storesOf(p spec.Port, out, x, at string) string {
	e := p.Elem
	if e == nil || e.IsNumber() {
		return fmt.Sprintf("%s[%s] = %s;", out, at, x)
	}
	var stores []string
	paths := e.CUDAPaths()
	for i, l := range e.Leaves() {
		t := names[l.Type]
		if l.Bool {
			t = "bool"
		}
		stores = append(stores, fmt.Sprintf("*reinterpret_cast<%s *>(%s + (%du * (%s) + %du)) = %s%s;", t, out, e.Size(), at,
			l.Offset, x, paths[i]))
	}
	return strings.Join(stores, "\n    ")
}

// outType is what the memory of the elements that come out is made of.
func outType(p spec.Port) string {
	if p.Elem != nil && !p.Elem.IsNumber() {
		return "unsigned char"
	}
	return typeName(p)
}

// Kernel is a kernel, called name, that makes one call of the emitted function:
// lane i of a warp, or thread i of a block of any shape, takes in[i] and leaves
// out[i], pred[i] where there are preds, and the numbers of a lane, such as the winner's. In
// mask mode active, a thread that is no member ends before the call.
//
//	[unsigned mask,] const T *in, T *out, [unsigned char *pred,] unsigned *came   one warp
//	[unsigned mask,] const K *key, const T *in, T *out, unsigned *came            one warp, keys of type K
//	[unsigned mask,] const T *in, T *out, int *numbers, unsigned *came            one warp, a number of each lane
//	[unsigned mask,] const T *in, const V *values, T *out, V *all_value, unsigned *came   one warp, what follows a key
//	[const unsigned *mask,] const T *in, T *out, unsigned *came                   one block
//
// A distance of the caller comes after in: int src, or const int *srcs, where each lane
// has its own.
//
// Elements in global memory are in and out themselves, by pointers from and to.
//
// In a batch, register r of lane i is in[32*r + i] and out[32*r + i]. Each thread that comes back from the call
// stores 1 to came[i].
//
// A function that takes shared memory gets a variable of its own type, memory, with the size and alignment that the
// subject declares.
//
// The call goes through a pointer of the exact type, with arguments that were
// loaded from memory: no overload for constants or for values of another kind can
// take its place. Out-parameters start from memory, so that no compiler may assume
// that the function wrote them.
func Kernel(s spec.Spec, name string) string { return Caller{Spec: s, Alone: true}.Kernel(name) }

// Caller says how a kernel calls the function under proof.
type Caller struct {
	Spec spec.Spec
	// Func is the function's qualified name; the emitted one's if empty.
	Func string
	// Call is an expression that replaces the call, of the variables mask or member, key, v, src,
	// delta, lane_mask, pred, idx, count, memory, from and to, as far as the shape has them; empty
	// for a call with those parameters.
	Call string
	// Alone says that the text was seen to declare nothing else of the function's name, but for a deleted
	// template that takes floating-point masks. The compiler is asked otherwise, which takes no template.
	Alone bool
	// Planned calls the function by a plan: Func_by of what Func_plan leaves.
	Planned bool
}

// part is one parameter of the call.
type part struct {
	param string // of the kernel
	load  string // a statement that loads the argument
	typ   string // of the function's parameter
	arg   string // of the call; empty if it has none
	store string // a statement after the call
}

// parts lists the inputs of the call in the kernel's order.
func (c Caller) parts() []part {
	sh := c.Spec.Shape()
	var parts []part
	for _, p := range sh.In {
		t := typeName(p)
		add := func(of part) { parts = append(parts, of) }
		switch {
		case p.Role == spec.MaskRole && sh.Block():
			add(part{"const unsigned *mask", "bool member = (mask[i / 32u] >> i % 32u & 1u) != 0u;", "bool", "member", ""})
		case p.Role == spec.MaskRole:
			add(part{"unsigned mask", "", "unsigned", "mask", ""})
		case p.Role == spec.KeyRole:
			add(loaded(p, sh, "key", "keys"))
		case p.Global != "":
			add(part{"const " + t + " *in", fmt.Sprintf("const %s *%s = in;", t, p.Global), "const " + t + " *", p.Global, ""})
		case p.Role == spec.ElementRole:
			add(loaded(p, sh, "v", "in"))
		case p.Role == spec.ValueRole:
			value := loaded(p, sh, "value", "values")
			if !p.Array {
				value.typ, value.arg = t+" *", "&value"
			}
			add(value)
		case p.Role.Input():
			in := loaded(p, sh, p.Role.Name(), "in_"+p.Role.Name())
			if p.Array {
				in.typ = "const " + in.typ
			}
			add(in)
		case p.Uniform:
			name := operandName(p.Role)
			add(part{t + " " + name, "", t, name, ""})
		case p.Role.Operand():
			name := operandName(p.Role)
			add(loaded(p, sh, name, name+"s"))
		}
	}
	return parts
}

// loaded is what each thread loads of a port: a value, or its registers.
func loaded(p spec.Port, sh spec.Shape, name, from string) part {
	t := typeName(p)
	if p.Array {
		return part{"const " + t + " *" + from, loadsOf(p, sh, name, from), fmt.Sprintf("%s (&)[%d]", t, p.Count), name, ""}
	}
	return part{"const " + t + " *" + from, fmt.Sprintf("%s %s = %s[i];", t, name, from), t, name, ""}
}

// operandName is the name of a distance in CUDA C++, which writes names in snake_case.
func operandName(r spec.Role) string {
	if r == spec.LaneMaskRole {
		return "lane_mask"
	}
	return r.Name()
}

// outs lists the outputs in the kernel's order. The elements are returned, or changed in
// place: of them the call has no parameter.
func (c Caller) outs() []part {
	sh := c.Spec.Shape()
	var outs []part
	for _, p := range sh.Out {
		switch t := typeName(p); {
		case p.Global != "":
			outs = append(outs, part{t + " *out", fmt.Sprintf("%s *%s = out;", t, p.Global), t + " *", p.Global, ""})
		case p.Role == spec.ElementRole:
			out := part{param: outType(p) + " *out", store: storesOf(p, "out", "result", "i")}
			if p.Array {
				out.store = allStoresOf(p, sh, "out", "v")
			}
			if p.Array && !sh.TakesElements() { // starts from memory
				of := loaded(p, sh, "v", fmt.Sprintf("reinterpret_cast<const %s *>(out)", t))
				out.load, out.typ, out.arg = of.load, of.typ, of.arg
			}
			outs = append(outs, out)
		case p.Role == spec.ValueRole:
			out := part{param: outType(p) + " *all_value", store: storesOf(p, "all_value", "value", "i")}
			if p.Array {
				out.store = allStoresOf(p, sh, "all_value", "value")
			}
			outs = append(outs, out)
		case p.Role == spec.PredRole:
			outs = append(outs, part{"unsigned char *preds", "bool pred = preds[i] != 0;", "bool *", "&pred",
				"preds[i] = pred;"})
		case p.Role.Number():
			name := p.Role.Name()
			out := loaded(p, sh, name, "all_"+name)
			out.param, out.store = "int *all_"+name, allStoresOf(p, sh, "all_"+name, name)
			if !p.Array {
				out.typ, out.arg, out.store = "int *", "&"+name, fmt.Sprintf("all_%s[i] = %[1]s;", name)
			}
			outs = append(outs, out)
		}
	}
	if sh.Memory {
		typ := c.memoryType()
		outs = append(outs, part{load: fmt.Sprintf("__attribute__((shared)) %s memory;", typ), typ: typ + " &",
			arg: "memory"})
	}
	return outs
}

// memoryType is the type of the shared memory that the function takes, which the subject
// declares.
func (c Caller) memoryType() string {
	if c.Func != "" {
		return c.Func + "_memory"
	}
	return c.Spec.QualifiedName() + "_memory"
}

// loadsOf declares the registers of a port and loads them from memory.
func loadsOf(p spec.Port, sh spec.Shape, name, from string) string {
	loads := []string{fmt.Sprintf("%s %s[%d];", typeName(p), name, p.Count)}
	for r := range p.Count {
		loads = append(loads, fmt.Sprintf("%s[%d] = %s[%d + i];", name, r, from, r*sh.Lanes))
	}
	return strings.Join(loads, "\n")
}

// allStoresOf stores the registers of a port.
func allStoresOf(p spec.Port, sh spec.Shape, to, name string) string {
	var stores []string
	for r := range p.Count {
		stores = append(stores, storesOf(p, to, fmt.Sprintf("%s[%d]", name, r), fmt.Sprintf("%d + i", r*sh.Lanes)))
	}
	return strings.Join(stores, "\n    ")
}

// Result is the type of what the function returns.
func (c Caller) Result() string {
	if sh := c.Spec.Shape(); sh.Array() || sh.Element().Global != "" {
		return "void"
	}
	return ElementName(c.Spec)
}

// function is the qualified name of the function.
func (c Caller) function() string {
	if c.Func != "" {
		return c.Func
	}
	return c.Spec.QualifiedName()
}

// Kernel is the kernel's text.
func (c Caller) Kernel(name string) string {
	var params, loads, args, stores []string
	for _, p := range append(c.parts(), c.outs()...) {
		if p.param != "" {
			params = append(params, p.param)
		}
		for _, l := range strings.Split(p.load, "\n") {
			if l != "" {
				loads = append(loads, "    "+l+"\n")
			}
		}
		if p.store != "" {
			stores = append(stores, "    "+p.store+"\n")
		}
	}
	for _, p := range c.called() {
		args = append(args, p.arg)
	}
	params = append(params, "unsigned *came")
	active := ""
	if c.Spec.Mask == spec.Active {
		active = "    if ((mask >> i & 1u) == 0u)\n        return;\n"
	}
	back := "1u"
	if c.Planned && !c.Spec.Shape().Keyed() {
		back = "changed == 0u ? 1u : 0u"
	}
	before := ""
	if c.Call != "" {
		before = strings.ReplaceAll(exact, "exactly", name+"_exactly")
	}
	return before + fmt.Sprintf(`
extern "C" __attribute__((global)) void %s(%s)
{
%s%s%s%s    asm volatile("st.global.u32 [%%0], %%1;" : : "l"(came + i), "r"(%s) : "memory");
%s}
`, name, strings.Join(params, ", "), c.number(), active, strings.Join(loads, ""),
		strings.ReplaceAll(c.call(args), "exactly(static_cast", name+"_exactly(static_cast"),
		back, strings.Join(stores, ""))
}

// number numbers the threads: a warp knows its lanes alone. The call sees i, and none of what it is made of: x is the
// element there.
func (c Caller) number() string {
	if !c.Spec.Shape().Block() {
		return "    unsigned i;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(i));\n"
	}
	var b strings.Builder
	b.WriteString("    unsigned i;\n    {\n        unsigned x, y, z, columns, rows;\n")
	read := func(name, register string) {
		fmt.Fprintf(&b, "        asm(\"mov.u32 %%0, %%%%%s;\" : \"=r\"(%s));\n", register, name)
	}
	for _, r := range [][2]string{{"x", "tid.x"}, {"y", "tid.y"}, {"z", "tid.z"}, {"columns", "ntid.x"},
		{"rows", "ntid.y"}} {
		read(r[0], r[1])
	}
	sh, before := c.Spec.Shape(), ""
	if sh.Blocks > 1 {
		b.WriteString("        unsigned block;\n")
		read("block", "cluster_ctarank")
		before = fmt.Sprintf(" + %du * block", sh.Lanes/sh.Blocks)
	}
	return b.String() + "        i = x + columns * (y + rows * z)" + before + ";\n    }\n"
}
