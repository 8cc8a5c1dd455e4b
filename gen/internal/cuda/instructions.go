package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// instructions are those of one form, by what they store and use.
var instructions = map[*ir.Instruction]string{
	ir.ClusterRank:   `asm("mov.u32 %%0, %%%%cluster_ctarank;" : "=r"(%[1]s));`,
	ir.ClusterBlocks: `asm("mov.u32 %%0, %%%%cluster_nctarank;" : "=r"(%[1]s));`,
	ir.ClusterBegins: `asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");`,
	ir.ClusterArrive: clusterArrive,
	ir.ClusterWait:   clusterWait,
	ir.Remote:        remote,
	ir.CountInit:     `asm volatile("mbarrier.init.b64 [%%0], 1;" : : "l"(%[1]s) : "memory");`,
	// makes mbarriers that are prepared visible to the cluster
	ir.Fence:       `asm volatile("fence.acq_rel.gpu;" : : : "memory");`,
	ir.CountFence:  `asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");`,
	ir.CountExpect: `asm volatile("mbarrier.arrive.expect_tx.b64 _, [%%0], %[2]s;" : : "l"(%[1]s) : "memory");`,
	ir.CountWait: `asm volatile("{ .reg .pred done; again_%%=: mbarrier.try_wait.parity.acquire.cluster.b64 ` +
		`done, [%%0], 0; @!done bra again_%%=; }" : : "l"(%[1]s) : "memory");`,
	ir.MaxOfPairs[spec.Float16]:  maxOfPairs("max.NaN.f16x2"),
	ir.MaxOfPairs[spec.Bfloat16]: maxOfPairs("max.NaN.bf16x2"),
}

// instruction is an instruction as inline PTX.
func (p *program) instruction(s ir.Instruct) string {
	to, use := p.texts(s.To), p.texts(s.Use)
	switch format, known := instructions[s.Of]; {
	case known:
		var args []any
		for _, text := range append(to, use...) {
			args = append(args, text)
		}
		return fmt.Sprintf(format, args...)
	case s.Of == ir.Forget:
		return fmt.Sprintf(`asm volatile("" : "+r"(%s));`, strings.Join(to, `), "+r"(`))
	case s.Of == ir.StoreAsync:
		return storeAsync(use[0], use[1], p.spelled(s.Use[1].Type()), use[2])
	}
	p.report("unexpected instruction %s", s.Of.Name)
	return ""
}

// maxOfPairs is the greatest of four pairs.
func maxOfPairs(most string) string {
	return `asm("{ .reg .b32 p, q; ` + most + ` p, %%1, %%2; ` + most + ` q, %%3, %%4; ` + most + ` %%0, p, q; }"` + "\n" +
		`    : "=r"(%[1]s) : "r"(%[2]s), "r"(%[3]s), "r"(%[4]s), "r"(%[5]s));`
}

// The barrier of a cluster, in two halves. The first barrier of all may release nothing. A remote address is that in
// the shared memory of another block of the cluster.
const (
	clusterArrive = `asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");`
	clusterWait   = `asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");`
	remote        = `asm("mapa.u64 %%0, %%1, %%2;" : "=l"(%[1]s) : "l"(%[2]s), "r"(%[3]s));`
)

// asyncOf are the sizes of the types that are stored asynchronously, in bytes, and their bits as an operand.
var asyncOf = map[string]struct {
	bytes   int
	operand string
}{
	"float": {4, `"r"(__float_as_uint(%s))`}, "int": {4, `"r"((unsigned)%s)`}, "unsigned": {4, `"r"(%s)`},
	"double": {8, `"l"(__double_as_longlong(%s))`}, "long long": {8, `"l"(%s)`}, "unsigned long long": {8, `"l"(%s)`},
}

// storeAsync stores a value of a type asynchronously.
func storeAsync(slot, value, typ, count string) string {
	of := asyncOf[typ]
	return fmt.Sprintf(`asm volatile("st.async.mbarrier::complete_tx::bytes.b%d [%%0], %%1, [%%2];" : : `+
		`"l"(%s), %s, "l"(%s) : "memory");`, 8*of.bytes, slot, fmt.Sprintf(of.operand, value), count)
}
