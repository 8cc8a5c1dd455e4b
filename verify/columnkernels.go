//go:build !js

package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// columnClaims are the matrices for which a kernel of columns is proved, and the columns of each that are looked at. In
// some the kernel loads vectors where the matrix is aligned, in others it never does.
type columnClaims struct {
	one, several [][2]int // with one chunk of rows, and with several: rows and columns
	each         [][2]int // with every eleventh column looked at
}

// columnClaimsOf are those of a build; of one that is not optimised they are fewer.
func columnClaimsOf(tile int, plain bool) columnClaims {
	c := columnClaims{
		one: [][2]int{{1, 1}, {2, 3}, {7, tile}, {8, tile + 4}, {9, tile + 1}, {31, 3}, {33, 4}, {63, 1}, {64, tile},
			{70, tile + 4}, {71, tile/2 + 1}, {157, tile/2 + 1}, {72, 8}, {100, tile}, {128, 3}, {129, tile + 1}, {256, 4}},
		several: [][2]int{{257, 4}, {600, tile + 1}, {2100, 3}, {4097, 1}},
		each:    [][2]int{{157, tile + 4}, {157, tile + 1}},
	}
	if plain {
		return columnClaims{one: [][2]int{{1, 1}, {9, tile + 4}, {157, tile + 1}}, several: [][2]int{{1100, 4}}}
	}
	return c
}

// words are the matrices, and which of their columns.
func (c columnClaims) words() string {
	var all []string
	for _, at := range slices.Concat(c.one, c.several) {
		all = append(all, fmt.Sprintf("%d×%d", at[0], at[1]))
	}
	return "all inputs of matrices of " + strings.Join(all, ", ") + " rows and columns, in columns at both ends of each " +
		"tile and within it, each by terms"
}

// columnEnds are columns at both ends of each tile, and one within.
func columnEnds(tile, cols int) (all []int) {
	for first := 0; first < cols; first += tile {
		all = append(all, first, first+min(tile, cols-first)/2, min(first+tile, cols)-1)
	}
	return slices.Compact(all)
}

// all are the claims one by one.
func (c columnClaims) all(tile int, o spec.GridOrder) (all []part[*ptx.Columns]) {
	add := func(at [2]int, column, chunk int, tree bool) {
		m := ptx.Matrix{Rows: at[0], Cols: at[1]}
		of, name := (*ptx.Columns).Chunk, "chunk"
		if tree {
			of, name = (*ptx.Columns).Tree, "the tree over chunks, by the block of chunk"
		}
		all = append(all, claimed(func(k *ptx.Columns) (check.Subject, error) { return of(k, m, column, chunk) },
			"of %d rows and %d columns, column %d: %s %d", m.Rows, m.Cols, column, name, chunk))
	}
	idle := func(at [2]int) {
		m := ptx.Matrix{Rows: at[0], Cols: at[1]}
		all = append(all, meets(func(k *ptx.Columns) error { return k.Idle(m) },
			"of %d rows and %d columns: a block without a chunk", m.Rows, m.Cols))
	}
	for _, m := range c.one {
		for _, column := range columnEnds(tile, m[1]) {
			add(m, column, 0, false)
		}
		idle(m)
	}
	for _, m := range c.each {
		for column := 0; column < m[1]; column += 11 {
			add(m, column, 0, false)
		}
	}
	for _, m := range c.several {
		last := (m[0] - 1) / int(o.Chunk(int64(m[0])))
		for _, column := range columnEnds(tile, m[1]) {
			add(m, column, 0, false)
			add(m, column, last, false)
			add(m, column, 0, true)
			add(m, column, last, true)
		}
		idle(m)
	}
	return all
}

// proveColumnReduction is the proof of the kernel of columns in some PTX, for matrices of a list. The error is a
// refusal, or that of ctx.
func (r *Report) proveColumnReduction(ctx context.Context, file *ptx.File, w way) error {
	load := func() (*ptx.Columns, error) { return file.Columns(r.Spec, "") }
	k, err := load()
	if err != nil {
		return err
	}
	for _, column := range []int{0, k.Tile()} {
		got, err := k.Nothing(k.Tile()+1, column)
		if err != nil {
			return err
		}
		if r.ofNothing(got); r.Verdict == Refuted {
			return nil
		}
	}
	claims := columnClaimsOf(k.Tile(), w.plain)
	r.Verdict = Proved
	if err := proveParts(ctx, r, claims.all(k.Tile(), r.Spec.GridOrder()), load); err != nil || r.Verdict != Proved {
		return err
	}
	r.Masks = claims.words()
	r.list("kernels of columns are looked at for matrices of a list")
	return nil
}

// proveKernelColumns is the proof of a kernel of a range of columns in the same way.
func (r *Report) proveKernelColumns(ctx context.Context, file *ptx.File, w way, search check.Search) error {
	var notes []string
	err := r.ofColumns(columnsOf(r.Spec, allKernelColumns), func(n int) (check.Proof, error) {
		s, err := file.OfCols(r.Spec, "", n)
		if err != nil {
			return check.Proof{}, err
		}
		notes = s.Notes()
		p, err := check.Prove(ctx, s, search)
		return p, errors.Join(err, s.Launched(w.rows))
	})
	if r.shown() && err == nil {
		r.note(notes...)
	}
	return err
}
