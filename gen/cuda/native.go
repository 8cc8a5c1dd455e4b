package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// floatRedux is the first compute capability, times ten, of the GPUs that reduce
// floats themselves: of its family, and only of it (PTX ISA, "redux.sync": sm_100a,
// and from PTX 8.8 on sm_100f).
const floatRedux = 100

// inFamily tests whether a compiler makes code for that family.
var inFamily = fmt.Sprintf("#if __CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == %d\n", floatRedux/10)

// natives are the op's redux.sync of float32. Without .NaN a NaN is passed over, and
// +0 is above -0: as the ops have it.
var natives = map[shflgen.Op]string{shflgen.Min: "min", shflgen.Max: "max", shflgen.Minimum: "min.NaN", shflgen.Maximum: "max.NaN"}

// viaFloat are the conversions of a type to float32, exact, and back, exact of what
// came so.
var viaFloat = map[shflgen.Type]struct{ to, from string }{
	shflgen.Float32:  {"x", "most"},
	shflgen.Float16:  {"__half2float(x)", "__float2half_rn(most)"},
	shflgen.Bfloat16: {"__bfloat162float(x)", "__float2bfloat16_rn(most)"},
}

// natively is a function that reduces floats by the instruction for them where there
// is one, else by key, with what that calls.
func natively(s shflgen.Spec, keys []string, byKey func(x string) string) (string, error) {
	native, ok := natives[s.Op]
	via, can := viaFloat[s.Type]
	if !ok || !can {
		return "", fmt.Errorf("cuda: no redux.sync of %s on %s", s.Op, s.Type)
	}
	most, _ := sought(s.Op)
	params, threads := members(s)
	name := ctypes[s.Type].name
	head := fmt.Sprintf("// The %s x of the warp, -0 below +0; a NaN %s.\nstatic __device__ __forceinline__ %s %s_whole(%s%[3]s x)\n{\n",
		most, withNaN(s.Op), name, s.FileName(), params)
	return inFamily + head + fmt.Sprintf(`    float most;
    asm volatile("redux.sync.%s.f32 %%0, %%1, %%2;" : "=f"(most) : "f"(%s), "r"(%s));
    return %s;
}
`, native, via.to, threads, via.from) + "#else\n" + strings.Join(keys, "\n\n") + "\n\n" + head + "    return " + byKey("x") + ";\n}\n#endif", nil
}
