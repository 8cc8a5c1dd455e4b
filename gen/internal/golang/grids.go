package golang

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// A function of an array is one that [lower.GridReduceLoop] makes, with the text of its primitives, and what it
// promises.

// LowerGrid is the program of an array.
func LowerGrid(s spec.Spec, grid network.Grid) (*ir.Program, error) {
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	d, how := r.dialect, r.how()
	how.Share = partColumns
	asStored := d.load == nil || d.fromBits != nil
	how.Plain = r.mapped == nil && r.widen == nil && !how.Encodes && !how.Stores && asStored
	// others need helpers or locals, which take more time than calls
	how.Loads = !how.Plain && !how.Encodes && !how.Stores && asStored
	return lower.GridReduceLoop(s, grid.GridOrder, how)
}

// emitGrid prints an array's network as a Go file.
func emitGrid(n *network.Network, pkg string) ([]byte, error) {
	s := n.Spec
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	does, shared := "reduces an array.", "the chunks"
	if s.HasLane() {
		does, shared = "finds an element of an array.", "them"
	}
	lines := append([]string{s.FuncName() + " " + does}, contract.Gives(s, "")...)
	lines = append(lines, fmt.Sprintf("From %d elements on, several processors share %s.", 2*partColumns, shared))
	f, err := newFile(s, pkg, lines)
	if err != nil {
		return nil, err
	}
	p := r.printer()
	p.parts, p.apart, p.counts = helperFor(s, s.Type, partsHelper), true, true
	p.order = []string{s.FuncName(), "Many", "Chunks", "Several", "Short", "LoadFour", "LoadFew", "Round", "Long", "Tree",
		"Eight", "Few", "Four", "Place", "Key", "Decode", "Bar", "Beats"}
	p.print(f, n.Program, winnerHelpers(s, n.Program))
	helpers := r.dialect.helpers
	if r.dialect.users != nil {
		helpers = append(helpers, r.dialect.users.helpers()...)
	}
	for _, h := range append(helpers, p.parts) {
		h.print(f)
	}
	if p.err != nil {
		return nil, p.err
	}
	return rendered(f, s)
}
