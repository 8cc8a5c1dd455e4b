package weak

import (
	"cmp"
	"slices"
)

// execution is one of all blocks, which the model allows.
type execution struct {
	chosen    []trace
	events    []event // of all blocks
	histories map[place]history
	found     map[place][]solution
}

// leaves wants a value in each word that was touched, at the end, as far as it is known.
func (x *execution) leaves(want func(at int) (value, string)) error {
	for p, ways := range x.found {
		h := x.histories[p]
		for _, s := range ways {
			last := s.order[len(s.order)-1]
			left := h.written(last)
			v, why := want(p.at)
			if w := v.low(8 * p.size); left.known&w.known != w.known || (left.bits^w.bits)&w.known != 0 { // more may be known
				line := 0
				if last >= 0 {
					line = h.events[last].line
				}
				return faultAt(line, "%s", why)
			}
		}
	}
	return nil
}

// begun requires the writing block to have begun before the block that waits for the write: its atomic operation comes
// before.
func (x *execution) begun(r event) error {
	for p, ways := range x.found {
		events := x.histories[p].events
		i := slices.IndexFunc(events, func(e event) bool { return same(e, r) })
		if i < 0 {
			continue
		}
		for _, s := range ways {
			w := s.from[i]
			if w < 0 || events[w].block == r.block || x.counted(events[w].block, r.block) {
				continue
			}
			return faultAt(r.line, "block %d waits for block %d, which may not have begun", r.block, events[w].block)
		}
	}
	return nil
}

func same(a, b event) bool {
	return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.thread, b.thread), cmp.Compare(a.index, b.index)) == 0
}

// counted reports whether block a certainly counted itself before block b did.
func (x *execution) counted(a, b int) bool {
	for p, ways := range x.found {
		events, sure := x.histories[p].events, true
		for _, s := range ways {
			at := func(block int) int {
				return slices.IndexFunc(s.order, func(w int) bool {
					return w >= 0 && events[w].reads && events[w].block == block
				})
			}
			sure = sure && at(a) >= 0 && at(a) < at(b)
		}
		if sure {
			return true
		}
	}
	return false
}
