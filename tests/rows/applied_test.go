package rows

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
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

// eps is the parameter of calls.
const eps = 0.001

// rowsOf is how many rows the input of a call has.
func rowsOf(s spec.Spec) int {
	if s.HasResidual() || s.HasGrad() {
		return 2*count + 2
	}
	return count + 2
}

// matrix is the input of a call, as float32 and as what memory holds: rows, weights, biases and the rows of a residual
// or of gradients.
// The second row has infinities, the third a NaN.
func matrix(s spec.Spec) (wide []float32, held []uint64) {
	cols, in := s.Cols(), s.InType()
	for i := range rowsOf(s) * cols {
		z := splitMix(uint64(cols), i)
		bits := element(in, uint64(cols), i)
		switch r := i / cols; {
		case r == 1 && z%97 == 0:
			bits = ref.Encode(in, math.Inf(-1))
		case r == 2 && i%cols == cols/2:
			bits = ref.Encode(in, math.NaN())
		}
		held = append(held, bits)
		wide = append(wide, math.Float32frombits(uint32(widened(in, bits))))
		if in == spec.Float32 {
			wide[i] = math.Float32frombits(uint32(bits))
		}
	}
	return wide, held
}

// labels are those of the rows of a call: the second has an infinity, the third no column of that number.
func labels(s spec.Spec) []int32 {
	all := make([]int32, count)
	for r := range all {
		all[r] = int32(r * 0x9e3779b1 % s.Cols())
	}
	all[2] = []int32{-1, int32(s.Cols()), math.MinInt32}[s.Cols()%3]
	return all
}

// extra are the arguments of a call beside the matrices.
func extra(s spec.Spec) string {
	at := func(r int) string {
		return fmt.Sprintf("(*[%d]%s)(in[%d:]), ", s.Cols(), goType(s.InType()), r*s.Cols())
	}
	var text string
	for _, p := range s.Shape().Beside() {
		text += map[spec.Role]string{
			spec.WeightRole: at(count), spec.BiasRole: at(count + 1), spec.EpsRole: fmt.Sprint(eps, ", "),
			spec.LabelRole: fmt.Sprintf("%#v, ", labels(s)),
		}[p.Role]
	}
	return text
}

// results are the number of values that a row becomes, and their type.
func results(s spec.Spec) (int, spec.Type) {
	if sh := s.Shape(); !sh.Each {
		return 1, sh.Element().Type
	}
	return s.Cols(), s.InType()
}

// called is a call of an emitted function, which gives its results.
func called(s spec.Spec) string {
	n, to := results(s)
	out := fmt.Sprintf("out := make([]%s, %d); ", goType(to), count*n)
	switch {
	case s.PerRow():
		return out + fmt.Sprintf("%s(in, %d, out, %s); give(out)", s.FuncName(), s.Cols(), extra(s))
	case s.HasResidual(): // and again in place
		call := fmt.Sprintf("%s(in, %d, residual, %[2]d, OUT, %[2]d, SUM, %[2]d, %[3]s%[4]d); give(OUT); give(SUM)",
			s.FuncName(), s.Cols(), extra(s), count)
		apart := strings.NewReplacer("OUT", "out", "SUM", "sum").Replace(call)
		inPlace := strings.NewReplacer("OUT", fmt.Sprintf("in[:%d]", count*n), "SUM", "residual").Replace(call)
		return out + fmt.Sprintf("sum := make([]%s, %d); residual := in[%d:]; %s; %s", goType(to), count*n,
			(count+2)*s.Cols(), apart, inPlace)
	case s.HasGrad():
		return out + fmt.Sprintf("%s(in, %d, in[%d:], %[2]d, out, %[2]d, %[4]s%[5]d); give(out)", s.FuncName(), s.Cols(),
			(count+2)*s.Cols(), extra(s), count)
	}
	return out + fmt.Sprintf("%s(in, %d, out, %[2]d, %[3]s%[4]d); give(out)", s.FuncName(), s.Cols(), extra(s), count)
}

// TestApplied compares emitted functions of row-apply with the reference, bit for bit.
func TestApplied(t *testing.T) {
	extent.OneIn(t, 8, 8)
	specs := slices.Collect(catalogue.Applied())
	if extent.Of() == extent.Quick {
		specs = specs[:len(specs)/3]
	}
	dir := t.TempDir()
	var main strings.Builder
	var input bytes.Buffer
	main.WriteString(start)
	files := map[string]string{"go.mod": "module rows\n\ngo 1.24\n"}
	for _, s := range specs {
		emitted, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatalf("%s: %v", s.Header(), err)
		}
		files[s.FileName()+".go"] = string(emitted[s.FileName()+".go"])
		fmt.Fprintf(&main, "\t{\n\t\tin := make([]%s, %d); read(in)\n\t\t%s\n\t}\n", goType(s.InType()),
			rowsOf(s)*s.Cols(), called(s))
		_, held := matrix(s)
		for _, x := range held {
			input.Write(binary.LittleEndian.AppendUint64(nil, x)[:s.InType().Bits()/8])
		}
	}
	files["main.go"], files["in"] = main.String()+"}\n", input.String()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".", "in")
	cmd.Dir = dir
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.Bytes())
	}
	for _, s := range specs {
		out = compare(t, s, out)
	}
	if len(out) != 0 {
		t.Errorf("%d bytes of output too many", len(out))
	}
}

// compare compares the output of one function, and gives what follows it.
func compare(t *testing.T, s spec.Spec, out []byte) []byte {
	wide, _ := matrix(s)
	weight, bias := count*s.Cols(), (count+1)*s.Cols()
	beside := ref.Beside[float32]{Weight: wide[weight:bias], Bias: wide[bias:], Eps: eps}
	second := func(r int) []float32 { return wide[(count+2+r)*s.Cols() : (count+3+r)*s.Cols()] }
	var wants, sums [][]uint64
	n, to := results(s)
	for r := range count {
		x := wide[r*s.Cols() : (r+1)*s.Cols()]
		if s.HasResidual() {
			sum := ref.ApplyResidual(to, x, second(r))
			x = make([]float32, s.Cols())
			for i, bits := range sum {
				x[i] = float32(ref.Decode(to, bits))
			}
			sums = append(sums, sum)
		}
		if s.HasGrad() {
			beside.Grad = second(r)
		}
		var row []uint64
		beside.Picked = ref.Picked(x, labels(s)[r])
		for _, y := range ref.ApplyRow(s, x, beside) {
			if bits := uint64(math.Float32bits(y)); to == spec.Float32 {
				row = append(row, bits)
			} else {
				row = append(row, ref.Encode(to, float64(y)))
			}
		}
		wants = append(wants, row)
	}
	all := [][][]uint64{wants}
	if s.HasResidual() {
		all = [][][]uint64{wants, sums, wants, sums}
	}
	for k, rows := range all {
		numbers, size := 0, to.Bits()/8
		for i := range count * n {
			var word [8]byte
			copy(word[:], out[i*size:(i+1)*size])
			got, want := binary.LittleEndian.Uint64(word[:]), rows[i/n][i%n]
			if !ref.Same(to, got, want) {
				t.Errorf("%s: result %d: row %d, column %d is %#x, want %#x", s.FileName(), k, i/n, i%n, got, want)
				break
			}
			if !math.IsNaN(ref.Decode(to, want)) {
				numbers++
			}
		}
		if out = out[count*n*size:]; numbers < n && !t.Failed() {
			t.Errorf("%s: result %d: %d numbers", s.FileName(), k, numbers)
		}
	}
	return out
}

// widened is a half as the bits of a float32.
func widened(t spec.Type, x uint64) uint64 {
	if f := ref.Decode(t, x); !math.IsNaN(f) {
		return uint64(math.Float32bits(float32(f)))
	}
	return 0x7fc00000
}
