package ref

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestEveryPattern runs the reference of each pattern in each mask mode on each type: what
// the vocabulary lists without a reference would else be missed until someone calls it.
func TestEveryPattern(t *testing.T) {
	for _, p := range spec.Patterns() {
		if p.Applies() { // see [ApplyRow]
			continue
		}
		for _, mode := range p.MaskModes() {
			for _, typ := range spec.Types() {
				if !p.On(typ) {
					continue
				}
				s := spec.NewSpec(p)
				s.Mask, s.Type = mode, typ
				if p.Block() {
					s.Params = spec.BlockParams{Threads: 40}
				}
				if p.Row() {
					s = s.OfCols(300)
				}
				if p.Batch() {
					s.N = 3
				}
				if p.Picks() {
					s = s.With("k", 3)
				}
				if p.TakesPerm() {
					s.Width = 3
					s.Params = spec.MoveParams{Perm: "1,2,0"}
				}
				if err := s.Validate(); err != nil {
					t.Fatal(err)
				}
				sh := s.Shape()
				mask := make([]uint32, sh.MaskWords())
				mask[0] = 0x5a
				a, err := Call(s, mask, make([]uint64, sh.Inputs()))
				if err != nil {
					t.Errorf("%v: %v", s.Args(), err)
					continue
				}
				if len(a.Value) != sh.Elements() || sh.HasPred() != (len(a.Pred) == sh.Lanes) ||
					len(a.Numbers) != len(sh.Numbers()) {
					t.Errorf("%v: %d elements, %d preds, %d numbers, which its shape does not have", s.Args(), len(a.Value),
						len(a.Pred), len(a.Numbers))
				}
			}
		}
	}
}
