package operators_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// functions are operators and maps of users: without and with an identity, of scalars and of structs; and a type of
// users, for patterns that move elements.
var functions = []string{
	"-pattern reduce -op ../userops.Minus",
	"-pattern reduce -op ../userops.SaturatingSum",
	"-pattern reduce -op ../userops.MergeMoments",
	"-pattern reduce -op ../userops.MulQuaternion",
	"-pattern reduce -op ../userops.MulMatrix",
	"-pattern reduce -op ../userops.Minus -map ../userops.Residual",
	"-pattern reduce -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern row-apply -cols 21 -f ../userops.Limited -op ../userops.Added -map ../userops.Halved",
	"-pattern row-apply -cols 21 -f ../userops.OverRoot -map square",
	"-pattern rotate -delta 0 -type ../userops.Quaternion",
}

// file is an emitted file.
type file struct {
	name string
	src  []byte
}

// narrow are the specs of each function in each pattern that takes it, at narrow widths, in every mask mode.
func narrow(t *testing.T) (all []spec.Spec) {
	t.Helper()
	for _, of := range functions {
		base, err := spec.ParseArgs(strings.Fields(of))
		if err != nil {
			t.Fatal(err)
		}
		if base, _, err = operator.Resolve(base, ".", ".", false); err != nil {
			t.Fatal(err)
		}
		like := base.Pattern
		for _, p := range spec.Patterns() {
			if p.Reduces() != like.Reduces() || p.Applies() != like.Applies() {
				continue
			}
			for _, m := range p.MaskModes() {
				for _, size := range []int{1, 2, 3, 32} {
					s := spec.NewSpec(p)
					s.Type, s.Elem, s.Op, s.User, s.Map = base.Type, base.Elem, base.Op, base.User, base.Map
					s.Mask = m
					if p.Applies() {
						s.Params = base.Params
					}
					switch {
					case p.Block():
						s = s.With("block", size)
					case p.Row():
						s = s.OfCols(size)
					case !p.InMemory() && !p.Global():
						s.Width = size
					case size > 1:
						continue
					}
					if p.Batch() {
						s.N = 2
					}
					if p.TakesPerm() {
						s = s.With("perm", spec.PermOf(slices.Repeat([]int{size - 1}, size)))
					}
					s.Name = fmt.Sprintf("Fn%d", len(all))
					if s.Validate() == nil {
						all = append(all, s)
					}
				}
			}
		}
	}
	if len(all) < 400 {
		t.Fatalf("%d specs: some patterns are missing", len(all))
	}
	return all
}

// emitted are the files of [narrow] in one language.
func emitted(t *testing.T, lang gen.Lang) (all []file) {
	t.Helper()
	for _, s := range narrow(t) {
		o, err := fresh.Options(s, "compiled", []gen.Lang{lang})
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, o)
		if err != nil {
			t.Errorf("%s: %v", s.Args(), err)
			continue
		}
		for name, src := range files {
			all = append(all, file{name, src})
		}
	}
	return all
}

// TestCompiles: emitted Go that calls functions of users compiles. The check before it is written sees every file,
// the go command some.
func TestCompiles(t *testing.T) {
	extent.OneIn(t, 4, 4)
	dir, err := os.MkdirTemp(".", "_compiles")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	all := emitted(t, gen.Go)
	if extent.Of() != extent.Full {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:60]
	}
	for _, f := range all {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if extent.Compiles() {
		if out, err := exec.Command("go", "vet", "./"+dir).CombinedOutput(); err != nil {
			t.Errorf("go vet: %s", out)
		}
	}
}

// TestCompilesCUDA: clang accepts emitted CUDA that calls functions of users, with every warning an error, and rejects
// planted faults.
func TestCompilesCUDA(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	all := emitted(t, gen.CUDA)
	t.Logf("%d files", len(all))
	for _, arch := range extent.Drawn(t, compile.Arches, 4, 4) {
		if err := accepted(clang, all, arch); err != nil {
			t.Error(err)
		}
	}
	for _, fault := range []struct{ from, to, says string }{
		{`fn\d+_op(\(userops_moments a, userops_moments b\)\n)`, "other$1", "use of undeclared identifier"},
		{`(?s)#ifndef USEROPS_MOMENTS_\w+_DEFINED\n.*?#endif\n`, "", "unknown type name 'userops_moments'"},
		{`\n\{\n`, "\n{\n    int count;\n", "unused variable 'count'"},
		{`return `, "return 1 > 0, ", "comparison result unused"},
		{`asm\("add`, `asm("add %9`, "invalid operand number"},
	} {
		planted := slices.Clone(all)
		at := 1 + slices.IndexFunc(planted, func(f file) bool {
			return bytes.Contains(f.src, []byte("_op(userops_moments a"))
		})
		from, was := regexp.MustCompile(fault.from), planted[at].src
		found := from.FindSubmatchIndex(was)
		if found == nil {
			t.Fatalf("%s is not in %s", fault.from, planted[at].name)
		}
		to := from.Expand(nil, []byte(fault.to), was, found)
		planted[at].src = slices.Concat(was[:found[0]], to, was[found[1]:])
		err := accepted(clang, planted[at-1:at+2], "sm_80")
		if err == nil || !strings.Contains(err.Error(), fault.says) || !strings.Contains(err.Error(), planted[at].name) {
			t.Errorf("%s for %s: %v; want %s in %s", fault.to, fault.from, err, fault.says, planted[at].name)
		}
	}
}

// guard is a definition that a file makes where no other has made it.
var guard = regexp.MustCompile(`(?m)^#ifndef (\w+)\n#define `)

// accepted compiles files together, each in a namespace of its own, which does not see what others declare.
func accepted(clang compile.Clang, all []file, arch string) error {
	units := 2
	errs := make([]error, units)
	var wait sync.WaitGroup
	for u := range units {
		wait.Go(func() {
			var main bytes.Buffer
			unit := map[string][]byte{}
			for i := u; i < len(all); i += units {
				unit[all[i].name] = all[i].src
				fmt.Fprintf(&main, "namespace n%d {\n#include %q\n}\n", i, all[i].name)
				for _, m := range guard.FindAllSubmatch(all[i].src, -1) {
					fmt.Fprintf(&main, "#undef %s\n", m[1])
				}
			}
			unit["all.cu"] = main.Bytes()
			b := compile.Build{Arch: arch, Level: "O2", Define: []string{"SHFLGEN_C_ABI"}}
			errs[u] = clang.Check(context.Background(), unit, "all.cu", b)
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
