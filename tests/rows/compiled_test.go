package rows

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

// count and spare are the rows of a call, and the elements between them.
const count, spare = 3, 2

// held are the types of Go that hold elements.
var held = map[spec.Type]string{spec.Float16: "uint16", spec.Bfloat16: "uint16"}

func goType(t spec.Type) string {
	if name, ok := held[t]; ok {
		return name
	}
	return t.String()
}

// rowOf is a row of each input of a call: test vectors, edges, or few values, so that there are ties.
func rowOf(s spec.Spec, r int) [][]uint64 {
	var all [][]uint64
	for k, p := range s.Shape().In {
		edges := ref.Edges(p.Type)
		row := make([]uint64, s.Cols())
		for i := range row {
			z := splitMix(uint64(s.Cols()+r+1000*k), i)
			switch {
			case r == 0 && p.Type.Class() == spec.Float:
				row[i] = element(p.Type, uint64(s.Cols()+k), i)
			case r == 0:
				row[i] = z >> (64 - p.Type.Bits())
			case r == 2 && s.HasLane() && p.Type.Class() == spec.Float: // few of the zero that wins
				if (z%97 == 0) == (s.Op == spec.ArgMin) {
					row[i] = 1 << (p.Type.Bits() - 1)
				}
			case r == 1:
				row[i] = edges[z%uint64(len(edges))]
			default:
				row[i] = edges[z%3]
			}
		}
		all = append(all, row)
	}
	return all
}

// program writes a program that calls emitted functions, and its input.
func program(t *testing.T, dir string, specs []spec.Spec) {
	t.Helper()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var main strings.Builder
	var input bytes.Buffer
	main.WriteString(start)
	for _, s := range specs {
		files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatalf("%s: %v", s.Header(), err)
		}
		write(s.FileName()+".go", string(files[s.FileName()+".go"]))
		idx, arg, also := "", "", ""
		if s.HasLane() {
			idx, arg, also = fmt.Sprintf("idx := make([]int32, %d); ", count), ", idx", "; give(idx)"
		}
		make, args := "", ""
		for k, p := range s.Shape().In {
			make += fmt.Sprintf("in%d := make([]%s, %d); ", k, goType(p.Type), count*(s.Cols()+spare+k))
			args += fmt.Sprintf("in%d, %d, ", k, s.Cols()+spare+k)
		}
		for k := range s.Shape().In {
			make += fmt.Sprintf("read(in%d); ", k)
		}
		fmt.Fprintf(&main, "\t{\n\t\t%sout := make([]%s, %d); %s\n\t\t%s(%sout%s); give(out)%s\n", make, goType(s.Type),
			count, idx, s.FuncName(), args, arg, also)
		if documented(s) {
			fmt.Fprintf(&main, "\t\tgive(row(in0[:%d], 4))\n\t\tmany(%[1]d, %s)\n", s.Cols(), s.FuncName())
		}
		main.WriteString("\t}\n")
		for k, p := range s.Shape().In {
			for r := range count {
				for _, x := range append(rowOf(s, r)[k], slices.Repeat([]uint64{1}, spare+k)...) {
					input.Write(binary.LittleEndian.AppendUint64(nil, x)[:p.Type.Bits()/8])
				}
			}
		}
	}
	write("main.go", main.String()+"}\n")
	write("row.go", "package main\n\n"+codeOf(t))
	write("go.mod", "module rows\n\ngo 1.24\n")
	write("in", input.String())
}

// start is the start of the program.
const start = `package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime"
)

// many compares rows that several processors share with the same rows one by one.
func many(cols int, f func([]float32, int, []float32)) {
	runtime.GOMAXPROCS(3)
	out := make([]float32, 1<<18/cols+3)
	in := make([]float32, len(out)+cols-1) // rows begin one element apart
	for i := range in {
		in[i] = float32(i*i%8191) / 3
	}
	f(in, 1, out)
	for r, x := range out {
		one := make([]float32, 1)
		if f(in[r:], 1, one); math.Float32bits(x) != math.Float32bits(one[0]) {
			panic(fmt.Sprintf("row %d of %d columns is %v, want %v", r, cols, x, one[0]))
		}
	}
}

func main() {
	in, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	r := bytes.NewReader(in)
	read := func(to any) {
		if err := binary.Read(r, binary.LittleEndian, to); err != nil {
			panic(err)
		}
	}
	give := func(v any) {
		if err := binary.Write(os.Stdout, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
`

// TestCompiled runs emitted functions, and the code of the document.
func TestCompiled(t *testing.T) {
	extent.OneIn(t, 8, 8)
	specs := extent.Sample(slices.AppendSeq(slices.Collect(catalogue.Rows()), catalogue.MappedRows()), 7)
	dir := t.TempDir()
	program(t, dir, specs)
	cmd := exec.Command("go", "run", ".", "in")
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
	for _, s := range specs {
		wants := make([]ref.Answer, count)
		for r := range count {
			wants[r] = result(t, s, rowOf(s, r)...)
			if got := take(s.Type.Bits()); !ref.Same(s.Type, got, wants[r].Value[0].Bits) {
				t.Errorf("%s: row %d is %#x, want %#x", s.FileName(), r, got, wants[r].Value[0].Bits)
			}
		}
		for r := range count {
			if !s.HasLane() {
				break
			}
			if got := int32(take(32)); int(got) != wants[r].Numbers[0][0] {
				t.Errorf("%s: the column of row %d is %d, want %d", s.FileName(), r, got, wants[r].Numbers[0][0])
			}
		}
		if documented(s) {
			if got := take(32); got != wants[0].Value[0].Bits {
				t.Errorf("%s: the code of docs/order.md gives %#x, the reference %#x", s.FileName(), got, wants[0].Value[0].Bits)
			}
		}
	}
	if len(out) != 0 {
		t.Errorf("%d bytes of output too many", len(out))
	}
}

// documented reports whether the code of the document is of a spec's type and op.
func documented(s spec.Spec) bool {
	return s.Type == spec.Float32 && s.Op == spec.Sum && s.In() == spec.AsType && s.Map == nil
}
