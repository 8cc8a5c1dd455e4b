package compare

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// kernelName is the kernel of a spec.
func kernelName(s spec.Spec) string { return s.FileName() + "_kernel" }

// source is one unit of the functions of specs, each followed by its kernel.
func source(specs []spec.Spec, functions [][]byte) string {
	var b strings.Builder
	b.WriteString(storable)
	for i, s := range specs {
		b.Write(functions[i])
		b.WriteString(kernel(s))
	}
	return b.String()
}

// kernel is a kernel of many calls. For a warp pattern, warp c makes the call of case c. For a
// block pattern, block c makes two calls, case c and the case after it, so that a race
// between two calls in a row shows; so does warp c of a function that is lent shared memory,
// the case after it first. Each warp of a block lends a region of its own.
//
// For a pattern with a number of each lane, such as the winner's, pred[i] is the number: 65535
// for -1, 65000 for one that no lane can have.
//
//	(const unsigned *mask, [const K *key | const int *distance,]
//	 const T *in, T *out, unsigned short *pred, unsigned cases)
func kernel(s spec.Spec) string {
	sh := s.Shape()
	threads := warps * spec.WarpSize // in a block
	var body string
	switch {
	case sh.Block():
		threads = sh.Lanes
		body = blockBody(s)
	case sh.Array():
		body = batchBody(s)
	case s.Sort().Value != nil:
		body = pairBody(s)
	case s.Pattern.Global():
		body = globalBody(s)
	default:
		body = warpBody(s)
	}
	keys := ""
	if key, ok := sh.Takes(spec.KeyRole); ok {
		keys = fmt.Sprintf("const %s *key, ", compile.TypeName(key.Type))
	}
	if sh.Operands() > 0 {
		keys = "const int *distance, "
	}
	return fmt.Sprintf(`%[6]s
extern "C" __global__ void __launch_bounds__(%[1]d)
%[2]s(const unsigned *mask, %[3]sconst %[4]s *in, %[4]s *out, unsigned short *pred, unsigned cases)
{
%[5]s}
`, threads, kernelName(s), keys, bringsOf(s), body, pairStruct(s))
}

// bringsOf is the type of what a lane brings: of an element, or of a key and its value.
func bringsOf(s spec.Spec) string {
	if s.Sort().Value != nil {
		return s.FileName() + "_pair"
	}
	return compile.ElementName(s)
}

// pairStruct declares a key and its value; nothing for other specs.
func pairStruct(s spec.Spec) string {
	value, ok := s.Shape().Takes(spec.ValueRole)
	if !ok {
		return ""
	}
	return fmt.Sprintf("\nstruct %s { %s key; %s value; };", bringsOf(s), compile.ElementName(s),
		compile.TypeName(value.Type))
}

// pairBody is the kernel's body for a sort of keys with values, which are changed in place.
func pairBody(s spec.Spec) string {
	number, after := "", ""
	if s.Sort().From {
		number, after = "    int n;\n", storeNumber
	}
	return fmt.Sprintf(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
%s    %s x = in[i];
    x.key = %s;
    out[i].key = x.key;
    out[i].value = x.value;
%s`, number, bringsOf(s), call(s, "mask[c]", "x.key"), after)
}

// call is the call of the function of s. mask is a mask or, of a block, whether the thread is
// a member; v is the element or the registers.
func call(s spec.Spec, mask, v string) string {
	sh := s.Shape()
	given := map[spec.Role]string{spec.MaskRole: mask, spec.KeyRole: "key[i]", spec.ElementRole: v,
		spec.ValueRole: "&x.value"}
	number := "&n"
	if sh.Array() {
		given[spec.ValueRole] = "value"
	}
	if numbersInArray(s) {
		number = "n"
	}
	var args []string
	for _, p := range sh.In {
		switch {
		case p.Uniform:
			args = append(args, "distance[c]")
		case p.Role.Operand():
			args = append(args, "distance[i]")
		default:
			args = append(args, given[p.Role])
		}
	}
	if sh.HasPred() {
		args = append(args, "&p")
	}
	for range sh.Numbers() {
		args = append(args, number)
	}
	if sh.Memory {
		args = append(args, "memory[threadIdx.x / 32u]")
	}
	return s.FileName() + "(" + strings.Join(args, ", ") + ")"
}

// blockBody is the kernel's body for a function of a block.
func blockBody(s spec.Spec) string {
	sh := s.Shape()
	member := fmt.Sprintf("(mask[%%s * %du + t / 32u] >> t %%%% 32u & 1u) != 0u", sh.MaskWords())
	if sh.Array() {
		return blockArrayBody(s, member)
	}
	number, first, second := "", "", ""
	if sh.Numbers() != nil {
		number = "    int n;\n"
		first = fmt.Sprintf("    pred[c * %du + t] = storable(n);\n", sh.Lanes)
		second = fmt.Sprintf("    pred[(cases + c) * %du + t] = storable(n);\n", sh.Lanes)
	}
	callOf := func(c string) string {
		return call(s, fmt.Sprintf(member, c), fmt.Sprintf("in[%s * %du + t]", c, sh.Lanes))
	}
	return fmt.Sprintf(`    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned c = blockIdx.x, d = c + 1u == cases ? 0u : c + 1u;
%[5]s    %[1]s first = %[2]s;
%[6]s    %[1]s second = %[3]s;
%[7]s    out[c * %[4]du + t] = first;
    out[(cases + c) * %[4]du + t] = second;
`, compile.ElementName(s), callOf("c"), callOf("d"), sh.Lanes, number, first, second)
}

// blockArrayBody is the same for a function with registers of each thread.
func blockArrayBody(s spec.Spec, member string) string {
	sh := s.Shape()
	body := `    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned c = blockIdx.x, d = c + 1u == cases ? 0u : c + 1u;
`
	for _, of := range []struct{ name, from string }{{"first", "c"}, {"second", "d"}} {
		body += fmt.Sprintf("    %s %s[%d];\n", compile.ElementName(s), of.name, sh.Registers())
		for r := range sh.Registers() {
			body += fmt.Sprintf("    %s[%d] = in[%s * %du + %du + t];\n", of.name, r, of.from, sh.Elements(), r*sh.Lanes)
		}
	}
	body += fmt.Sprintf("    %s;\n    %s;\n", call(s, fmt.Sprintf(member, "c"), "first"),
		call(s, fmt.Sprintf(member, "d"), "second"))
	for _, of := range []struct{ name, to string }{{"first", "c"}, {"second", "(cases + c)"}} {
		for r := range sh.Registers() {
			body += fmt.Sprintf("    out[%s * %du + %du + t] = %s[%d];\n", of.to, sh.Elements(), r*sh.Lanes, of.name, r)
		}
	}
	return body
}

// globalBody is the kernel's body for a function of elements in global memory. The other side is a
// plain access of each lane's own element.
func globalBody(s spec.Spec) string {
	left := ""
	if s.Global().Partial {
		left = ", distance[c]"
	}
	call := "out[i] = %s(in + c * 32u" + left + ");"
	if s.Shape().Element().Global != "" {
		call = "%s(out + c * 32u, in[i]" + left + ");"
	}
	return fmt.Sprintf(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
    `+call+"\n", s.FileName())
}

// storeNumber stores the number of a lane.
const storeNumber = "    pred[i] = storable(n);\n"

// storable is the function of what is stored of a number.
const storable = `
static __device__ unsigned short storable(int n) { return -1 <= n && n <= 1024 ? (unsigned short)n : 65000; }
`

// warpBody is the kernel's body for a function of one register a lane.
func warpBody(s spec.Spec) string {
	sh := s.Shape()
	pred, after, only, end := "", "", "", ""
	if s.Mask == spec.Active { // non-members do not make the call
		only, end = "    if ((mask[c] >> i % 32u & 1u) != 0u) {\n", "    }\n"
	}
	if sh.HasPred() {
		pred, after = "    bool p;\n", "    pred[i] = p;\n"
	}
	if sh.Numbers() != nil {
		pred, after = "    int n;\n", storeNumber
	}
	before := lent(s)
	if sh.Memory {
		before += fmt.Sprintf("    out[i] = %s;\n", call(s, "mask[d]", "in[d * 32u + i % 32u]"))
	}
	return fmt.Sprintf(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
%s%s    out[i] = %s;
%s`, only, pred+before, call(s, "mask[c]", "in[i]"), after+end)
}
