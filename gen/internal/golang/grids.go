package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// grids prints a function of an array, which [lower.GridReduceLoop] makes: the text of its primitives, and what the
// function promises. One that finds a place is printed by itself.
type grids struct {
	rows
	name string // with which the functions' names start
}

func newGrids(s spec.Spec) (*grids, error) {
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	return &grids{rows: *r, name: r.row[:len(r.row)-len("Row")]}, nil
}

// LowerGrid is the program of an array; nil of one that finds a place.
func LowerGrid(s spec.Spec, grid network.Grid) (*ir.Program, error) {
	g, err := newGrids(s)
	if err != nil || g.column != nil {
		return nil, err
	}
	d, how := g.dialect, g.how()
	how.Share = partColumns
	asStored := d.load == nil || d.fromBits != nil
	how.Plain = g.mapped == nil && g.widen == nil && !how.Encodes && !how.Stores && asStored
	// others need helpers or locals, which take more time than calls
	how.Loads = !how.Plain && !how.Encodes && !how.Stores && asStored
	return lower.GridReduceLoop(s, grid.GridOrder, how)
}

// emitGrid prints an array's network as a Go file.
func emitGrid(n *network.Network, pkg string) ([]byte, error) {
	g, err := newGrids(n.Spec)
	if err != nil {
		return nil, err
	}
	f, err := (*jen.File)(nil), error(nil)
	if g.column != nil {
		g.dialect.helpers = append(g.dialect.helpers, g.beatsHelper())
		f, err = g.firstFile(pkg)
	} else {
		f, err = g.file(n.Program, pkg)
	}
	if err != nil {
		return nil, err
	}
	return rendered(f, n.Spec)
}

// file is the file of an array.
func (g *grids) file(of *ir.Program, pkg string) (*jen.File, error) {
	s := g.spec
	f, err := g.promise(pkg, "reduces an array.", "the chunks")
	if err != nil {
		return nil, err
	}
	importUsers(f, s)
	imports(f, s)
	d, parts := g.dialect, helperFor(s, s.Type, partsHelper)
	p := g.printer()
	p.parts, p.apart, p.counts = parts, true, true
	p.order = []string{s.FuncName(), "Many", "Chunks", "Several", "Short", "LoadFour", "LoadFew", "Round", "Long", "Tree",
		"Eight", "Few", "Four"}
	p.print(f, of, nil)
	helpers := g.dialect.helpers
	if d.users != nil {
		helpers = append(helpers, d.users.helpers()...)
	}
	for _, h := range append(helpers, parts) {
		h.print(f)
	}
	return f, p.err
}

// promise begins a file with the contract of its function: what it does, and what several processors share.
func (g *grids) promise(pkg, does, shared string) (*jen.File, error) {
	algebra, err := contract.Algebra(g.spec)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	f := jen.NewFile(pkg)
	lines := append([]string{g.spec.FuncName() + " " + does}, contract.Gives(g.spec, "")...)
	lines = append(lines, fmt.Sprintf("From %d elements on, several processors share %s.", 2*partColumns, shared), "")
	header(f, g.spec, append(lines, algebra...))
	return f, nil
}

// memory is the type of an element in memory.
func (g *grids) memory() string { return goType(g.spec.InType()) }

// function is a call of a function of the file.
func (g *grids) function(word string, args ...jen.Code) *jen.Statement {
	return jen.Id(g.name + word).Call(args...)
}
