package rows_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// sharedSpec is a row that two blocks of 64 threads share, of two rounds. Elements of 16 bits are exchanged by a
// barrier of the cluster.
func sharedSpec(of spec.Type) spec.Spec {
	s := spec.NewSpec(spec.RowReduce)
	s.Type = of
	s.Params = spec.RowParams{Cols: 128*128/of.Bits()*4 + 1, Cluster: 2}
	return s
}

// The parts of a kernel with blocks that share a row.
const (
	arrives = `asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");`
	waits   = `asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");`
	begun   = "    " + waits + "\n    if (thread == 0u) {\n        unsigned long long"
	left    = "    }\n    " + arrives + "\n    " + waits + "\n"
	read    = "        short z0 = parts[0];\n        short z1 = parts[1];\n"
	stored  = "        *reinterpret_cast<short *>(parts_slot) = y0;\n"
)

// peer is a load from the shared memory of block 1.
const peer = "        short z0 = parts[0];\n        unsigned long long other;\n" +
	`        asm("mapa.u64 %0, %1, %2;" : "=l"(other) : "l"((unsigned long long)&parts[1]), "r"(1u));` +
	"\n        short z1 = *reinterpret_cast<short *>(other);\n"

// keeps stores a block's part in its own memory.
const keeps = "        parts_slot = 0u;\n        parts[block + parts_slot] = y0;\n"

// edit are texts of a kernel that are replaced, pair by pair, and what is said of the result; "": it is
// proved.
type edit struct {
	what  string
	pairs []string
	says  string
}

// sharedEdits are those of a row that two blocks reduce.
var sharedEdits = []edit{
	{"as it is", nil, ""},
	{"the rank by the block's number", []string{"asm(\"mov.u32 %0, %%cluster_ctarank;\" : \"=r\"(block));",
		"block = blockIdx.x & 1u;"}, ""},
	{"block 0 reads its peer, which stays", []string{stored, keeps, read, peer, "    return y0;\n#else",
		"    " + arrives + "\n    " + waits + "\n    return y0;\n#else"}, ""},
	{"the defaults of the barrier", []string{"arrive.release", "arrive", "wait.acquire", "wait"}, ""},

	{"block 0 reads its peer, which ends", []string{stored, keeps, read, peer}, "ends while thread 0 may still access"},
	{"no barrier before the parts are left", []string{"    " + arrives + "\n    unsigned first", "    unsigned first",
		begun, strings.TrimPrefix(begun, "    "+waits+"\n")}, "may not have begun"},
	{"arrived, and not waited", []string{begun, strings.TrimPrefix(begun, "    "+waits+"\n")}, "may not have begun"},
	{"arrived twice", []string{begun, strings.Replace(begun, waits, arrives, 1)}, "before it has waited"},
	{"no barrier after the parts are left", []string{left, "    }\n"}, "race"},
	{"not waited for the parts", []string{left, "    }\n    " + arrives + "\n"}, "race"},
	{"waited, and not arrived", []string{left, "    }\n    " + waits + "\n"}, "at which it has not arrived"},
	{"a barrier of the block in its place", []string{left, "    }\n    __syncthreads();\n"}, "race"},
	{"an arrival that releases nothing", []string{"arrive.release", "arrive.relaxed"},
		"a relaxed arrival of a thread that has accessed memory"},
	{"block 1 ends before it arrives", []string{"    " + arrives + "\n    unsigned first",
		"    if (block == 1u)\n        return 0;\n    " + arrives + "\n    unsigned first"}, "it has ended"},
	{"block 1 ends before the parts are read", []string{left, "    }\n    if (block == 1u)\n        return 0;\n" +
		strings.TrimPrefix(left, "    }\n")}, "it has ended"},
	{"one thread arrives", []string{left, "        " + arrives + "\n    }\n    " + waits + "\n"},
		"at which it has not arrived"},
	{"the barrier in a branch", []string{"    return y0;\n#else", "    if (block == 0u) {\n        " + arrives +
		"\n        " + waits + "\n    }\n    return y0;\n#else"}, "it has ended"},
	{"parts left in block 1", []string{`"r"(0u)`, `"r"(1u)`}, "undefined"},
	{"parts left past the cluster", []string{`"r"(0u)`, `"r"(2u)`}, "block 2 of a cluster of 2"},
	{"parts in one slot", []string{"&parts[block]", "&parts[0]"}, "race"},
	{"parts past the array", []string{"&parts[block]", "&parts[block + 1]"}, "outside shared memory"},
	{"parts of no variable", []string{"(unsigned long long)&parts[block]", "(unsigned long long)row"},
		"no generic address of shared memory"},
	{"parts left by every block in its own memory", []string{stored, keeps}, "undefined"},
	{"the part of block 0 twice", []string{"short z1 = parts[1]", "short z1 = parts[0]"}, "the row's result"},
	{"block 1 has the columns of block 0", []string{"unsigned first = block * 64u + thread;", "unsigned first = thread;"},
		"the row's result"},
	{"both blocks store", []string{"if ((blockIdx.x & 1u) == 0u && threadIdx.x == 0u)", "if (threadIdx.x == 0u)"},
		"stored already"},
	{"block 1 stores", []string{"(blockIdx.x & 1u) == 0u && threadIdx.x == 0u",
		"(blockIdx.x & 1u) == 1u && threadIdx.x == 0u"}, "the row's result"},
	{"a row for each block", []string{"blockIdx.x >> 1", "blockIdx.x"},
		"a barrier of the cluster, which a thread may not reach"},
	{"another cluster", []string{"blocks != 2u", "blocks != 4u"}, "trap"},
}

// The messages between blocks that apply a function to a row.
const (
	initialised = `    asm volatile("mbarrier.init.b64 [%0], 1;" : : "l"(come + 0) : "memory");` + "\n"
	fenced      = `    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");` + "\n"
	expects     = `    asm volatile("mbarrier.arrive.expect_tx.b64 _, [%0], 8;" : : "l"(come + 0) : "memory");` + "\n"
	relaxed     = `asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");`
	sends       = `asm volatile("st.async.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" : : "l"(parts_slot), ` +
		`"r"(__float_as_uint(y0)), "l"(there) : "memory");`
	again = `asm volatile("{ .reg .pred done; again_%=: mbarrier.try_wait.parity.acquire.cluster.b64 done, [%0], ` +
		`0; @!done bra again_%=; }" : : "l"(come) : "memory");`
	prepares = "    if (thread == 0u) {\n        asm volatile(\"mbarrier.init"
)

// appliedEdits are those of a softmax of a row that two blocks share: they exchange its maximum, then its sum.
var appliedEdits = []edit{
	{"as it is", nil, ""},
	{"an arrival that releases", []string{relaxed, arrives}, ""},
	{"an arrival that releases, and no fence", []string{relaxed, arrives, "    " + fenced, ""}, ""},
	{"bytes expected before the fence", []string{"    " + fenced, "", "    " + expects,
		"    " + expects + "    " + fenced}, ""},

	{"not waited before the first parts are left", []string{"    " + waits + "\n    if (thread < 2u)",
		"    if (thread < 2u)"}, "may not have begun"},
	{"a relaxed arrival without the fence", []string{"    " + fenced, ""}, "without fence.mbarrier_init"},
	{"the fence before the mbarriers", []string{"    " + fenced, "", "    " + initialised,
		"    " + fenced + "    " + initialised}, "without fence.mbarrier_init"},
	{"a relaxed arrival after a load", []string{relaxed,
		"if (row[0] == 1.0f)\n        asm volatile(\"\" ::: \"memory\");\n    " + relaxed},
		"a relaxed arrival of a thread that has accessed memory"},
	{"initialised after the arrival", []string{relaxed, "", prepares, "    " + relaxed + "\n" + prepares},
		"initialised after the first barrier"},
	{"not initialised", []string{"    " + initialised, ""}, "no mbarrier is initialised"},
	{"initialised by every thread", []string{"if (thread == 0u) {\n        asm volatile(\"mbarrier.init",
		"if (thread < 64u) {\n        asm volatile(\"mbarrier.init"}, "holds something else"},
	{"initialised for two arrivals", []string{`[%0], 1;" : : "l"(come + 0)`, `[%0], 2;" : : "l"(come + 0)`},
		"an mbarrier of 2 arrivals"},
	{"one mbarrier for both", []string{`"l"(come + 1)`, `"l"(come + 0)`}, "holds something else"},
	{"no bytes expected", []string{"    " + expects, ""}, "nothing arrives at the mbarrier"},
	{"fewer bytes expected", []string{`_, [%0], 8;" : : "l"(come + 0)`, `_, [%0], 4;" : : "l"(come + 0)`},
		"a store for an mbarrier that is done"},
	{"more bytes expected", []string{`_, [%0], 8;" : : "l"(come + 0)`, `_, [%0], 12;" : : "l"(come + 0)`},
		"fewer bytes come to the mbarrier than it expects"},
	{"expected twice", []string{"    " + expects, "    " + expects + "    " + expects}, "more than one arrival"},
	{"expected by another thread", []string{"    " + expects, "    }\n    if (thread == 1u) {\n    " + expects},
		"another thread initialised the mbarrier"},
	{"not waited for the parts", []string{again, ""}, "has not waited for it"},
	{"waited once", []string{again,
		`asm volatile("{ .reg .pred done; mbarrier.try_wait.parity.acquire.cluster.b64 ` +
			`done, [%0], 0; }" : : "l"(come) : "memory");`}, "want a branch back to it"},
	{"gone on while it is not done", []string{again, strings.Replace(again, "@!done", "@done", 1)},
		"want a branch back to it"},
	{"waited by one thread", []string{again, "if (thread == 0u)\n        " + again}, "has not waited for it"},
	{"waited for the other phase", []string{"done, [%0], 0;", "done, [%0], 1;"}, "waits for phase 1"},
	{"waited for within a block", []string{".acquire.cluster", ""}, "unknown: form mbarrier.try_wait"},
	{"waited for the other mbarrier", []string{"come + 1);\n", "come + 0);\n"}, "a store for an mbarrier that is done"},
	{"a store that is not counted", []string{sends, "*reinterpret_cast<float *>(parts_slot) = y0;"},
		"fewer bytes come to the mbarrier than it expects"},
	{"a slot that is written, too", []string{sends, sends + "\n        parts[thread] = 0.0f;"}, "race"},
	{"a slot that is written before", []string{"    if (thread < 2u) {\n",
		"    if (thread < 2u) {\n        parts[block] = 0.0f;\n"}, "race"},
	{"the mbarrier's bytes are read", []string{again, again + "\n    if (*come == 7ull)\n        __trap();"},
		"accesses the bytes of an mbarrier"},
	{"counted in the own block", []string{`"=l"(there) : "l"((unsigned long long)come), "r"(thread)`,
		`"=l"(there) : "l"((unsigned long long)come), "r"(block)`}, "counts at an mbarrier of block"},
	{"parts in one slot", []string{"&parts[block]", "&parts[block & 0u]"}, "race"},
	{"parts left in block 0 alone", []string{`"r"(thread)`, `"r"(0u)`}, "race"},
	{"parts left in the next block", []string{`"r"(thread)`, `"r"(thread + 1u)`}, "block 2 of a cluster of 2"},
	{"the part of block 0 twice", []string{"float z1 = parts[1]", "float z1 = parts[0]"}, "the result"},
	{"block 1 has the columns of block 0", []string{"unsigned first = block * 64u + thread;", "unsigned first = thread;"},
		"stored already"},
	{"block 1 stores where block 0 does", []string{"(to + own)[0]", "(to + 4u * thread)[0]"}, "stored already"},
	{"the maximum of a block alone", []string{"parts[1];\n    z0 = row_apply_softmax_float32_c2100_cluster2_most",
		"parts[0];\n    z0 = row_apply_softmax_float32_c2100_cluster2_most"}, "the result"},
	{"the row's end by the block", []string{"_count(own, ", "_count(own - 256u * block, "}, "outside global memory"},
}

// reducedEdits are those of a row that two blocks reduce: block 0 receives the sums of both.
var reducedEdits = []edit{
	{"as it is", nil, ""},
	{"block 1 prepares, too", []string{"if (block == 0u && thread == 0u) {\n        asm",
		"if (thread == 0u) {\n        asm"}, "ends without having waited"},
	{"thread 0 alone waits", []string{"    if (block == 0u)\n        asm",
		"    if (block == 0u && thread == 0u)\n        asm"}, "ends without having waited"},
	{"nobody waits", []string{"    if (block == 0u)\n        asm", "    if (block == 7u)\n        asm"},
		"has not waited for it"},
	{"block 1 waits, too", []string{"    if (block == 0u)\n        asm", "    if (block < 2u)\n        asm"},
		"no mbarrier is initialised"},
	{"block 1 keeps its part", []string{"if (thread == 0u) {\n        unsigned long long there",
		"if (thread == 0u && block == 0u) {\n        unsigned long long there"},
		"fewer bytes come to the mbarrier than it expects"},
	{"an arrival that releases nothing, after loads",
		[]string{"    " + relaxed + "\n", "", "    // Thread 0 of each block leaves",
			"    " + relaxed + "\n    // Thread 0 of each block leaves"},
		"a relaxed arrival of a thread that has accessed memory"},
	{"the part of block 0 twice", []string{"float z1 = parts[1]", "float z1 = parts[0]"}, "the row's result"},
}

func TestClusterEdits(t *testing.T) {
	softmax := appliedSpec(spec.Softmax, 2100, spec.AsType)
	softmax = softmax.With("cluster", 2)
	for _, of := range []struct {
		spec  spec.Spec
		edits []edit
	}{{sharedSpec(spec.Int16), sharedEdits}, {sharedSpec(spec.Float32), reducedEdits}, {softmax, appliedEdits}} {
		t.Run(of.spec.FileName(), func(t *testing.T) { provesEdits(t, of.spec, extent.Faults(t, of.edits, 24)) })
	}
}

// provesEdits holds what is said of a kernel's edits against what is expected.
func provesEdits(t *testing.T, s spec.Spec, edits []edit) {
	toPTX := oneBuild(t)
	src := emit(t, s, gen.CUDA)
	for _, e := range edits {
		text := src
		for i := 0; i < len(e.pairs); i += 2 {
			if !strings.Contains(text, e.pairs[i]) {
				t.Fatalf("%s: no %q in\n%s", e.what, e.pairs[i], text)
			}
			text = strings.ReplaceAll(text, e.pairs[i], e.pairs[i+1])
		}
		code, err := toPTX(t, s, text)
		if err != nil {
			t.Errorf("%s: %v", e.what, err)
			continue
		}
		_, err = ptx.Prove(s, "rows", code)
		switch {
		case err == nil && e.says != "":
			t.Errorf("%s: proved", e.what)
		case err != nil && (e.says == "" || !strings.Contains(err.Error(), e.says)):
			t.Errorf("%s: %v, want %q", e.what, err, e.says)
		}
	}
}
