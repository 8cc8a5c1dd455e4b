package compare

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// ctypes are the element types in CUDA C++.
var ctypes = map[shflgen.Type]string{
	shflgen.Int8: "signed char", shflgen.Int16: "short", shflgen.Int32: "int", shflgen.Int64: "long long",
	shflgen.Uint8: "unsigned char", shflgen.Uint16: "unsigned short", shflgen.Uint32: "unsigned",
	shflgen.Uint64: "unsigned long long", shflgen.Float32: "float", shflgen.Float64: "double",
	shflgen.Float16: "__half", shflgen.Bfloat16: "__nv_bfloat16",
	shflgen.Float16x2: "__half2", shflgen.Bfloat16x2: "__nv_bfloat162",
}

// keyTypes are the types of keys in CUDA C++.
var keyTypes = map[shflgen.KeyType]string{shflgen.Key32: "unsigned", shflgen.Key64: "unsigned long long"}

// kernelName is the kernel of a spec.
func kernelName(s shflgen.Spec) string { return s.FileName() + "_kernel" }

// kernel makes a kernel of many calls. For a warp pattern warp c works on case
// c. For a block pattern block c makes two calls in a row, on case c and on the
// case after it, so that a race between calls would show.
//
// Of an op that gives a lane, pred[i] is its number: 255 for -1, 200 for one that is
// no lane's.
//
//	(const unsigned *mask, [const K *key,] const T *in, T *out, unsigned char *pred, unsigned cases)
func kernel(s shflgen.Spec) string {
	call := func(mask, v string) string {
		args := []string{v}
		if s.Pattern.Keyed() {
			args = []string{"key[i]", v}
		}
		if s.Mask != shflgen.Full {
			args = append([]string{mask}, args...)
		}
		if s.Pattern.HasPred() {
			args = append(args, "&p")
		}
		if s.HasLane() {
			args = append(args, "&n")
		}
		return s.FileName() + "(" + strings.Join(args, ", ") + ")"
	}
	var body string
	threads := 128 // in a block
	if s.Pattern.Block() {
		threads = s.Block
	}
	if s.Pattern.Block() {
		member := fmt.Sprintf("(mask[%%s * %du + t / 32u] >> t %%%% 32u & 1u) != 0u", s.MaskWords())
		body = fmt.Sprintf(`    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned c = blockIdx.x, d = c + 1u == cases ? 0u : c + 1u;
    %[1]s first = %[2]s;
    %[1]s second = %[3]s;
    out[c * %[4]du + t] = first;
    out[(cases + c) * %[4]du + t] = second;
`, ctypes[s.Type], call(fmt.Sprintf(member, "c"), fmt.Sprintf("in[c * %du + t]", s.Block)),
			call(fmt.Sprintf(member, "d"), fmt.Sprintf("in[d * %du + t]", s.Block)), s.Block)
	} else if s.Pattern.Batch() {
		body = batchBody(s, call("mask[c]", "v"))
	} else {
		pred, after, only, end := "", "", "", ""
		if s.Mask == shflgen.Active { // the others are elsewhere
			only, end = "    if ((mask[c] >> i % 32u & 1u) != 0u) {\n", "    }\n"
		}
		if s.Pattern.HasPred() {
			pred, after = "    bool p;\n", "    pred[i] = p;\n"
		}
		if s.HasLane() {
			pred, after = "    int n;\n", "    pred[i] = -1 <= n && n < 32 ? (unsigned char)n : 200;\n"
		}
		body = fmt.Sprintf(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
%s%s    out[i] = %s;
%s`, only, pred, call("mask[c]", "in[i]"), after+end)
	}
	keys := ""
	if s.Pattern.Keyed() {
		keys = fmt.Sprintf("const %s *key, ", keyTypes[s.Key])
	}
	return fmt.Sprintf(`
extern "C" __global__ void __launch_bounds__(%d)
%s(const unsigned *mask, %sconst %s *in, %s *out, unsigned char *pred, unsigned cases)
{
%s}
`, threads, kernelName(s), keys, ctypes[s.Type], ctypes[s.Type], body)
}
