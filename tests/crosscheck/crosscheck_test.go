package crosscheck

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// check fails if a pair differs, or if too few results were compared.
func check(t *testing.T, tally *Tally, least int) {
	t.Helper()
	var b bytes.Buffer
	tally.Print(&b, 5, Differ, Panics)
	t.Logf("%s", b.String())
	if n := tally.Pairs[Differ] + tally.Pairs[Panics]; n > 0 {
		t.Errorf("%d pairs differ or panic", n)
	}
	if tally.Defined < least {
		t.Errorf("%d results compared, want %d", tally.Defined, least)
	}
}

// try runs one program on some inputs.
func try(tally *Tally, g *Generator, s Subject, inputs int) {
	tally.Programs++
	p := Read(s)
	for i := range inputs {
		in := InputFor(g.Rand, s.Spec, g.IntN(40)+i)
		tally.Add(s, in, "", p.Run(in, g.Uint64()))
		if p.Refused() {
			return
		}
	}
}

func fixtures(t *testing.T) []Subject {
	t.Helper()
	all, err := Fixtures("../../internal/prover/ptx/testdata")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	return all
}

func TestFixtures(t *testing.T) {
	g := NewGenerator(1)
	var tally Tally
	for _, s := range fixtures(t) {
		try(&tally, g, s, 20)
	}
	check(t, &tally, 10000)
	if n := tally.Total(); tally.Pairs[Agree] != n {
		t.Errorf("%d of %d pairs agree", tally.Pairs[Agree], n)
	}
}

// TestGenerated compiles a few emitted files, the compilers alternating.
func TestGenerated(t *testing.T) {
	compilers := Compilers()
	if len(compilers) == 0 {
		t.Skip("no compiler")
	}
	if _, err := compile.FindNVCC(); err != nil {
		extent.LeftOut(t, err)
	}
	sources, err := specsIn("../../generated", ".cu", spec.ParseHeader)
	if err != nil {
		t.Fatal(err)
	}
	var some []Subject
	for i, s := range sources {
		if i%9 == 4 {
			some = append(some, s)
		}
	}
	all, err := compileAll(some, t.TempDir(), func(i int) []Compiler {
		return compilers[i%len(compilers) : i%len(compilers)+1]
	})
	if err != nil {
		t.Fatal(err)
	}
	g := NewGenerator(2)
	var tally Tally
	for _, s := range all {
		try(&tally, g, s, 4)
	}
	check(t, &tally, 300)
}

func TestMutants(t *testing.T) {
	extent.NotQuick(t, "mutants")
	g := NewGenerator(3)
	all := fixtures(t)
	var tally Tally
	for range 400 {
		m, _ := Mutate(g, all[g.IntN(len(all))])
		try(&tally, g, m, 2)
	}
	check(t, &tally, 3000)
}

// TestTemplates: both readers take every instruction of the templates, so that random programs are compared.
func TestTemplates(t *testing.T) {
	g := NewGenerator(9)
	in := InputFor(g.Rand, CarrierSpec(), 0)
	seen := map[string]bool{}
	for _, template := range templates {
		for range 40 {
			op, rest, _ := strings.Cut(choose(g, template), " ")
			if seen[op] {
				continue
			}
			seen[op] = true
			var args []string
			for _, hole := range strings.Fields(rest) {
				args = append(args, fill(g, hole, registersOf))
			}
			text := "\t" + op + " " + strings.Join(args, ", ") + ";\n"
			if r := Read(carrier(g, text+settleNaN(op, args), "")).Run(in, 1); r.Outcome != Agree {
				t.Errorf("%s%s: %s", text, r.Outcome, r.Why)
			}
		}
	}
}

func TestRandom(t *testing.T) {
	extent.OnlyFull(t, "random programs")
	g := NewGenerator(4)
	var tally Tally
	for i := range 700 {
		s := Carrier(g, 1+g.IntN(5))
		if i%3 == 0 {
			s, _ = Mutate(g, s)
		}
		try(&tally, g, s, 2)
	}
	check(t, &tally, 5000)
}

// TestPlanted: programs that a reader once read wrongly agree, or the first reader rejects
// them. See FINDINGS.md.
func TestPlanted(t *testing.T) {
	for name, text := range map[string]string{
		"guard read once":        "\t@%p1 setp.ge.and.s32 %p1|%p2, %r3, %r3, !%p1;\n",
		"guard of a pair":        "\t@!%p0 setp.le.and.s32 %p0|%p1, %r0, %r2, %p3;\n",
		"octal offset":           "\tld.local.u16 %r1, [buf+012];\n",
		"octal operand":          "\tadd.u32 %r1, %r1, 0777;\n",
		"register of a scope":    "\t{ .reg .b32 %t; mov.u32 %t, 7; }\n\t{ .reg .b32 %u; add.u32 %r1, %u, 1; }\n",
		"hidden register":        "\t{ .reg .b32 %r1; mov.u32 %r1, 7; }\n",
		"pointer as a number":    "\tcvt.u32.u64 %r0, %out;\n",
		"place of a variable":    "\tmov.u64 %d0, buf;\n",
		"store past a buffer":    "\tst.global.u64 [%out+256], %d0;\n",
		"opcode without a type":  "\tmul %r0, %r1, %r2;\n",
		"label of a block":       "\tsetp.eq.u32 %p1, %i, 3;\n\t@%p1 bra X0;\n\t{\nX0: mov.u32 %r1, 7;\n\t}\n",
		"register declared late": "\tmov.u32 %late, 1;\n\t.reg .b32 %late;\n",
		"order of bits":          "\tsetp.gt.b32 %p1, %r1, 3;\n",
		"signed higher":          "\tsetp.hi.s32 %p1, %r1, 3;\n",
		"vector of a float":      "\tmov.f64 {%r1, %r2}, %d3;\n",
		"discarded sum":          "\tadd.s32 _, %r3, %r3;\n",
		"modifier last":          "\tld.local.u32.rz %r2, [buf];\n",
		"half a word written":    "\t{ .local .align 4 .b8 own[4]; st.local.u16 [own], %r0; ld.local.u32 %r1, [own]; }\n",
	} {
		t.Run(name, func(t *testing.T) {
			g := NewGenerator(5)
			var tally Tally
			try(&tally, g, carrier(g, text, ""), 4)
			if n := tally.Pairs[Agree] + tally.Pairs[BothRefuse] + tally.Pairs[FirstRefuses]; n != tally.Total() || n == 0 {
				var b bytes.Buffer
				tally.Print(&b, 3, Differ, Panics, SecondRefuses)
				t.Error(b.String())
			}
		})
	}
}

// TestSignOfNaN: neg and abs do not keep the payload of a NaN. PTX leaves the NaN unspecified,
// and hardware returns another.
func TestSignOfNaN(t *testing.T) {
	g := NewGenerator(7)
	for _, c := range []struct{ op, kept string }{
		{"mov.b32 %f0, 0fFFC00001;\n\tneg.f32 %f0, %f0;\n\tmov.b32 %r0, %f0;",
			"mov.b32 %r0, 0x7fc00001;\n\tmov.b32 %f0, %r0;"},
		{"mov.b64 %g0, 0dFFF8000000000001;\n\tabs.f64 %g0, %g0;\n\tmov.b64 %d0, %g0;",
			"mov.b64 %d0, 0x7ff8000000000001;\n\tmov.b64 %g0, %d0;"},
		{"mov.b32 %r0, 0xfe01fe01;\n\tneg.f16x2 %r0, %r0;\n\tmov.b32 %f0, %r0;",
			"mov.b32 %r0, 0x7e017e01;\n\tmov.b32 %f0, %r0;"},
		{"mov.b64 %g0, 0d7FF8000000000001;\n\tneg.f64 %g0, %g0;\n\tmov.b64 %d0, %g0;",
			"mov.b64 %d0, 0xfff8000000000001;\n\tmov.b64 %g0, %d0;"},
	} {
		p := Read(carrier(g, "\t"+c.op+"\n", ""))
		p.second = Read(carrier(g, "\t"+c.kept+"\n", "")).second
		if r := p.Run(InputFor(g.Rand, p.Spec, 0), 1); r.Outcome == Agree {
			t.Errorf("%s: the payload is kept", c.op)
		}
	}
}

// TestNumbers: an operation's NaN has other bits, and nothing else changes.
func TestNumbers(t *testing.T) {
	n := newNumbers(1)
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		one := bv.Word{W: f.Bits(), X: n.One(f)}
		inf := bv.Word{W: f.Bits(), X: n.infinity(f)}
		if two := n.Float(bv.FAdd, f, one, one); two != n.Numbers.Float(bv.FAdd, f, one, one) {
			t.Errorf("%v: 1+1 is %v", f, two)
		}
		for name, v := range map[string]func() bv.Value{
			"Float":   func() bv.Value { return n.Float(bv.FMul, f, inf, bv.Word{W: f.Bits()}) },
			"Quiet":   func() bv.Value { return n.Quiet(f, bv.Word{W: f.Bits(), X: inf.X | 1}) },
			"Convert": func() bv.Value { return n.Convert(f, f, bv.Word{W: f.Bits(), X: inf.X | 1}) },
			"Product": func() bv.Value { return n.Product(f, bv.Word{W: f.Bits(), X: inf.X | 1}, true) },
		} {
			a, b := v(), v()
			if isNaN := n.Float(bv.FUnordered, f, a, a); isNaN != (bv.Word{W: 1, X: 1}) {
				t.Errorf("%v: %s gives %v, no NaN", f, name, a)
			}
			if c := v(); a == b && b == c {
				t.Errorf("%v: %s gives one NaN", f, name)
			}
		}
	}
}

// TestDiffer gives the readers programs that differ in one instruction. The difference must be
// found.
func TestDiffer(t *testing.T) {
	g := NewGenerator(6)
	s := carrier(g, "\tadd.u32 %r1, %r1, 1;\n", "")
	p := Read(s)
	p.second = Read(carrier(g, "\tadd.u32 %r1, %r1, 2;\n", "")).second
	in := InputFor(g.Rand, s.Spec, 0)
	if r := p.Run(in, 1); r.Outcome != Differ {
		t.Errorf("%s: %s", r.Outcome, r.Why)
	}
}

// TestApart: the second reader imports no package of the project.
func TestApart(t *testing.T) {
	entries, err := os.ReadDir("ptxsim")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile("ptxsim/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "shflgen/shflgen/") {
			t.Errorf("%s imports a package of the project", e.Name())
		}
	}
}
