package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// Group is one group of lanes with equal keys, and represents any. With it, match.sync compares nothing: it must be
// given the lane's key, unaltered, and tells a lane of the group who else is in it. Its value in another lane is
// undefined.
//
// That is enough for all keys: whatever they are, each lane is in exactly one group,
// the lanes that have its key. An execution in which Lanes are these, and in which
// nothing is known of the others, gives the lane what the real one does, as far as
// that is defined. So what holds of the lanes of the group, for every set that Lanes
// can be, holds of every lane for all keys.
type Group struct {
	Keys  []bv.Value // of the lanes
	Lanes bv.Value   // bit i: lane i is in the group
}

// watched is the bit that a lane is in the group that is looked at; 1 without one.
func (m *Machine) watched(lane int) bv.Value {
	if m.Group == nil {
		return m.one
	}
	return m.Dom.Extract(m.Group.Lanes, lane, 1)
}

// ofMask reports whether what is defined may be made to depend on v. With a group that
// is the mask alone: outside the group, where much is undefined, the data would show
// in what is defined, and it is of no matter there.
func (m *Machine) ofMask(v bv.Value) bool {
	d, ok := m.Dom.(interface{ OfMask(v bv.Value) bool })
	return m.Group == nil || !ok || d.OfMask(v)
}

// either is the bit that what is chosen by c is defined: where both sides are, if it
// must not depend on c.
func (m *Machine) either(c, a, b bv.Value) bv.Value {
	if a != b && !m.ofMask(c) {
		return m.and(a, b)
	}
	return m.Dom.Select(c, a, b)
}

// sparedInGroup requires that a lane of the group does not take the way of a branch that traps: the one taken, unless
// that is the other. A lane reaches no trap if it reaches none when its own group is looked at, so when another is, it
// takes the other way as well.
func (t *thread) sparedInGroup(g Cell, untaken bool) {
	goes := g.V
	if !untaken {
		goes = t.m.Dom.Not(g.V)
	}
	t.m.must(t, t.m.where(t.m.watched(t.lane()), t.m.and(g.Def, goes)), "a trap may be reached")
}

// ofGroup reports whether each thread of a warp names the lanes of its own group as members. Groups have no lane in
// common, so each executes the instruction for itself; what other groups get is undefined here.
func (m *Machine) ofGroup(in *instr, group [warpSize]*thread, masks [warpSize]Cell) bool {
	if m.Group == nil || m.matched == nil || in.form.name != "redux" && in.form.name != "shfl" && in.form.name != "bar" {
		return false
	}
	for i, t := range group {
		if t != nil && (masks[i].V != m.matched || masks[i].Def != m.watched(i)) {
			return false
		}
	}
	return true
}

// sameKey is the bit that the thread's own key is that of another lane: whether that lane is in its group.
func (t *thread) sameKey(a, b Cell) (Cell, bool) {
	m := t.m
	if m.Group == nil || a.Def != m.one || b.Def != m.one {
		return Cell{}, false
	}
	own, other := m.Group.Keys[t.lane()], a.V
	if other == own {
		other = b.V
	} else if b.V != own {
		return Cell{}, false
	}
	for j, key := range m.Group.Keys {
		if key == other {
			return Cell{m.watched(j), m.watched(t.lane())}, true
		}
	}
	return Cell{}, false
}

// matchGroup fills the results of match.any.sync.
func (m *Machine) matchGroup(in *instr, group [warpSize]*thread, results *[warpSize][2]Cell) {
	var lanes []bv.Value
	for i, t := range group {
		bit := m.zero
		if t != nil {
			m.at = t
			key := t.read(in.args[1], in.last().w)
			if in.mods[0] != "any" || key.V != m.Group.Keys[i] || key.Def != m.one {
				stop("a match of anything but the lane's key")
			}
			bit = m.and(t.alive, m.watched(i))
		}
		lanes = append(lanes, bit)
	}
	m.matched = joined(m.Dom, lanes)
	for i := range group { // what is undefined may as well be the same
		results[i] = [2]Cell{{m.matched, m.watched(i)}, {m.zero, m.zero}}
	}
}
