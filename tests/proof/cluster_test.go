package proof_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// clusterSpec is a reduction of four blocks of three warps. Its tree is not the tree of twelve warps.
func clusterSpec() spec.Spec {
	s := spec.NewSpec(spec.BlockReduce)
	s.Type, s.Arch = spec.Float32, spec.SM90
	s.Params = spec.BlockParams{Threads: 96, Cluster: 4}
	return s
}

// emitCluster is the file of a spec in a language.
func emitCluster(t *testing.T, s spec.Spec, lang gen.Lang) []byte {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{lang}, Package: "shfl"})
	if err != nil {
		t.Fatal(err)
	}
	return files[s.FileName()+lang.Ending()]
}

// TestClusters proves functions that the blocks of a cluster call, in Go and in CUDA.
func TestClusters(t *testing.T) {
	extent.OneIn(t, 3, 2)
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	all := clusterSpec()
	all.Type = spec.Int32
	all = all.With("block", 64).With("cluster", 2).With("all", true)
	most := clusterSpec()
	most.Op, most.Mask = spec.Max, spec.Full
	most = most.With("block", 32).With("all", true)
	for _, s := range []spec.Spec{clusterSpec(), all, most} {
		src := verify.Subject{Path: filepath.Join(t.TempDir(), s.FileName()+".go"), Src: emitCluster(t, s, gen.Go)}
		if r, err := verify.Prove(context.Background(), src, verify.Options{}); err != nil || r.Verdict != verify.Proved {
			t.Errorf("%v: %s", err, r)
		}
		code, err := clang.One(s, emitCluster(t, s, gen.CUDA), "sm_90")
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := ptx.Prove(s, s.FileName(), code); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

// TestClusterFaults plants faults in what the blocks of a cluster say to each other.
func TestClusterFaults(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	const (
		arrives = `    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");` + "\n"
		waits   = `    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");` + "\n"
	)
	s := clusterSpec()
	src := string(emitCluster(t, s, gen.CUDA))
	for _, f := range extent.Faults(t, []struct{ what, from, to, says string }{
		{"no barrier before the results are left", waits + "    if (thread", "    if (thread", "may not have begun"},
		{"no barrier between two calls", "}\n" + arrives + waits, "}\n" + arrives, "race"},
		{"no barrier after the results are left", "}\n" + arrives + waits, "}\n", "race"},
		{"a relaxed arrival", "arrive.release", "arrive.relaxed", "it releases nothing"},
		{"results left in block 1", `"r"(0u)`, `"r"(1u)`, "undefined"},
		{"two blocks leave one", "&parts[block]", "&parts[block & 1u]", "race"},
		{"every thread leaves a result", "if (thread == 0u)", "if (thread < 2u)", "race"},
		{"a block left out", "float z3 = parts[3]", "float z3 = parts[2]", "thread 0"},
		{"another tree", "_op(z0, z2)", "_op(z2, z2)", "thread 0"},
		{"a block ends early", "    // The block's own result.",
			"    if (block == 3u)\n        return v;\n    // The block's own result.", ""},
	}, 12) {
		if !strings.Contains(src, f.from) {
			t.Fatalf("%s: no %q in\n%s", f.what, f.from, src)
		}
		code, err := clang.One(s, []byte(strings.ReplaceAll(src, f.from, f.to)), "sm_90")
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		if _, err := ptx.Prove(s, "cluster", code); err == nil {
			t.Errorf("%s: proved", f.what)
		} else if !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}

// defined matches the name of a function that a file defines.
var defined = regexp.MustCompile(`__forceinline__ [\w ]+?\b(\w+)\(`)

// TestClusterHelpers: a file of a cluster's function defines each helper once, which its blocks and the cluster call.
func TestClusterHelpers(t *testing.T) {
	for _, typ := range spec.Types() {
		for _, op := range spec.Ops() {
			s := clusterSpec()
			if s.Type, s.Op = typ, op; s.Validate() != nil {
				continue
			}
			names := map[string]int{}
			for _, m := range defined.FindAllStringSubmatch(string(emitCluster(t, s, gen.CUDA)), -1) {
				names[m[1]]++
			}
			for name, n := range names {
				if n > 1 {
					t.Errorf("%s of %s: %s is defined %d times", op, typ, name, n)
				}
			}
			if len(names) == 0 {
				t.Errorf("%s of %s: no functions", op, typ)
			}
		}
	}
}
