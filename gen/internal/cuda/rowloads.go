package cuda

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/spec"
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
func inputsOf(s spec.Spec) []rowInput {
	var all []rowInput
	for i, p := range s.Shape().Matrices() {
		in := rowInput{matrix: p.InMemory(), pitch: "pitch", row: "row", x: "xyz"[i : i+1], from: "from",
			vector: vectorOf(p.Type), memory: ctypes[p.Type].name}
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

// loadTitle is the title of the loads of some rounds of a row of one length.
func (r *rows) loadTitle(first, count int) string {
	rounds := fmt.Sprintf("Round %d", first)
	if count > 1 {
		rounds = fmt.Sprintf("Rounds %d to %d", first, first+count-1)
	}
	if r.shifts() {
		return fmt.Sprintf("%s: %s.", rounds, bothLoads)
	}
	widths := r.widths()
	at := fmt.Sprintf("%d bytes at once where the row is aligned", widths[0])
	if len(widths) > 1 {
		at = fmt.Sprintf("%d or %d bytes at once as the row is aligned", widths[0], widths[1])
	}
	return fmt.Sprintf("%s: %s, else element by element.", rounds, at)
}

// loads are the loads of some rounds from first on. plus is added to the address of a row: a column,
// in a loop.
func (r *rows) loads(plus string, first, count int) []string {
	full, rest := r.held(first, count)
	var begin, declared, vectors, pieces, tail []string
	var scalars []unaligned
	for _, in := range r.inputs {
		at := fmt.Sprintf("%s%s + %du * thread", in.row, plus, r.Vector)
		if first > 0 {
			at = fmt.Sprintf("%s%s + (%du + %du * thread)", in.row, plus, first*r.Accumulators(), r.Vector)
		}
		from, all := fmt.Sprintf("%s%d", in.from, first), "vectors"
		if len(r.inputs) > 1 {
			all = in.matrix + "_vectors"
		}
		begin = append(begin, fmt.Sprintf("const %s *%s = %s;", in.memory, from, at))
		var names, own []string
		for i := range count {
			x := fmt.Sprintf("%s%d", in.x, first+i)
			guard, have := "", r.Threads
			if i == count-1 && full < r.Threads {
				have = full
				guard = fmt.Sprintf("if (thread < %du) ", full)
				if full == 0 {
					guard = "none"
				}
			}
			if guard == "" {
				names = append(names, x)
			}
			if guard != "none" {
				own = append(own, guard+loadOf(x, all, i*r.Threads, r.once(in)))
				pieces = append(pieces, fmt.Sprintf("%s%s = %s(%s + %d);", guard, x, r.piecesOf(in), from, i*r.Accumulators()))
				scalars = append(scalars, unaligned{in, x, from, i, r.inside(plus, first+i, have), guard})
			}
		}
		if own != nil {
			vectors = append(append(vectors, fmt.Sprintf("const %s *%s = reinterpret_cast<const %[1]s *>(%[3]s);",
				in.vector.name, all, from)), own...)
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
		otherwise := ""
		for _, bytes := range r.widths() {
			loads := vectors
			if bytes < vectorBytes {
				loads = pieces
			}
			lines = append(append(lines, fmt.Sprintf("%sif (%s) {", otherwise, r.aligned(bytes))), indented(loads)...)
			otherwise = "} else "
		}
		lines = append(lines, r.otherwise(scalars)...)
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

// vectorBytes is the size of a vector.
const vectorBytes = 16

// apart is what the start of every row is a multiple of where rows lie one after the other and the first
// one is aligned, in bytes: that of a vector at most.
func (r *rows) apart() int {
	bytes := vectorBytes
	for _, in := range r.inputs {
		bytes = min(bytes, 1<<bits.TrailingZeros(uint(r.of.Cols*in.vector.of.Bits()/8)))
	}
	return bytes
}

// minPiece is the least size of loads that a vector is loaded by.
const minPiece = 4

// widths are the sizes of loads, in bytes, that a row of one length chooses from by its alignment, before it loads
// element by element. Rows that share a warp all take the same: the lanes of the others would wait. Measured on an
// H200, 4096 rows of 100 bfloat16: 16 bytes or one by one 2.26 µs, 8 bytes 1.70, either of both 1.78.
func (r *rows) widths() []int {
	bytes := r.apart()
	switch {
	case r.of.Ranged() || r.of.Pattern.Grid() || bytes == vectorBytes || bytes < minPiece ||
		slices.ContainsFunc(r.inputs, func(in rowInput) bool { return bytes <= in.vector.of.Bits()/8 }):
		return []int{vectorBytes}
	case r.Lanes < spec.WarpSize:
		return []int{bytes}
	}
	return []int{vectorBytes, bytes}
}

// aligned is the condition that every input's row is aligned to so many bytes.
func (r *rows) aligned(bytes int) string {
	var all []string
	for _, in := range r.inputs {
		all = append(all, "(unsigned long long)"+in.row)
	}
	address := strings.Join(all, " | ")
	if len(all) > 1 {
		address = "(" + address + ")"
	}
	return fmt.Sprintf("(%s & %du) == 0u", address, bytes-1)
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

// loadHelpers are the functions that load a vector of an input where its row is not aligned to all of it.
func (r *rows) loadHelpers(in rowInput) []string {
	helpers := []string{r.gatherHelper(in)}
	if once := r.once(in); once != "" && slices.Max(r.widths()) == vectorBytes {
		helpers = append(helpers, in.vector.takes(once, loadsOnce, false))
	}
	if r.shifted {
		helpers = append(helpers, r.shiftHelper())
	}
	if bytes := slices.Min(r.widths()); bytes < vectorBytes {
		helpers = append(helpers, r.piecesHelper(in, bytes))
	}
	return helpers
}

// gatherHelper loads a vector element by element.
func (r *rows) gatherHelper(in rowInput) string {
	of := program{problem: r.problem}
	return of.helper(lower.Gather(r.gather(in), "a row", in.vector.of, r.Vector))
}

// loadsOnce is what the function does that loads a vector of a row. As each is loaded once, it says so: on an H100,
// sums of 4096 rows of 768 bfloat16 take 3.87 µs, 4.11 without, of 1000 float32 7.08 and 7.23, of 12288 65.96 and
// 66.26.
const loadsOnce = "Loads a vector of a row, which no other thread reads: caches may drop it first (.cs)."

// once is the name of a function that loads a vector of an input once; "" of several inputs, of which one may have a
// row for all.
func (r *rows) once(in rowInput) string {
	if len(r.inputs) > 1 {
		return ""
	}
	return strings.Replace(r.gather(in), "_gather", "_once", 1)
}

// piecesOf is the name of a function that loads a vector of an input by narrower loads.
func (r *rows) piecesOf(in rowInput) string {
	return strings.Replace(r.gather(in), "_gather", "_pieces", 1)
}

// piecesHelper loads a vector by loads of so many bytes: 4 or 8, of words of 4.
func (r *rows) piecesHelper(in rowInput, bytes int) string {
	of := map[int]string{4: "unsigned", 8: "uint2"}[bytes]
	var words []expr
	for i := range vectorBytes / bytes {
		piece := name("pieces").entry(i)
		if bytes == 4 {
			words = append(words, piece)
			continue
		}
		words = append(words, name(piece.text+".x"), name(piece.text+".y"))
	}
	return helper{
		does:   fmt.Sprintf("%d elements of a row that is aligned to %d bytes.", r.Vector, bytes),
		result: in.vector.name, name: r.piecesOf(in), params: "const " + in.memory + " *__restrict__ from",
		body: lines(fmt.Sprintf("const %s *pieces = reinterpret_cast<const %[1]s *>(from);", of),
			fmt.Sprintf("return %s%s;", in.vector.name, braced(words))),
	}.String()
}

// widenHelper turns an element of memory into a float.
func (r *rows) widenHelper() string {
	from := r.of.InType()
	if r.of.In.Integer() {
		wide := ctypes[r.of.Type].name
		return helper{
			does: "The value of an element in memory.", result: wide, name: r.name + "_widen",
			params: ctypes[from].name + " narrow",
			body:   lines(fmt.Sprintf("return (%s)narrow;", wide)),
		}.String()
	}
	ptx := "cvt.f32.f16 %0, %1;"
	if from == spec.Bfloat16 {
		ptx = "mov.b32 %0, {0, %1};"
	}
	return helper{
		does: fmt.Sprintf("The value of a %s, exactly.", from), result: "float", name: r.name + "_widen",
		params: ctypes[from].name + " narrow",
		body: lines("float wide;", fmt.Sprintf(`asm("%s" : "=f"(wide) : "h"(%s));`, ptx,
			fmt.Sprintf(operands[from].to, "narrow")), "return wide;"),
	}.String()
}
