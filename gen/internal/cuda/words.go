package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// words prints a function that loads or stores elements in global memory. Its printer is that of the exchange of
// words, with the words of a lane as registers.
type words struct {
	*printer
	network.Words
	of   spec.Spec
	name string // of the type of a word in memory
}

// wordsFile is the file of a load or a store.
func wordsFile(n *network.Network) (*file, error) {
	s := n.Spec
	structs, err := structsOf(s)
	if err != nil {
		return nil, err
	}
	w := words{newPrinter(n.Words.Across, archesOf(s)), *n.Words, s, s.FileName() + "_word"}
	steps := w.store
	if s.Shape().Element().Global == "" {
		steps = w.load
	}
	f := &file{
		Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Structs: structs,
		function: function{
			Contract: w.promise(n.Choice),
			Type:     returns(s.Shape()), Name: s.FileName(), Params: paramsOf(s.Shape()), Steps: steps(),
		},
	}
	f.helps([]string{fmt.Sprintf("// A word of %d bits, which may be a part of anything in "+
		"memory.\nusing %s [[gnu::may_alias]] = %s;", w.Type.Bits(), w.name, w.ctype.name)})
	f.helps(w.helpers)
	return f, w.err
}

// promise is the contract.
func (w words) promise(cost string) []string {
	port, _ := w.of.Shape().Global()
	lines, elements := contract.Gives(w.of, ""), "the elements"
	if w.of.Global().Partial {
		elements = "the first left elements"
	}
	does := "Lane l reads words %d * k + l of " + elements + ", for k < %d: each word is read once, and nothing else."
	other := "Other lanes read parts of a lane's element: what the warp wrote there " +
		"before is theirs to see after a __syncwarp()."
	if port.Global == w.of.Shape().Element().Global {
		does = "Lane l writes words %d * k + l of " + elements + ", for k < %d: each word is written once, and nothing else."
		other = "Other lanes write parts of a lane's element: it is there for the warp to read after a __syncwarp()."
		if w.of.Elem.LeafBytes() < w.of.Elem.Size() {
			lines = append(lines, "Padding is written too, and unspecified.")
		}
	}
	lines = append(lines, fmt.Sprintf(does, warpSize, w.Count))
	if w.of.Global().Partial {
		lines = append(lines,
			fmt.Sprintf("left is how many elements there are from %s[0] on, and is the same in all lanes. "+
				"Of more than %d the first %[2]d are taken.", port.Global, warpSize))
	}
	return append(lines, fmt.Sprintf("%s points to the element of lane 0, and is the same in all lanes.", port.Global),
		other, allCall, cost)
}

// inMemory is the step that finds the lane's first word.
func (w words) inMemory(exchange []step, cast string, port spec.Port) []step {
	w.at.lane()
	steps := []step{
		{Title: "The lane, by its number in the warp.", Lines: w.at.lines()},
		{Title: "The first word that is the lane's to access; each of the others is a warp further.", Lines: []string{
			fmt.Sprintf("%s%s *words = reinterpret_cast<%[1]s%[2]s *>(%[3]s) + lane;", cast, w.name, port.Global),
		}},
	}
	if w.of.Global().Partial {
		steps = append(steps, step{Title: "How many words of the elements there are from that one on; 0 or less if none.",
			Lines: []string{
				fmt.Sprintf("int rest = (int)(left < %du ? left * %du : %du) - (int)lane;", warpSize, w.Count,
					warpSize*w.Count),
			}})
	}
	return append(steps, exchange...)
}

// exists is the condition that word k of a lane is one of an element.
func exists(k int) string { return fmt.Sprintf("rest > %d", k*warpSize) }

// inWarp is word k of a lane in memory.
func inWarp(k int) expr { return name("words").entry(k * warpSize) }

// load are the steps of a load.
func (w words) load() []step {
	port, _ := w.of.Shape().Global()
	steps := w.ofNetwork()
	var results []expr
	for _, out := range w.net.Elements() {
		results = append(results, w.element(out.Node))
	}
	element := []string{typeName(port) + " v;"}
	for _, l := range leavesOf(w.of.Elem) {
		element = append(element, fmt.Sprintf("v%s = %s;", l.path, w.leaf(l, results[w.word(l)])))
	}
	steps = append(steps, step{Title: "The lane's element.", Lines: append(element, "return v;")})
	words := w.registersOf("Words side by side.", inWarp)
	if w.of.Global().Partial {
		words = w.registersOf("Words side by side, zeros past the last.", func(k int) expr {
			return name(fmt.Sprintf("%s ? %s : 0", exists(k), inWarp(k)))
		})
	}
	return w.inMemory(append([]step{words}, steps...), "const ", port)
}

// store are the steps of a store.
func (w words) store() []step {
	port := w.of.Shape().Element()
	parts := make([][]string, w.Count)
	for _, l := range leavesOf(w.of.Elem) {
		at := w.word(l)
		parts[at] = append(parts[at], w.bits(l).as(orBinds+1))
	}
	own := w.registersOf("The words of the lane's element.", func(k int) expr {
		if parts[k] == nil { // padding
			return name("0")
		}
		return name(strings.Join(parts[k], " | "))
	})
	steps := append([]step{own}, w.ofNetwork()...)
	var stores []string
	for k, out := range w.net.Elements() {
		store := fmt.Sprintf("%s = %s;", inWarp(k), w.element(out.Node))
		if w.of.Global().Partial {
			store = fmt.Sprintf("if (%s)\n    %s", exists(k), store)
		}
		stores = append(stores, strings.Split(store, "\n")...)
	}
	return w.inMemory(append(steps, step{Title: "Words side by side.", Lines: stores}), "", port)
}

// registersOf is the step that defines the registers of the exchange.
func (w words) registersOf(title string, value func(k int) expr) step {
	var lines []string
	for k := range w.Count {
		lines = append(lines, fmt.Sprintf("%s %s = %s;", w.ctype.name, w.registers.of(k), value(k)))
	}
	return step{Title: title, Lines: lines}
}

// word is the number of the word that a leaf is in: no leaf lies across two.
func (w words) word(l leaf) int { return l.Offset * 8 / w.Type.Bits() }

// shift is by how many bits a leaf lies above the lowest of its word.
func (w words) shift(l leaf) int { return l.Offset * 8 % w.Type.Bits() }

// leaf is a leaf of a word.
func (w words) leaf(l leaf, word expr) expr {
	if by := w.shift(l); by > 0 {
		word = word.shr(literal(by))
	}
	switch {
	case l.Bool:
		return word.and(number(1)).notZero()
	case l.Type.Bits() == spec.RegisterBits && w.Type.Bits() > spec.RegisterBits:
		return ofWord(l.Type, word.to(packedType), packedType)
	}
	return ofWord(l.Type, word, w.ctype.name)
}

// bits is a leaf of v where it stands in its word.
func (w words) bits(l leaf) expr {
	e := asWord(l.Type, name("v"+l.path))
	if l.Type.Bits() < w.Type.Bits() {
		e = e.to(w.ctype.name)
	}
	if by := w.shift(l); by > 0 {
		e = e.shl(literal(by))
	}
	return e
}
