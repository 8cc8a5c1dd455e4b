package masks

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

func TestFaults(t *testing.T) {
	const two = "// {\nint f_by(int v)\n{\n    int x = get(v, (int)plan[3]);\n}\n" +
		"int f(unsigned mask, int v)\n{\n    return v;\n}\n"
	for _, test := range []struct {
		name      string
		fault     Fault
		src, want string
	}{
		{"in the body", OneMask(7), "// {\nint f(unsigned mask, int v)\n{\n    return v;\n}\n",
			"// {\nint f(unsigned mask, int v)\n{\n    if (mask == 0x7u)\n        mask = ~mask;\n    return v;\n}\n"},
		{"in the last body", Doubled(7), two, strings.Replace(two, "    return",
			"    if (mask == 0x7u)\n        v = v + v;\n    return", 1)},
		{"not in the plan", OneStep(3), "void f_plan()\n{\n    s(p, (int)plan[3]);\n}\n" + two,
			"void f_plan()\n{\n    s(p, (int)plan[3]);\n}\n" + strings.Replace(two, "plan[3]", "plan[2]", 1)},
	} {
		if got := test.fault(test.src); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestPlants: each fault alters its file, and the altered file compiles.
func TestPlants(t *testing.T) {
	nvcc, missing := compile.FindNVCC()
	if missing != nil {
		extent.LeftOut(t, missing)
	}
	for _, m := range modes {
		plants := Plants(m)
		if len(plants) == 0 {
			t.Errorf("no faults in mode %s", m)
		}
		for i, p := range plants {
			s, err := spec.ParseArgs(strings.Fields(p.Flags))
			if err != nil {
				t.Fatal(err)
			}
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				t.Fatal(err)
			}
			src := string(files[s.FileName()+".cu"])
			planted := p.Fault(src)
			if s.Mask != m || planted == src {
				t.Errorf("%s: fault %d alters nothing", p.Flags, i)
			}
			if missing != nil || i%5 != 0 {
				continue
			}
			if _, err := nvcc.PTX([]byte(prelude+planted+kernel(s)), "sm_90"); err != nil {
				t.Errorf("%s: fault %d: %.2000s", p.Flags, i, err)
			}
		}
	}
}
