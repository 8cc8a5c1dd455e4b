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

// ScanProof is the proof of a scan of an array for every length, by claims on the functions that its one form calls:
// see [goread.File.InTiles] for what follows from them.
type ScanProof struct{ proof }

// OfScan begins the proof of a scan. The text is why there is none: the function has another form.
func OfScan(f *goread.File) (p *ScanProof, why string) {
	return &ScanProof{proof{file: f, spec: f.Spec}}, f.InTiles()
}

// All proves all claims. The error is that one does not hold, or cannot be followed.
func (p *ScanProof) All(ctx context.Context) error {
	claims := []claim{p.Join, p.Tree, p.Strips, p.Row}
	if p.spec.User != nil {
		claims = []claim{p.Join, p.Tree, p.Lanes, p.Rows}
	}
	if p.spec.Made() {
		claims = append(claims, p.Made)
	}
	return all(ctx, claims...)
}

// Join claims that two values combine by the op, and that the identity is that of the op.
func (p *ScanProof) Join(ctx context.Context) error {
	if err := p.claim(ctx, part{of: goread.JoinTwo, values: 2}); err != nil || p.spec.User != nil {
		return err
	}
	return p.claim(ctx, part{of: goread.ScanIdentity})
}

// Tree claims the tree over n nodes, for each n that there may be.
func (p *ScanProof) Tree(ctx context.Context) (err error) {
	most, _ := ref.ScanNodes()
	for n := 1; n <= most && err == nil; n++ {
		err = p.claim(ctx, part{of: goread.NodesTree, which: fmt.Sprintf(" of %d nodes", n), elements: n})
	}
	return err
}

// Strips claims the scan of the sums of the strips of a tile.
func (p *ScanProof) Strips(ctx context.Context) error {
	return p.claim(ctx, part{of: goread.StripsScan, elements: ref.ScanTile(p.spec) / ref.ScanStrip(p.spec)})
}

// Row claims the results of a row, and its sum, from whatever is before it.
func (p *ScanProof) Row(ctx context.Context) error {
	return p.claim(ctx, part{of: goread.RowScan, elements: ref.ScanRow(p.spec), values: 2})
}

// Lanes claims the scan of n sums of strips, for each n that a tile may have.
func (p *ScanProof) Lanes(ctx context.Context) (err error) {
	for n := 1; n <= ref.ScanTile(p.spec)/ref.ScanStrip(p.spec) && err == nil; n++ {
		err = p.claim(ctx, part{of: goread.LanesScan, which: fmt.Sprintf(" of %d sums", n), elements: n})
	}
	return err
}

// Rows claims the results of a row of n elements, and its sum, for each n that there may be, where something is before
// its strip or not, and before the row in the strip or not.
func (p *ScanProof) Rows(ctx context.Context) (err error) {
	for n := 1; n <= ref.ScanRow(p.spec) && err == nil; n++ {
		for there := 0; there < 4 && err == nil; there++ {
			some, begun := there&1 != 0, there&2 != 0
			which := fmt.Sprintf(" of %d elements, something before its strip %t, before it in the strip %t", n, some, begun)
			err = p.claim(ctx, part{of: goread.RowScan, which: which, elements: n, values: 2, there: []bool{some, begun}})
		}
	}
	return err
}

// Made claims that n elements are made of the inputs, for each n that a row may have.
func (p *ScanProof) Made(ctx context.Context) (err error) {
	for n := 1; n <= ref.ScanRow(p.spec) && err == nil; n++ {
		err = decided(ctx, p.spec, func(d *term.Domain) error {
			s := p.spec
			s = s.OfCols(n)
			var inputs [][]bv.Value
			var held []bv.Value
			for range n {
				held = append(held, d.Var(len(held), s.Type.Bits()))
			}
			next := n
			for _, port := range s.Shape().Mapped() {
				var in []bv.Value
				for range n {
					in, next = append(in, d.Var(next, port.Bits)), next+1
				}
				inputs = append(inputs, in)
			}
			got, err := p.file.RunMade(d, inputs, held)
			if err != nil {
				return err
			}
			for i, want := range algebra.Mapped(d, s, inputs) {
				if err := p.same(d, want, got[i], fmt.Sprintf("Made of %d: value %d", n, i)); err != nil {
					return err
				}
			}
			return nil
		})
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

// claim compares what a function returns with the reference.
func (p *ScanProof) claim(ctx context.Context, of part) error {
	return decided(ctx, p.spec, func(d *term.Domain) error {
		var x []bv.Value
		for i := range of.elements + of.values {
			x = append(x, algebra.Any(d, p.spec, d.Var(i, p.spec.Type.Bits())))
		}
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
	})
}

// expected is what the reference gives.
func (p *ScanProof) expected(d bv.Domain, of part, elements, values []bv.Value) []bv.Value {
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
func (p *ScanProof) same(d *term.Domain, want, got bv.Value, what string) error {
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
