package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// instruction is an instruction as inline PTX.
func (p *program) instruction(s ir.Instruct) string {
	to, use := p.texts(s.To), p.texts(s.Use)
	switch s.Of {
	case ir.ClusterRank:
		return fmt.Sprintf(`asm("mov.u32 %%0, %%%%cluster_ctarank;" : "=r"(%s));`, to[0])
	case ir.ClusterBlocks:
		return fmt.Sprintf(`asm("mov.u32 %%0, %%%%cluster_nctarank;" : "=r"(%s));`, to[0])
	case ir.ClusterBegins:
		return clusterBegin
	case ir.ClusterArrive:
		return clusterArrive
	case ir.ClusterWait:
		return clusterWait
	case ir.Remote:
		return remote(to[0], use[0], use[1])
	case ir.CountInit:
		return countInit(use[0])
	case ir.CountFence:
		return countFence
	case ir.CountExpect:
		return countExpect(use[0], use[1])
	case ir.CountWait:
		return countWait(use[0])
	case ir.Forget:
		return fmt.Sprintf(`asm volatile("" : "+r"(%s));`, strings.Join(to, `), "+r"(`))
	case ir.MaxOfPairs[spec.Float16]:
		return maxOfPairs("max.NaN.f16x2", to[0], use)
	case ir.MaxOfPairs[spec.Bfloat16]:
		return maxOfPairs("max.NaN.bf16x2", to[0], use)
	case ir.StoreAsync:
		return storeAsync(use[0], use[1], p.spelled(s.Use[1].Type), use[2])
	}
	p.report("unexpected instruction %s", s.Of.Name)
	return ""
}

// maxOfPairs stores the greatest of four pairs.
func maxOfPairs(most, to string, use []string) string {
	return fmt.Sprintf(`asm("{ .reg .b32 p, q; %s p, %%1, %%2; %[1]s q, %%3, %%4; %[1]s %%0, p, q; }"`+"\n"+
		`    : "=r"(%s) : "r"(%s));`, most, to, strings.Join(use, `), "r"(`))
}

// The barrier of a cluster, in two halves. The first barrier of all may release nothing.
const (
	clusterBegin  = `asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");`
	clusterArrive = `asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");`
	clusterWait   = `asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");`
)

// remote stores in an integer the address in the shared memory of another block.
func remote(to, of, block string) string {
	return fmt.Sprintf(`asm("mapa.u64 %%0, %%1, %%2;" : "=l"(%s) : "l"(%s), "r"(%s));`, to, of, block)
}

// countFence makes mbarriers that are prepared visible to the cluster.
const countFence = `asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");`

func countInit(at string) string {
	return fmt.Sprintf(`asm volatile("mbarrier.init.b64 [%%0], 1;" : : "l"(%s) : "memory");`, at)
}

func countExpect(at, bytes string) string {
	return fmt.Sprintf(`asm volatile("mbarrier.arrive.expect_tx.b64 _, [%%0], %s;" : : "l"(%s) : "memory");`, bytes, at)
}

// countWait waits for what comes.
func countWait(at string) string {
	return fmt.Sprintf(`asm volatile("{ .reg .pred done; again_%%=: mbarrier.try_wait.parity.acquire.cluster.b64 `+
		`done, [%%0], 0; @!done bra again_%%=; }" : : "l"(%s) : "memory");`, at)
}

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
