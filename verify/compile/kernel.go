package compile

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// fits reports an error if a file is for a newer architecture than it is to be
// compiled for: a compiler would not always tell.
func fits(s shflgen.Spec, arch string) error {
	for _, a := range shflgen.Arches() {
		if a.String() == arch && a < s.Arch {
			return fmt.Errorf("written for %s, compiled for %s", s.Arch, arch)
		}
	}
	return nil
}

// names are the element types in CUDA C++.
var names = map[shflgen.Type]string{
	shflgen.Int8: "signed char", shflgen.Int16: "short", shflgen.Int32: "int", shflgen.Int64: "long long",
	shflgen.Uint8: "unsigned char", shflgen.Uint16: "unsigned short", shflgen.Uint32: "unsigned",
	shflgen.Uint64: "unsigned long long", shflgen.Float32: "float", shflgen.Float64: "double",
	shflgen.Float16: "__half", shflgen.Bfloat16: "__nv_bfloat16",
	shflgen.Float16x2: "__half2", shflgen.Bfloat16x2: "__nv_bfloat162",
}

// keyNames are the types of keys in CUDA C++.
var keyNames = map[shflgen.KeyType]string{shflgen.Key32: "unsigned", shflgen.Key64: "unsigned long long"}

// Kernel is a kernel, called name, that makes one call of the emitted function:
// lane i of a warp, or thread i of a block of any shape, takes in[i] and leaves
// out[i], and pred[i] where there are preds, index[i] where the op gives a lane. In
// mask mode active, who is no member has ended before.
//
//	[unsigned mask,] const T *in, T *out [, unsigned char *pred]   one warp
//	[unsigned mask,] const K *key, const T *in, T *out             one warp, keys of type K
//	[unsigned mask,] const T *in, T *out, int *index               one warp, an op that gives a lane
//	[const unsigned *mask,] const T *in, T *out                    one block
//
// Of a batch, register r of lane i is in[32*r + i] and out[32*r + i].
func Kernel(s shflgen.Spec, name string) string {
	t := names[s.Type]
	params := []string{"const " + t + " *in", t + " *out"}
	args := []string{"in[i]"}
	var before, after string
	index := "; // a warp knows its lanes, and no thread numbers\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(i))"
	if s.Pattern.Block() {
		index = " = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
	}
	if s.Pattern.Keyed() {
		params = append([]string{"const " + keyNames[s.Key] + " *key"}, params...)
		args = append([]string{"key[i]"}, args...)
	}
	if s.Mask != shflgen.Full {
		if s.Pattern.Block() {
			params = append([]string{"const unsigned *mask"}, params...)
			args = append([]string{"(mask[i / 32u] >> i % 32u & 1u) != 0u"}, args...)
		} else {
			params = append([]string{"unsigned mask"}, params...)
			args = append([]string{"mask"}, args...)
		}
	}
	only := ""
	if s.Mask == shflgen.Active {
		only = "    if ((mask >> i & 1u) == 0u)\n        return;\n"
	}
	if s.Pattern.HasPred() {
		params = append(params, "unsigned char *pred")
		args = append(args, "&p")
		before, after = "    bool p;\n", "    pred[i] = p;\n"
	}
	if s.HasLane() {
		params = append(params, "int *index")
		args = append(args, "&n")
		before, after = "    int n;\n", "    index[i] = n;\n"
	}
	call := fmt.Sprintf("    out[i] = ::%s(%s);\n", s.FileName(), strings.Join(args, ", "))
	if s.Pattern.Batch() {
		args[len(args)-1] = "v"
		call = batchCall(s, args)
	}
	return fmt.Sprintf(`
extern "C" __global__ void %s(%s)
{
    unsigned i%s;
%s%s%s%s}
`, name, strings.Join(params, ", "), index, only, before, call, after)
}
