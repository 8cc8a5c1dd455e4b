package induction

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// ScanProof is the proof of a scan of an array for every length, by claims on the functions that its one form calls: see
// [goread.File.InTiles] for what follows from them.
type ScanProof struct {
	Laws term.Laws // that were used

	file *goread.File
	spec shflgen.Spec
}

// OfScan begins the proof of a scan. The text is why there is none: the function has another form.
func OfScan(f *goread.File) (p *ScanProof, why string) {
	return &ScanProof{file: f, spec: f.Spec}, f.InTiles()
}

// All proves all claims. The error is that one does not hold, or cannot be followed.
func (p *ScanProof) All(ctx context.Context) error {
	for _, claim := range []func(context.Context) error{p.Join, p.Tree, p.Strips, p.Row} {
		if err := claim(ctx); err != nil {
			return err
		}
	}
	return nil
}

// scanAlgebra is what the reference of a part computes with.
type scanAlgebra = ref.Algebra[bv.Value, bv.Value, bv.Value]

// Join claims that two values combine by the op, and that the identity is that of the op.
func (p *ScanProof) Join(ctx context.Context) error {
	err := p.claim(ctx, goread.JoinTwo, 0, 2, "", func(alg scanAlgebra, _, two []bv.Value) []bv.Value {
		return []bv.Value{alg.Join(two[0], two[1])}
	})
	if err != nil {
		return err
	}
	return p.claim(ctx, goread.ScanIdentity, 0, 0, "", func(alg scanAlgebra, _, _ []bv.Value) []bv.Value {
		return []bv.Value{alg.Absent()}
	})
}

// Tree claims the tree over n nodes, for each n that there may be.
func (p *ScanProof) Tree(ctx context.Context) (err error) {
	most, _ := ref.ScanNodes()
	for n := 1; n <= most && err == nil; n++ {
		err = p.claim(ctx, goread.NodesTree, n, 0, fmt.Sprintf(" of %d nodes", n), func(alg scanAlgebra, nodes, _ []bv.Value) []bv.Value {
			return []bv.Value{ref.NodesTree(alg, p.spec, nodes)}
		})
	}
	return err
}

// Strips claims the scan of the sums of the strips of a tile.
func (p *ScanProof) Strips(ctx context.Context) error {
	return p.claim(ctx, goread.StripsScan, ref.ScanTile(p.spec)/ref.ScanStrip(p.spec), 0, "", func(alg scanAlgebra, sums, _ []bv.Value) []bv.Value {
		return ref.StripsScan(alg, p.spec, sums)
	})
}

// Row claims the results of a row, and its sum, from whatever is before it.
func (p *ScanProof) Row(ctx context.Context) error {
	exclusive := p.spec.Pattern == shflgen.GridExclusiveScan
	return p.claim(ctx, goread.RowScan, ref.ScanRow(p.spec), 2, "", func(alg scanAlgebra, x, before []bv.Value) []bv.Value {
		out, sum := ref.RowScan(alg, p.spec, exclusive, before[0], before[1], x)
		return append(out, sum)
	})
}

// claim claims that a function gives what the reference does, of so many unknown elements and values.
func (p *ScanProof) claim(ctx context.Context, of goread.ScanFunction, elements, values int, which string, want func(alg scanAlgebra, elements, values []bv.Value) []bv.Value) error {
	return decided(ctx, p.spec, func(d *term.Domain) error {
		var x []bv.Value
		for i := range elements + values {
			x = append(x, algebra.Any(d, p.spec, d.Var(i, p.spec.Type.Bits())))
		}
		got, err := p.file.RunPart(d, of, x[:elements], x[elements:])
		if err != nil {
			return err
		}
		alg, in, out := algebra.Scanning(d, p.spec)
		expected := out(want(alg, in(x[:elements:elements]), in(x[elements:])))
		if len(got) != len(expected) {
			return fmt.Errorf("%s%s gives %d values, want %d", of, which, len(got), len(expected))
		}
		for i := range got {
			if err := p.same(d, expected[i], got[i], fmt.Sprintf("%s%s: value %d", of, which, i)); err != nil {
				return err
			}
		}
		return nil
	})
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
