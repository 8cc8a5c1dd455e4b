package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// rowInput is a matrix of which a row is loaded.
type rowInput struct {
	matrix, pitch string // parameters of the kernel
	row           string // the address of the thread's row
	x, from       string // what names of vectors, and of the address of a batch, start with
	vector        vector
	memory        string // the type of an element in memory
}

// inputsOf are those of a row of s.
func inputsOf(s shflgen.Spec) []rowInput {
	var all []rowInput
	for i, p := range s.Shape().Matrices() {
		in := rowInput{matrix: p.InMemory(), pitch: "pitch", row: "row", x: "xyz"[i : i+1], from: "from", vector: vectorOf(p.Type), memory: ctypes[p.Type].name}
		if s.Map != nil {
			in.pitch, in.row = in.matrix+"_pitch", in.matrix
		}
		if i > 0 {
			in.from = in.matrix + "_from"
		}
		all = append(all, in)
	}
	return all
}

// held is how much of the last of some rounds there is: the threads with a whole vector, and the
// elements of the next one.
func (r *rows) held(first, count int) (full, rest int) {
	if first+count < r.Rounds {
		return r.Threads, 0
	}
	left := r.of.Cols - (r.Rounds-1)*r.Accumulators()
	return left / r.Vector, left % r.Vector
}

// loads are the loads of some rounds from first on. plus is added to the address of a row: a column,
// in a loop.
func (r *rows) loads(plus string, first, count int) []string {
	full, rest := r.held(first, count)
	var begin, declared, vectors, scalars, tail []string
	for _, in := range r.inputs {
		at := fmt.Sprintf("%s%s + %du * thread", in.row, plus, r.Vector)
		if first > 0 {
			at = fmt.Sprintf("%s%s + (%du + %du * thread)", in.row, plus, first*r.Accumulators(), r.Vector)
		}
		from, wide := fmt.Sprintf("%s%d", in.from, first), "vectors"
		if len(r.inputs) > 1 {
			wide = in.matrix + "_vectors"
		}
		begin = append(begin, fmt.Sprintf("const %s *%s = %s;", in.memory, from, at))
		var names, own []string
		for i := range count {
			x := fmt.Sprintf("%s%d", in.x, first+i)
			guard := ""
			if i == count-1 && full < r.Threads {
				guard = fmt.Sprintf("if (thread < %du) ", full)
				if full == 0 {
					guard = "none"
				}
			}
			if guard == "" {
				names = append(names, x)
			}
			if guard != "none" {
				own = append(own, fmt.Sprintf("%s%s = %s[%d];", guard, x, wide, i*r.Threads))
				scalars = append(scalars, fmt.Sprintf("%s%s = %s(%s + %d);", guard, x, r.gather(in), from, i*r.Accumulators()))
			}
		}
		if own != nil {
			vectors = append(append(vectors, fmt.Sprintf("const %s *%s = reinterpret_cast<const %[1]s *>(%[3]s);", in.vector.name, wide, from)), own...)
		}
		if names != nil {
			declared = append(declared, fmt.Sprintf("%s %s;", in.vector.name, joinNames(names)))
		}
		if full < r.Threads {
			more, some := r.tail(in, fmt.Sprintf("%s%d", in.x, first+count-1), name(from), (count-1)*r.Accumulators(), rest)
			declared, tail = append(declared, more...), append(tail, some...)
		}
	}
	lines := append(begin, declared...)
	if vectors != nil {
		r.gathers = true
		lines = append(lines, fmt.Sprintf("if (%s) {", r.aligned()))
		lines = append(append(lines, indented(vectors)...), "} else {")
		lines = append(append(lines, indented(scalars)...), "}")
	}
	if rest > 0 {
		lines = append(append(append(lines, fmt.Sprintf("if (thread == %du) {", full)), indented(tail)...), "}")
	}
	return lines
}

// tail declares the vector of the last round, as of a thread that has nothing of it, and sets it in the
// thread that has some elements.
func (r *rows) tail(in rowInput, x string, from expr, at, some int) (declared, set []string) {
	what, absent := "the identity", r.absent
	if r.leavesOut() {
		what, absent = "left out", 0
	}
	declared = append(declared, fmt.Sprintf("%s %s; // past the row's end: %s", in.vector.name, x, what))
	for _, word := range in.vector.words(name(x)) {
		declared = append(declared, fmt.Sprintf("%s = %s;", word, in.vector.every(absent)))
	}
	words := in.vector.gather(func(i int) expr { return from.entry(at + i) }, some, absent)
	for i, to := range in.vector.words(name(x)) {
		set = append(set, fmt.Sprintf("%s = %s;", to, words[i]))
	}
	return declared, set
}

// aligned is the condition that every input's row is aligned to 16 bytes.
func (r *rows) aligned() string {
	var all []string
	for _, in := range r.inputs {
		all = append(all, "(unsigned long long)"+in.row)
	}
	address := strings.Join(all, " | ")
	if len(all) > 1 {
		return fmt.Sprintf("((%s) & 15u) == 0u", address)
	}
	return fmt.Sprintf("(%s & 15u) == 0u", address)
}

// gather is the name of a function that loads a vector of an input element by element. Inputs of one
// type have one.
func (r *rows) gather(in rowInput) string {
	for i, other := range r.inputs {
		if i > 0 && other.memory == in.memory {
			return r.name + "_gather_" + other.matrix
		} else if other.memory == in.memory {
			break
		}
	}
	return r.name + "_gather"
}

// gatherHelper loads a vector element by element.
func (r *rows) gatherHelper(in rowInput) string {
	words, of := in.vector.gather(func(i int) expr { return name("from").entry(i) }, r.Vector, 0), "a row"
	if r.of.Pattern.Grid() {
		of = "an array"
	}
	return helper{
		does:   fmt.Sprintf("%d elements of %s that is not aligned to 16 bytes.", r.Vector, of),
		result: in.vector.name, name: r.gather(in), params: "const " + in.memory + " *__restrict__ from",
		body: lines(fmt.Sprintf("return %s%s;", in.vector.name, braced(words))),
	}.String()
}

// widenHelper turns an element of memory into a float.
func (r *rows) widenHelper() string {
	from := r.of.InType()
	ptx := "cvt.f32.f16 %0, %1;"
	if from == shflgen.Bfloat16 {
		ptx = "mov.b32 %0, {0, %1};"
	}
	return helper{
		does: fmt.Sprintf("The value of a %s, exactly.", from), result: "float", name: r.name + "_widen", params: ctypes[from].name + " narrow",
		body: lines("float wide;", fmt.Sprintf(`asm("%s" : "=f"(wide) : "h"(%s));`, ptx, fmt.Sprintf(operands[from].to, "narrow")), "return wide;"),
	}.String()
}
