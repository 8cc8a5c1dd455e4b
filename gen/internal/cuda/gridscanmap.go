package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
)

// scanInput is an array that a scan loads: its elements, or inputs that elements are made of. A piece has as many inputs as elements,
// whatever their size.
type scanInput struct {
	rowInput
	count int // inputs of a piece
}

// scanInputs are those of a scan of s.
func scanInputs(s shflgen.Spec) (all []scanInput) {
	for _, in := range inputsOf(s) {
		if s.Map == nil {
			in.matrix = "in"
		}
		all = append(all, scanInput{in, s.ScanOrder().Vector})
	}
	return all
}

// piece is the local of the words of a piece.
func (in scanInput) piece() string { return in.matrix + "_piece" }

// bytes is the size of a piece.
func (in scanInput) bytes() int { return in.count * in.vector.of.Bits() / 8 }

// words is the number of words that hold a piece.
func (in scanInput) words() int { return max(1, 8*in.bytes()/in.vector.bits) }

// element is input i of a piece in words.
func (in scanInput) element(i int) expr {
	bits := name(in.piece()).entry(i / in.vector.fraction())
	if by := i % in.vector.fraction() * in.vector.of.Bits(); by > 0 {
		bits = bits.shr(literal(by))
	}
	return ofWord(in.vector.of, bits, in.vector.word)
}

// arrayNames are the arrays, each with some text after it.
func (g *gridScan) arrayNames(after string) (all []string) {
	for _, in := range g.inputs {
		all = append(all, in.matrix+after)
	}
	return all
}

// arrays are parameters for them.
func (g *gridScan) arrays() (all params) {
	for _, in := range g.inputs {
		all = append(all, param{name: in.matrix, declare: "const " + in.memory + " *" + in.matrix})
	}
	return all
}

// take is the name of the function that loads a piece of an input, one for each type.
func (g *gridScan) take(in scanInput) string {
	first := g.inputs[slices.IndexFunc(g.inputs, func(other scanInput) bool { return other.memory == in.memory })]
	if first.matrix == g.inputs[0].matrix {
		return g.name + "_take"
	}
	return g.name + "_take_" + first.matrix
}

// makes are the functions by which elements are made of inputs. Those of users stand before the op.
func (g *gridScan) makes() (all []string, err error) {
	if !g.of.Made() {
		return nil, nil
	}
	if g.of.In != shflgen.AsType {
		all = append(all, g.row.widenHelper())
	}
	if g.of.Map != nil && !g.of.Map.User() {
		if all, err = appended(all, g.row.mapHelpers); err != nil {
			return nil, err
		}
	}
	for _, in := range g.inputs {
		if h := g.takes(in); !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	return all, nil
}

// appended are functions and more of them.
func appended(all []string, of func() ([]string, error)) ([]string, error) {
	more, err := of()
	return append(all, more...), err
}

// takes is the function that loads a piece of an input, by loads of up to 16 bytes.
func (g *gridScan) takes(in scanInput) string {
	h := helper{
		does: fmt.Sprintf("Loads %d inputs, which no other thread reads.", in.count), result: "void", name: g.take(in),
		params: fmt.Sprintf("const %s *from, %s (&to)[%d]", in.memory, in.vector.word, in.words()),
	}
	if in.bytes() < 4 {
		h.body = lines("unsigned short bits;", `asm volatile("ld.global.cs.u16 %0, [%1];" : "=h"(bits) : "l"(from) : "memory");`, "to[0] = bits;")
		return h.String()
	}
	var body []string
	for first := 0; first < in.words(); first += vectorBytes * 8 / in.vector.bits {
		var to []string
		for i := first; i < min(in.words(), first+vectorBytes*8/in.vector.bits); i++ {
			to = append(to, fmt.Sprintf("to[%d]", i))
		}
		from := "from"
		if first > 0 {
			from = fmt.Sprintf("from + %d", first*in.vector.fraction())
		}
		body = append(body, loadStreamed(in.vector.bits, to, from, true))
	}
	h.body = lines(body...)
	return h.String()
}

// loadMade is the function by which a thread makes its elements of inputs.
func (g *gridScan) loadMade() function {
	var aligned, froms, pieces, loads []string
	var each, single []expr
	made := func(v int) expr {
		each = nil
		for _, in := range g.inputs {
			each = append(each, in.element(v))
		}
		return g.row.element(each)
	}
	for _, in := range g.inputs {
		from := in.matrix + "_from"
		aligned = append(aligned, fmt.Sprintf("((unsigned long long)%s & %du) == 0u", in.matrix, min(vectorBytes, in.bytes())-1))
		froms = append(froms, fmt.Sprintf("const %s *%s = %s + %du * lane;", in.memory, from, in.matrix, g.Vector))
		loads = append(loads, fmt.Sprintf("%s %s[%d];", in.vector.word, in.piece(), in.words()), fmt.Sprintf("%s(%s + %d * r, %s);", g.take(in), from, g.Row(), in.piece()))
		single = append(single, name(fmt.Sprintf("%s[%d * r + v]", from, g.Row())))
	}
	for v := range g.Vector {
		pieces = append(pieces, fmt.Sprintf("x[r][%d] = %s;", v, made(v)))
	}
	does := "what is not there " + g.absent() + "."
	whole := fmt.Sprintf("count == %du && %s", g.Strip(), strings.Join(aligned, " && "))
	return function{
		Contract: []string{
			fmt.Sprintf("Makes the thread's elements of a strip of `count`, pieces of %d, one in each of %d rows; %s", g.Vector, g.Rows, does),
			"A piece of an input is loaded at once, where the strip is whole and the input aligned.",
		},
		Type: "void", Name: g.name + "_load",
		Params: append(append(params{g.piecesOf("")}, g.arrays()...), param{name: "count", declare: "unsigned count"}),
		Steps: []step{{Title: "The lane has the piece of its number in each row.", Lines: slices.Concat([]string{lane}, froms, []string{"if (" + whole + ") {"},
			indented(g.rows(append(loads, pieces...)...)), []string{"} else {"},
			indented(g.elements(fmt.Sprintf("x[r][v] = %s < count ? %s : %s;", g.placeOf(), g.row.element(single), g.none))), []string{"}"})}},
	}
}
