package grids

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// start is the start of the program that calls emitted functions. Its argument is a folder of inputs.
const start = `package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
)

func call[T, R any](name string, arrays int, f func([][]T) R, lengths ...int) {
	in, err := os.ReadFile(os.Args[1] + "/" + name)
	if err != nil {
		panic(err)
	}
	r := bytes.NewReader(in)
	for _, n := range lengths {
		x := make([][]T, arrays)
		for k := range x {
			x[k] = make([]T, n)
			if err := binary.Read(r, binary.LittleEndian, x[k]); err != nil {
				panic(err)
			}
		}
		result := f(x)
		if err := binary.Write(os.Stdout, binary.LittleEndian, result); err != nil {
			panic(err)
		}
		if n < 1<<18 { // one processor
			continue
		}
		for _, processors := range []int{1, 2, 3, 8} {
			before := runtime.GOMAXPROCS(processors)
			if again := f(x); fmt.Sprint(again) != fmt.Sprint(result) {
				fmt.Fprintf(os.Stderr, "%s: of %d elements %v on %d processors, %v before\n", name, n, again, processors, result)
				os.Exit(1)
			}
			runtime.GOMAXPROCS(before)
		}
	}
}

func one[T, R any](name string, f func([]T) R, lengths ...int) {
	call(name, 1, func(x [][]T) R { return f(x[0]) }, lengths...)
}

func two[T, R any](name string, f func(a, b []T) R, lengths ...int) {
	call(name, 2, func(x [][]T) R { return f(x[0], x[1]) }, lengths...)
}

func first[T, R any](name string, f func([]T) (R, int64), lengths ...int) {
	one(name, func(x []T) (both struct {
		Value R
		Index int64
	}) {
		both.Value, both.Index = f(x)
		return both
	}, lengths...)
}

func products(a, b []float32) []float32 {
	all := make([]float32, len(a))
	for i := range a {
		all[i] = a[i] * b[i]
	}
	return all
}

func main() {
`

// lengths are the lengths of a spec's arrays: of float32 sums all, of others some.
func lengths(s spec.Spec, nth int) []int {
	if documented(s) {
		return catalogue.GridLengths
	}
	of := slices.DeleteFunc(slices.Clone(catalogue.GridLengths), func(n int) bool { return n > extent.Pick(5000, 70000) })
	some := []int{0, 1}
	if s.HasLane() && nth%7 == 0 { // several processors
		some = append(some, 1<<18, 1<<18+70001)
	}
	for i, n := range of {
		if (i+nth)%4 == 0 {
			some = append(some, n)
		}
	}
	return some
}

// arraysOf are the inputs of a call.
func arraysOf(s spec.Spec, n int) (all [][]uint64) {
	for k := range max(1, len(s.MapInputs())) {
		all = append(all, arrayOf(s, n, n+k<<40))
	}
	return all
}

// arrayOf is an array of a call: test vectors, or edges.
func arrayOf(s spec.Spec, n, seed int) []uint64 {
	edges := ref.Edges(s.InType())
	array := make([]uint64, n)
	for i := range array {
		z := splitMix(uint64(seed), i)
		switch {
		case n%2 == 0 && z%5 == 0 && s.Op != spec.Sum:
			array[i] = edges[z%uint64(len(edges))]
		case s.Type.Class() == spec.Float:
			array[i] = element(s.InType(), uint64(seed), i)
		default:
			array[i] = z >> (64 - s.Type.Bits())
		}
	}
	return array
}

// callsOf is the function of the program that calls that of a spec, and the call of the document's code.
func callsOf(s spec.Spec) (call, array string) {
	switch {
	case s.HasLane():
		return "first", ""
	case len(s.MapInputs()) == 2:
		return "two", "two(%q, func(a, b []float32) float32 { return array(products(a, b), 4) }, %s)"
	}
	return "one", "one(%q, func(x []float32) float32 { return array(x, 4) }, %s)"
}

// TestCompiled runs emitted functions, and the code of the document.
func TestCompiled(t *testing.T) {
	extent.NotQuick(t, "compiles Go")
	extent.OneIn(t, 8, 8)
	dir := t.TempDir()
	specs := extent.Drawn(t, slices.AppendSeq(slices.Collect(catalogue.Grids()), catalogue.MappedGrids()), 8, 8)
	files := map[string]string{"go.mod": "module grids\n\ngo 1.24\n", "array.go": "package main\n\n" + codeOf(t)}
	var main strings.Builder
	main.WriteString(start)
	for nth, s := range specs {
		emitted, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatalf("%s: %v", s.Header(), err)
		}
		files[s.FileName()+"_twin.go"] = string(emitted[s.FileName()+".go"])
		var input bytes.Buffer
		args := fmt.Sprint(lengths(s, nth))
		for _, n := range lengths(s, nth) {
			for _, x := range slices.Concat(arraysOf(s, n)...) {
				input.Write(binary.LittleEndian.AppendUint64(nil, x)[:s.InType().Bits()/8])
			}
		}
		files[s.FileName()] = input.String()
		args = strings.ReplaceAll(strings.Trim(args, "[]"), " ", ", ")
		call, array := callsOf(s)
		fmt.Fprintf(&main, "\t%s(%q, %s, %s)\n", call, s.FileName(), s.FuncName(), args)
		if documented(s) {
			fmt.Fprintf(&main, "\t"+array+"\n", s.FileName(), strings.TrimPrefix(args, "0, "))
		}
	}
	files["main.go"] = main.String() + "}\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".", dir)
	cmd.Dir = dir
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.Bytes())
	}
	take := func(bits int) uint64 {
		if len(out) < bits/8 {
			t.Fatal("the program's output is short")
		}
		var word [8]byte
		copy(word[:], out[:bits/8])
		out = out[bits/8:]
		return binary.LittleEndian.Uint64(word[:])
	}
	for nth, s := range specs {
		times := 1
		if documented(s) {
			times = 2
		}
		wants := map[int]uint64{}
		if s.HasLane() {
			compareFirst(t, s, lengths(s, nth), take)
			continue
		}
		for k := range times {
			for _, n := range lengths(s, nth)[k:] { // the code of the document takes one element at least
				if k == 0 {
					wants[n] = result(t, s, arraysOf(s, n)...)
				}
				if got := take(s.Type.Bits()); !ref.Same(s.Type, got, wants[n]) {
					t.Errorf("%s: of %d elements %#x, want %#x", s.FileName(), n, got, wants[n])
				}
			}
		}
	}
	if len(out) != 0 {
		t.Errorf("%d bytes of output too many", len(out))
	}
}

// compareFirst compares what a program gave of elements and their numbers.
func compareFirst(t *testing.T, s spec.Spec, lengths []int, take func(bits int) uint64) {
	t.Helper()
	for _, n := range lengths {
		bits, index := take(s.Type.Bits()), int64(take(64))
		want, at := firstOf(s, arrayOf(s, n, n))
		if index != at || n > 0 && !ref.Same(s.Type, bits, want) {
			t.Errorf("%s: of %d elements %#x in %d, want %#x in %d", s.FileName(), n, bits, index, want, at)
		}
	}
}

// documented reports whether the code of the document is of a spec's type and op, of elements or of products.
func documented(s spec.Spec) bool {
	return s.Type == spec.Float32 && s.Op == spec.Sum && s.In() == spec.AsType &&
		(s.Map == nil || s.Map.Kind == spec.Product)
}
