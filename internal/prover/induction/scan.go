package induction

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// ofScan are the claims about the functions that the one form of a scan calls: see [goread.File.InTiles] for what
// follows from them.
func (p *Proof) ofScan() []claim {
	nodes, _ := ref.ScanNodes()
	row, strips := ref.ScanRow(p.spec), ref.ScanTile(p.spec)/ref.ScanStrip(p.spec)
	one := func(of part) func(context.Context) error {
		return p.each(1, func(d *term.Domain, _ int) error { return p.computes(d, of) })
	}
	// for each number of nodes that there may be, and of sums of strips
	some := func(most int, of goread.ScanFunction, what string) func(context.Context) error {
		return p.each(most, func(d *term.Domain, n int) error {
			return p.computes(d, part{of: of, which: fmt.Sprintf(" of %d %s", n, what), elements: n})
		})
	}
	all := []claim{{"join", one(part{of: goread.JoinTwo, values: 2})}, {"tree", some(nodes, goread.NodesTree, "nodes")}}
	if p.spec.User == nil {
		all = append(all, claim{"identity", one(part{of: goread.ScanIdentity})},
			claim{"strips", one(part{of: goread.StripsScan, elements: strips})},
			claim{"row", one(part{of: goread.RowScan, elements: row, values: 2})})
	} else {
		all = append(all, claim{"strips", some(strips, goread.LanesScan, "sums")}, claim{"row", p.each(row, p.shortRow)})
	}
	if p.spec.Made() {
		all = append(all, claim{"made", p.each(row, p.made)})
	}
	return all
}

// shortRow claims the results of a row of n elements, and its sum, where something is before its strip or not, and
// before the row in the strip or not.
func (p *Proof) shortRow(d *term.Domain, n int) (err error) {
	for there := 0; there < 4 && err == nil; there++ {
		some, begun := there&1 != 0, there&2 != 0
		which := fmt.Sprintf(" of %d elements, something before its strip %t, before it in the strip %t", n, some, begun)
		err = p.computes(d, part{of: goread.RowScan, which: which, elements: n, values: 2, there: []bool{some, begun}})
	}
	return err
}

// made claims that n elements are made of the inputs.
func (p *Proof) made(d *term.Domain, n int) error {
	held := p.results(d, 0, n)
	x := p.arrays(d, held.next, n)
	got, err := p.file.RunMade(d, x.arrays, held.arrays[0])
	for i := 0; i < n && err == nil; i++ {
		err = p.same(d, x.elements[i], got[i], fmt.Sprintf("Made of %d: value %d", n, i))
	}
	return err
}

// part is a function of a part of a scan, with a claim about so many unknown elements and values.
type part struct {
	of               goread.ScanFunction
	which            string // says more
	elements, values int
	there            []bool // of each value; nil: all are
}

// computes claims that a function returns what the reference does.
func (p *Proof) computes(d *term.Domain, of part) error {
	x := p.results(d, 0, of.elements+of.values).elements
	elements, values := x[:of.elements:of.elements], x[of.elements:]
	got, err := p.file.RunPart(d, of.of, elements, values, of.there...)
	if err != nil {
		return err
	}
	expected := p.expected(d, of, elements, values)
	if len(got) != len(expected) {
		return fmt.Errorf("%s%s gives %d values, want %d", of.of, of.which, len(got), len(expected))
	}
	for i := range got {
		if err := p.same(d, expected[i], got[i], fmt.Sprintf("%s%s: value %d", of.of, of.which, i)); err != nil {
			return err
		}
	}
	return nil
}

// expected is what the reference gives.
func (p *Proof) expected(d bv.Domain, of part, elements, values []bv.Value) []bv.Value {
	if p.spec.User != nil {
		alg, in, out := algebra.ScanningUser(d, p.spec)
		return out(reference(alg, p.spec, of, in(elements), in(values)))
	}
	alg, in, out := algebra.Scanning(d, p.spec)
	return out(reference(alg, p.spec, of, in(elements), in(values)))
}

// reference is the reference of a part.
func reference[V any](alg ref.Algebra[V, bv.Value, bv.Value], s spec.Spec, of part, elements, values []V) []V {
	for i, there := range of.there {
		if !there {
			values[i] = alg.Absent()
		}
	}
	switch of.of {
	case goread.JoinTwo:
		return []V{alg.Join(values[0], values[1])}
	case goread.ScanIdentity:
		return []V{alg.Absent()}
	case goread.NodesTree:
		return []V{ref.NodesTree(alg, s, elements)}
	case goread.StripsScan, goread.LanesScan:
		return ref.StripsScan(alg, s, elements)
	}
	out, sum := ref.RowScan(alg, s, s.Pattern == spec.GridExclusiveScan, values[0], values[1], elements)
	return append(out, sum)
}

// same claims that two values are equal, NaNs' payloads aside.
func (p *Proof) same(d *term.Domain, want, got bv.Value, what string) error {
	where := d.Differ(want, got, algebra.Format(p.spec.Type))
	if encode := algebra.Encoder(d, p.spec); where != term.False && encode != nil { // an encoding is one-to-one
		where = d.And(where, d.Differ(encode(want), encode(got), nil))
	}
	if where != term.False {
		return fmt.Errorf("%s differs (%s)", what, d.Difference(where, got, want, false))
	}
	p.Laws |= d.LawsOf(want, got)
	return nil
}
