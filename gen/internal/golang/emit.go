// Package golang prints networks as Go: straight-line code over an array of
// lanes, every common subexpression computed once, every local a scalar.
package golang

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// Emit prints the network as a Go file of package pkg, formatted.
func Emit(n *network.Network, pkg string) ([]byte, error) {
	shape := n.Spec.Shape()
	if shape.Row() || shape.Grid() {
		return emitProgram(n, pkg)
	}
	if _, ok := shape.Global(); ok {
		return emitCopy(n, pkg)
	}
	whole, err := emit(n, pkg, false)
	most := undivided
	if n.Spec.Pattern.Sorts() {
		most = undividedSort
	}
	if err != nil || len(whole) <= most {
		return whole, err
	}
	return emit(n, pkg, true)
}

// emit prints the network at one piece, or divided among helpers.
func emit(n *network.Network, pkg string, divided bool) ([]byte, error) {
	s, shape := n.Spec, n.Spec.Shape()
	p, err := newPrinter(n)
	if err != nil {
		return nil, err
	}
	p.divided = divided
	code, err := p.body()
	if err != nil {
		return nil, err
	}
	f, err := newFile(s, pkg, doc(s))
	if err != nil {
		return nil, err
	}
	f.Func().Id(s.FuncName()).Params(parameters(shape)...).Add(result(shape)).Block(p.addMaps(code)...)
	addForms(f, s)
	if p.dialect.users != nil {
		p.dialect.helpers = append(p.dialect.helpers, p.dialect.users.helpers()...)
	}
	printed := map[string]bool{}
	for _, h := range append(p.dialect.helpers, p.maps.helpers...) {
		if !printed[h.name] { // a product and the op may share one
			printed[h.name] = true
			h.print(f)
		}
	}
	return rendered(f, s)
}

// newFile starts a file of a package, with the contract of its function: what it does, and its algebra.
func newFile(s spec.Spec, pkg string, lines []string) (*jen.File, error) {
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	if algebra != nil {
		lines = append(append(lines, ""), algebra...)
	}
	f := jen.NewFile(pkg)
	imports(f, s)
	header(f, s, lines)
	return f, nil
}

// header is that of a file and its function.
func header(f *jen.File, s spec.Spec, lines []string) {
	f.HeaderComment(strings.TrimPrefix(s.Header(), "// "))
	f.HeaderComment("")
	for _, line := range contract.Parameters(s) {
		f.HeaderComment("  " + line)
	}
	for _, line := range lines {
		f.Comment(line)
	}
}

// rendered is the text of the file of s.
func rendered(f *jen.File, s spec.Spec) ([]byte, error) {
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		return nil, fmt.Errorf("golang: %s: %w", s.FuncName(), err)
	}
	return out.Bytes(), nil
}

// printer holds what the parts of a function need.
type printer struct {
	spec    spec.Spec
	dialect dialect
	*expansion
	parts   []part
	defined map[string]bool // locals that spread a bit over a word
	maps    mapping
	batch   *batch // nil: it is none

	inRegister bool // what is printed is of one register

	divided bool   // parts that compute the same are helpers
	piece   *piece // that a helper is printed of; nil: the helper or function holds all lanes

	beside  bool                   // elements of a sort stand beside their slots
	ordered map[[2]*value][]*value // then the live values that put two in order

	places map[*value]func(part) expr // of values that an array holds
	texts  map[string]string          // of helpers that may be shared, their names
}

func newPrinter(n *network.Network) (*printer, error) {
	x, err := expand(n)
	if err != nil {
		return nil, err
	}
	p := &printer{spec: n.Spec, expansion: x, parts: partsOf(n.Spec), defined: map[string]bool{},
		places: map[*value]func(part) expr{}, texts: map[string]string{}}
	if p.dialect, err = dialectOf(n.Spec); err != nil {
		return nil, err
	}
	p.beside = n.Spec.LaneBeside() && n.Spec.Width*n.Spec.Brings() > 1
	if p.maps, err = p.newMaps(); err != nil {
		return nil, err
	}
	if p.grouped() {
		key, _ := p.shape.Takes(spec.KeyRole)
		p.dialect.same = helperFor(n.Spec, key.Type, sameHelper)
		p.dialect.helpers = append(p.dialect.helpers, p.dialect.same)
	}
	return p, nil
}

// part is a piece of an element that has its own network: the element itself,
// or one half of a packed pair.
type part struct {
	suffix string     // of its locals
	take   conversion // from an element
}

func partsOf(s spec.Spec) []part {
	if s.Type.Packed() && s.Pattern.Reduces() {
		return []part{
			{"lo", func(e expr) expr { return e.to("uint16") }},
			{"hi", func(e expr) expr { return e.shr(16).to("uint16") }},
		}
	}
	return []part{{}}
}

// blocks are the statements of a function, in blocks with a title each.
type blocks []jen.Code

func (b *blocks) add(title string, statements []jen.Code) {
	if len(statements) == 0 {
		return
	}
	if *b != nil {
		*b = append(*b, jen.Line())
	}
	*b = append(append(*b, jen.Comment(title)), statements...)
}

// body is the code: a block a step, then the stores, then the preds.
func (p *printer) body() ([]jen.Code, error) {
	var out blocks
	if p.grouped() {
		if err := p.addGroups(&out); err != nil || p.combinesGroups() {
			return out, err
		}
	}
	if p.runTime() {
		p.addGiven(&out)
	}
	p.addSources(&out)
	if p.spec.Pattern.Reduces() {
		p.batch = p.newBatch()
	}
	if p.batch != nil {
		err := p.addBatch(&out)
		return out, err
	}
	stored, err := false, error(nil)
	switch {
	case !p.spec.Pattern.Sorts() && p.sameOfRegisters(nil):
		stored, err = true, p.addRegisters(&out, nil)
	case p.divided:
		if done, err := p.addDivided(&out); done || err != nil {
			return out, err
		}
	}
	if !stored && err == nil {
		stored, err = p.addSteps(&out)
	}
	if err != nil {
		return nil, err
	}
	if p.shape.HasIndex() {
		err := p.addWinners(&out)
		return out, err
	}
	if !stored {
		p.addResults(&out)
		p.addLanes(&out)
	}
	if !p.shape.Ranks() {
		p.addCounts(&out)
	} else {
		p.addRanks(&out)
	}
	if p.shape.HasPred() {
		word, err := p.preds()
		if err != nil {
			return nil, err
		}
		out.add("Preds: bit i is set if lane i read a source.", []jen.Code{returned(word)})
	}
	return out, nil
}

// addSteps prints the values that the results need, a block a step, and stores what registers of a sort end with where
// they end alike.
func (p *printer) addSteps(out *blocks) (stored bool, err error) {
	live := p.live()
	p.findOrders(live)
	var sorted *positions
	if p.divided && p.spec.Pattern.Sorts() {
		if sorted, err = p.addBlocks(out, live); err != nil {
			return false, err
		}
		switch {
		case sorted != nil && p.sameOfRegisters(sorted):
			return true, p.addRegisters(out, sorted)
		case sorted != nil:
			live = withoutOrder(live)
		}
	}
	return false, p.addLive(out, live, sorted)
}

// addLive prints live values, a block a step.
func (p *printer) addLive(out *blocks, live [][]*value, sorted *positions) error {
	for i, values := range live {
		p.addRankMoves(out, values)
		rises, ok := []jen.Code(nil), false
		if sorted != nil {
			rises, ok = p.rises(values)
		}
		if ok {
			values = slices.DeleteFunc(slices.Clone(values), func(v *value) bool { return v.kind == moveUp })
		}
		lines, err := p.defineAll(values)
		if err != nil {
			return err
		}
		out.add(p.net.Steps[i].Title, append(lines, rises...))
	}
	return nil
}

// withoutOrder are the live values of a sort without the elements and what puts them in order.
func withoutOrder(live [][]*value) [][]*value {
	rest := make([][]*value, len(live))
	for i, values := range live[1:] {
		rest[i+1] = slices.DeleteFunc(slices.Clone(values), func(v *value) bool { return v.kind == combine })
	}
	return rest
}

// addRankMoves defines how far members move to their ranks, before the first values that depend on it.
func (p *printer) addRankMoves(out *blocks, values []*value) {
	byRank := func(v *value) bool { return v.kind == bits || v.kind == moveUp }
	if slices.ContainsFunc(values, byRank) && !p.defined[rankedBits.name()] {
		p.defined[rankedBits.name()] = true
		out.add("How far each member moves to its rank, bit by bit: Hacker's Delight, 7-4.", p.moves(memberBits))
	}
}

// addResults stores the results.
func (p *printer) addResults(out *blocks) {
	stores := p.stores(0)
	if p.defined[lowestBits.name()] {
		out.add("The lowest member of each segment: none is below it.", p.lowest())
	}
	out.add("Results.", stores)
}
