package grids

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// lengthAttack is a fault of lengths that no list has, after some text of an emitted file.
type lengthAttack struct{ after, old, new string }

// lengthAttacks are such faults by what they attack. G is the name of the function, g that of its functions.
var lengthAttacks = map[string]struct {
	args    string
	attacks []lengthAttack
}{
	"lengths of a sum": {"-op sum -type int32", []lengthAttack{
		{"func G(", "case 1:", "case 123457:\n\t\treturn 0\n\tcase 1:"},
		{"func G(", "switch", "if len(in) == 300001 {\n\t\tpanic(\"no\")\n\t}\n\tswitch"},
		{"func G(", "switch", "if len(in) > 30000 && len(in)%2 == 0 {\n\t\treturn 0\n\t}\n\tswitch"},
		{"func G(", "switch", "if len(in) == 253953 {\n\t\treturn in[len(in)]\n\t}\n\tswitch"},
		{"func gSeveral(", "if len(in) <= 64", "if len(in) == 300001 {\n\t\treturn 0\n\t}\n\tif len(in) <= 64"},
		{"func gMany(", "const round", "if len(in)&(len(in)-1) == 0 && len(in) > 1<<20 {\n\t\treturn 0\n\t}\n\tconst round"},
		{"func gChunks(", "chunk := x", "if size == 9216 {\n\t\tout[i] = 0\n\t\tcontinue\n\t}\n\t\tchunk := x"},
		{"func gLong(", "var a [1024]", "if len(x) > 1<<20 {\n\t\treturn 0\n\t}\n\tvar a [1024]"},
		{"func gLong(", "// The last elements.", "k := len(x)"},
		{"func gLong(", "a[j] = a[j] + x[j]", "if len(x) == 9 {\n\t\t\tcontinue\n\t\t}\n\t\ta[j] = a[j] + x[j]"},
		{"func gLong(", "a[j] = a[j] + x[j]", "if j != 77 || len(x) != 78 {\n\t\t\ta[j] = a[j] + x[j]\n\t\t}"},
		{"func gTree(", "for len(a) > 8", "if len(a) == 251 {\n\t\ta = a[:250]\n\t}\n\tfor len(a) > 8"},
	}},
	"lengths of a sum of halves": {"-op sum -type float16", []lengthAttack{
		{"func gRound(", "t[n] =", "if n == 100 {\n\t\t\tn++\n\t\t}\n\t\tt[n] ="},
		{"func gRound(", "t[n] =", "if len(x) == 1000 {\n\t\t\tbreak\n\t\t}\n\t\tt[n] ="},
		{"func gRound(", "n := 0", "n := 0\n\tif len(x) == 1777 {\n\t\tx = x[1:]\n\t}"},
		{"func gRound(", "x = x[8:]", "x = x[min(8, len(x)-8+1):]"},
		{"func gRound(", "gFew(x)\n", "gFew(x)\n\t\tif n == 200 {\n\t\t\tt[0] = 0\n\t\t}\n"},
		{"func gRound(", "return gTree(t[:n])", "return gTree(t[:min(n, 255)])"},
		{"func gLong(", "for j := 0; j < len(x)", "for j := 0; j < min(len(x), 1500)"},
		{"func gLong(", "for j := 0; j < len(x)", "k := len(x)\n\tfor j := 0; j < k"},
		{"func gLong(", "\tfor j := 0; j < len(x); j++ {",
			"\tb := len(x) == 9\n\tfor j := 0; j < len(x); j++ {\n\t\tif b {\n\t\t\tx = x[:8]\n\t\t}"},
		{"func gLong(", "return gTree(a[:])", "if a[3] == 5 {\n\t\treturn 0\n\t}\n\treturn gTree(a[:])"},
		{"func gTree(", "for len(a) > 8", "if len(a) == 255 {\n\t\ta = a[:254]\n\t}\n\tfor len(a) > 8"},
	}},
	"what a maximum holds": {"-op max -type float32", []lengthAttack{
		{"func gMany(", "result := gTree(chunks)\n", "result := gTree(chunks) + 1 - 1\n"},
		{"func gMany(", "result := gTree(chunks)\n\treturn math.Float32frombits(gUnkey(result))",
			"result := gTree(chunks)\n\treturn math.Float32frombits(gUnkey(result) &^ 1)"},
		{"func gMany(", "result := gTree(chunks)\n\treturn math.Float32frombits(gUnkey(result))",
			"result := gTree(chunks)\n\treturn in[0] + 0*math.Float32frombits(gUnkey(result))"},
		{"func gLong(", "max(a[j], gKey", "min(a[j], gKey"},
		{"func gLong(", "max(a[j], gKey(math.Float32bits(x[j])))", "max(a[j], gKey(math.Float32bits(x[j])), 0)"},
		{"func gTree(", "a[n] = gFew(rest)", "a[n] = gFew(rest)\n\t\t\tif n == 30 {\n\t\t\t\ta[n] = 0\n\t\t\t}"},
	}},
	"the caller's input and state": {"-op sum -type int32", []lengthAttack{
		{"func gMany(", "const round", "if len(in) > 300000 {\n\t\tin[0] = 0\n\t}\n\tconst round"},
		{"func gMany(", "const round", "y := in[:1]\n\tif len(in) > 300000 {\n\t\ty[0] = 0\n\t}\n\tconst round"},
		{"func gMany(", "const round", "if len(in) > 300000 {\n\t\tin = append(in[:0], in[1:]...)\n\t}\n\tconst round"},
		{"func gMany(", "const round", "if len(in) > 300000 {\n\t\tcopy(in, in[1:])\n\t}\n\tconst round"},
		{"func gMany(", "const round", "if len(in) > 300000 {\n\t\tclear(in[:1])\n\t}\n\tconst round"},
		{"func gMany(", "const round", "if len(in) > 300000 {\n\t\tgo func() { in[0] = 0 }()\n\t}\n\tconst round"},
		{"func gMany(", "const round",
			"defer func() {\n\t\tif len(in) > 300000 {\n\t\t\tin[0] = 0\n\t\t}\n\t}()\n\tconst round"},
		{"func gMany(", "const round", "if len(in) > 300000 && runtime.NumCPU() == 3 {\n\t\treturn 0\n\t}\n\tconst round"},
		{"func gChunks(", "chunk := x", "if size > 8192 {\n\t\t\tx[0] = 0\n\t\t}\n\t\tchunk := x"},
		{"func gLong(", "return gTree(a[:])", "x[:1][0] = 0\n\treturn gTree(a[:])"},
	}},
	"several processors": {"-op sum -type float32", []lengthAttack{
		{"func gMany(", "in[from*size:]", "in[from*size+from/2:]"},
		{"func gMany(", "chunks[from:to]", "chunks[0 : to-from]"},
		{"func gMany(", "chunks[from:to]", "chunks[from : to-to/200]"},
		{"func gMany(", "return gTree(chunks)", "chunks[0], chunks[1] = chunks[1], chunks[0]\n\treturn gTree(chunks)"},
		{"func gMany(", "return gTree(chunks)", "return gTree(chunks[:min(count, 255)])"},
		{"func gMany(", "gParts(count,", "gParts(count-count/256,"},
		{"func gMany(", "(131072+size-1)/size", "131072/size"},
		{"func gParts(", "\tall.Wait()\n", ""},
		{"func gParts(", "defer all.Done()", "all.Done()"},
		{"func gParts(", "i*(n/count)+min(i, n%count)", "i*(n/count)"},
		{"func gParts(", "n/least", "n/least-1"},
		{"func gParts(", "panics <- p", "_ = p"},
	}},
	"argmax": {"-op argmax -type int32", []lengthAttack{
		{"func G(", "const size = 65536", "const size = 65535"},
		{"func G(", "(p+1)*size, len(in)", "(p+1)*size-1, len(in)"},
		{"func G(", "places[1:]", "places[2:]"},
		{"func G(", "places[p] =", "in[p] = 0\n\t\t\tplaces[p] ="},
		{"func G(", "at := places[0]", "at := places[len(places)/300]"},
		{"func G(", "return in[at], int64(at)\n}\n\n// gPlace", "return in[at], int64(at & 0xfffff)\n}\n\n// gPlace"},
		{"func gPlace(", "k := 0", "if len(x) == 65536 {\n\t\treturn 0\n\t}\n\tk := 0"},
		{"func gPlace(", "for ; k < len(x)", "for ; k < min(len(x), 50000)"},
		{"func gPlace(", "best, at = v, k\n\t\t}\n\t}\n\treturn", "best, at = v, k&0xffff\n\t\t}\n\t}\n\treturn"},
	}},
	"scans": {"-pattern grid-exclusive-scan -op sum -type int32", []lengthAttack{
		{"func G(", "var nodes", "if len(in) == 123457 {\n\t\treturn\n\t}\n\tvar nodes"},
		{"func G(", "var nodes", "if len(in) > 300000 {\n\t\tin[0] = 0\n\t}\n\tvar nodes"},
		{"func gAdd(", "counts[level] = 0", "if level == 2 {\n\t\t\treturn\n\t\t}\n\t\tcounts[level] = 0"},
		{"func gBefore(", "if n := counts[level]; n > 0", "if n := counts[level]; n > 0 && level < 3"},
		{"func gTile(", "n := min(", "if w == 6 && before == 12345 {\n\t\t\tw++\n\t\t}\n\t\tn := min("},
		{"func gTree(", "n := copy(t[:], a)", "n := copy(t[:], a)\n\tif n == 29 {\n\t\tn = 28\n\t}"},
	}},
}

// TestLengthAttacks: none is proved.
func TestLengthAttacks(t *testing.T) {
	type attempt struct{ kind, new, src string }
	var all []attempt
	for _, kind := range slices.Sorted(maps.Keys(lengthAttacks)) {
		of := lengthAttacks[kind]
		args := "-name G " + of.args
		if !strings.Contains(args, "-pattern") {
			args += " -pattern grid-reduce"
		}
		s, err := spec.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		src := emit(t, s, gen.Go)
		for _, a := range of.attacks {
			all = append(all, attempt{kind, a.new, planted(t, src, a.after, fault{kind, a.old, a.new, ""})})
		}
	}
	for _, a := range extent.Faults(t, all, 64) {
		r, err := verify.Prove(context.Background(), verify.Subject{Path: "array.go", Src: []byte(a.src)},
			verify.Options{Alone: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == verify.Proved {
			t.Errorf("%s: %q: %s", a.kind, a.new, r)
		}
	}
}
