package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// maskArg is the place of the member mask among the operands.
func maskArg(in *instr) arg {
	if in.form.name == activemask {
		return everyone
	}
	return in.args[len(in.args)-1]
}

// lanesOf gives the threads of warp w that are not at an end, by lane; nil elsewhere.
func (m *Machine) lanesOf(w int) (lanes [warpSize]*thread) {
	block, warps := m.launch.ofBlock(), m.launch.warps()
	threads := m.threads[w/warps*block:][:block]
	first := w % warps * warpSize
	for i, t := range threads[first:min(first+warpSize, block)] {
		if !t.exited {
			lanes[i] = t
		}
	}
	return lanes
}

// meetWarp runs the warp instructions of warp w after all their members have come, and reports whether there was one.
func (m *Machine) meetWarp(w int) bool {
	moved := false
	lanes := m.lanesOf(w)
	for _, first := range lanes {
		if first == nil || !first.waits {
			continue
		}
		in := &m.prog.instrs[first.pc]
		if in.form.sync != warpSync {
			continue
		}
		group := m.together(lanes, first)
		if m.missing(lanes, group, in) != nil {
			continue
		}
		m.run(w, lanes, group, in)
		moved = true
	}
	return moved
}

// together are the threads that wait where first does and that take part in one instruction with it: their member
// masks may name each other. Of threads that name their own segment alone, each segment is a group of its own (PTX
// ISA, "shfl.sync": a thread waits for those in its member mask).
func (m *Machine) together(lanes [warpSize]*thread, first *thread) (group [warpSize]*thread) {
	var masks [warpSize]bv.Value
	in := &m.prog.instrs[first.pc]
	alike := true
	for i, t := range lanes {
		if t != nil && t.waits && t.pc == first.pc {
			m.at = t
			group[i], masks[i] = t, t.read(maskArg(in), 32).V
			alike = alike && masks[i] == masks[first.lane()]
		}
	}
	if alike {
		return group
	}
	mayName := func(i, j int) bool {
		x, ok := m.Dom.Known(m.Dom.Extract(masks[i], j, 1))
		return !ok || x == 1
	}
	at := group
	group = [warpSize]*thread{}
	var add func(i int)
	add = func(i int) {
		group[i] = at[i]
		for j, t := range at {
			if t != nil && group[j] == nil && (masks[i] == masks[j] || mayName(i, j) || mayName(j, i)) {
				add(j)
			}
		}
	}
	add(first.lane())
	return group
}

// missing is a thread that some member mask of the group names, or may name,
// and that is alive elsewhere.
func (m *Machine) missing(lanes, group [warpSize]*thread, in *instr) *thread {
	for _, t := range group {
		if t == nil {
			continue
		}
		mask := t.read(maskArg(in), 32)
		for j, other := range lanes {
			if other == nil || group[j] != nil {
				continue
			}
			named := m.Dom.Extract(mask.V, j, 1)
			if x, ok := m.Dom.Known(m.and(t.alive, named)); !ok || x == 1 {
				return other
			}
		}
	}
	return nil
}

// waitsFor explains why thread t waits for ever.
func (m *Machine) waitsFor(t *thread) string {
	lanes := m.lanesOf(t.warp)
	group := m.together(lanes, t)
	if o := m.missing(lanes, group, &m.prog.instrs[t.pc]); o != nil {
		return fmt.Sprintf("divergent: the member mask names thread %d, which waits at %s", o.id,
			m.prog.instrs[o.pc].Place)
	}
	return "waits for ever"
}

// run executes a warp instruction for the threads of group. Every result is
// computed before the first is written.
func (m *Machine) run(w int, lanes, group [warpSize]*thread, in *instr) {
	var masks [warpSize]Cell
	for i, t := range group {
		if t == nil {
			continue
		}
		m.at = t
		masks[i] = t.read(maskArg(in), 32)
	}
	byKey := m.ofGroup(in, group, masks)
	if !byKey && in.form.name != activemask {
		m.named(group, masks)
		m.agree(in, group, masks)
	}
	var results [warpSize][2]Cell
	switch in.form.name {
	case "shfl":
		for i, t := range group {
			if t != nil {
				m.at = t
				results[i][0], results[i][1] = t.shuffle(in, group, masks[i].V)
			}
		}
	case "vote":
		m.vote(in, group, &results)
	case "redux":
		c := m.redux(in, group, byKey)
		for i := range results {
			results[i][0] = c
		}
	case "match":
		if m.Group != nil {
			m.matchGroup(in, group, &results)
		} else {
			m.match(in, group, &results)
		}
	case activemask:
		c := m.active(group)
		for i := range results {
			results[i][0] = c
		}
	case "bar":
		if group == lanes && first(group).under == 0 { // on all ways
			m.warps[w]++
		}
	default:
		panic("unexpected warp instruction " + in.opcode)
	}
	for i, t := range group {
		if t == nil {
			continue
		}
		m.at = t
		if byKey {
			results[i][0].Def, results[i][1].Def = m.and(results[i][0].Def, m.watched(i)), m.zero
		}
		if in.form.name != "bar" {
			t.pair(in, results[i][0], results[i][1])
		}
		t.waits = false
		t.pc++
	}
}

// first is the first thread of a group.
func first(group [warpSize]*thread) *thread {
	for _, t := range group {
		if t != nil {
			return t
		}
	}
	return nil
}

// Source is the lane that shfl.sync of the mode reads for a lane, and its
// predicate: PTX ISA, "Data Movement and Conversion Instructions: shfl.sync".
func Source(mode string, lane, b, c uint32) (source uint32, ok bool) {
	bval, cval, seg := b&0x1f, c&0x1f, c>>8&0x1f
	maxLane := lane&seg | cval&^seg
	minLane := lane & seg
	var j int32
	switch mode {
	case "up":
		j = int32(lane) - int32(bval)
		ok = j >= int32(maxLane)
	case "down":
		j = int32(lane + bval)
		ok = j <= int32(maxLane)
	case "bfly":
		j = int32(lane ^ bval)
		ok = j <= int32(maxLane)
	case "idx":
		j = int32(minLane | bval&^seg)
		ok = j <= int32(maxLane)
	default:
		panic("unexpected shuffle mode " + mode)
	}
	if !ok {
		return lane, false
	}
	return uint32(j), true
}

// shuffle gives the value and the predicate that t gets.
func (t *thread) shuffle(in *instr, group [warpSize]*thread, mask bv.Value) (value, pred Cell) {
	b := t.read(in.args[2], 32)
	c := uint32(t.known(t.read(in.args[3], 32), "a shuffle's clamp and segment"))
	t.m.must(t, t.m.where(t.m.watched(t.lane()), b.Def), "a shuffle's distance may be undefined")
	value, pred = t.pick(in.mods[1], b.V, c, func(j int) Cell {
		from := group[j]
		if from == nil { // not executing: nobody knows what is read
			return Cell{t.read(in.args[1], 32).V, t.m.zero}
		}
		t.learnsFrom(from)
		x := from.read(in.args[1], 32)
		if !t.m.Tolerant {
			x.Def = t.m.and(x.Def, t.m.and(from.alive, t.m.Dom.Extract(mask, j, 1)))
		}
		return x
	})
	value.Def, pred.Def = t.m.and(value.Def, b.Def), t.m.and(pred.Def, b.Def)
	return value, pred
}

// vote fills the results of vote.sync.
func (m *Machine) vote(in *instr, group [warpSize]*thread, results *[warpSize][2]Cell) {
	if m.turn(in, group, results) {
		return
	}
	d := m.Dom
	all, some, def := m.one, m.zero, m.one
	var ballot []bv.Value
	for _, t := range group {
		bit := m.zero
		if t != nil {
			p := t.read(in.args[1], 1)
			bit, def = m.and(t.alive, p.V), m.and(def, m.where(t.alive, p.Def))
			all, some = m.and(all, m.where(t.alive, p.V)), d.Int(bv.Or, some, bit)
		}
		ballot = append(ballot, bit)
	}
	var v bv.Value
	switch in.mods[1] {
	case "all":
		v = all
	case "any":
		v = some
	case "uni":
		v = d.Int(bv.Or, all, d.Not(some))
	case "ballot":
		v = joined(d, ballot)
	default:
		panic("unexpected vote " + in.opcode)
	}
	for i := range results {
		results[i][0] = Cell{v, def}
	}
}

// match fills the results of match.sync: for .any the lanes of the group that
// hold the same value as the lane; for .all every lane of the group if they all
// do, else none, and whether they do.
func (m *Machine) match(in *instr, group [warpSize]*thread, results *[warpSize][2]Cell) {
	d := m.Dom
	w := in.last().w
	def := m.one
	for _, t := range group {
		if t != nil {
			def = m.and(def, m.where(t.alive, t.read(in.args[1], w).Def))
		}
	}
	for i, t := range group {
		if t == nil {
			continue
		}
		own := t.read(in.args[1], w).V
		var lanes []bv.Value
		all := m.one
		for _, other := range group {
			same := m.zero
			if other != nil {
				same = d.Int(bv.Eq, own, other.read(in.args[1], w).V)
				all = m.and(all, m.where(other.alive, same))
				same = m.and(other.alive, same)
			}
			lanes = append(lanes, same)
		}
		v := joined(d, lanes)
		if in.mods[0] == "all" { // then every bit of the group is set, or the result is zero
			v = d.Select(all, v, d.Const(spec.MaskWordBits, 0))
		}
		results[i] = [2]Cell{{v, def}, {all, def}}
	}
}

// reduction is what redux does: its op, and the number that changes nothing as an
// operand of it.
type reduction struct {
	op      func(a, b bv.Value) bv.Value
	nothing uint64
}

// reductionOf reads the op of a redux. Of floats, +0 is above -0, and a NaN is passed
// over or, with .NaN, wins; a result that is one is canonical, even of one lane alone.
func (m *Machine) reductionOf(in *instr) reduction {
	mods := in.mods[1:]
	name, last := mods[0], mods[len(mods)-1]
	if last != "f32" {
		op := integerOp(name, last == "s32")
		return reduction{func(a, b bv.Value) bv.Value { return m.Dom.Int(op, a, b) }, nothing[op]}
	}
	of := map[string]bv.FloatOp{"min": bv.FMin, "max": bv.FMax}
	none := uint64(0x7fffffff)
	if mods[1] == "NaN" {
		of = map[string]bv.FloatOp{"min": bv.FMinNaN, "max": bv.FMaxNaN}
		none = map[string]uint64{"min": 0x7f800000, "max": 0xff800000}[name]
	}
	return reduction{func(a, b bv.Value) bv.Value { return m.Dom.Float(of[name], bv.F32, a, b) }, none}
}

// nothing are the integers of 32 bits that change nothing as an operand, where that is not 0.
var nothing = map[bv.IntOp]uint64{bv.And: 1<<32 - 1, bv.SMin: 1<<31 - 1, bv.SMax: 1 << 31, bv.UMin: 1<<32 - 1}

// integerOp is the operation that an instruction of PTX names.
func integerOp(name string, signed bool) bv.IntOp {
	switch {
	case name == "min" && signed:
		return bv.SMin
	case name == "max" && signed:
		return bv.SMax
	}
	op, ok := map[string]bv.IntOp{"add": bv.Add, "and": bv.And, "or": bv.Or, "xor": bv.Xor, "min": bv.UMin,
		"max": bv.UMax}[name]
	if !ok {
		panic("unexpected operation " + name)
	}
	return op
}

// redux reduces over the group, which is what the member mask names of those
// that still execute; by keys over those of the group that is looked at.
func (m *Machine) redux(in *instr, group [warpSize]*thread, byKey bool) Cell {
	r := m.reductionOf(in)
	bv.AnyOrder(m.Dom)
	var sum Cell
	for i, t := range group {
		if t == nil {
			continue
		}
		c, takesPart := t.read(in.args[1], 32), t.alive
		if byKey {
			takesPart = m.and(takesPart, m.watched(i))
		}
		if takesPart != m.one {
			c = Cell{m.Dom.Select(takesPart, c.V, m.Dom.Const(32, r.nothing)), m.where(takesPart, c.Def)}
		}
		if sum.V == nil {
			sum = c
			if in.last().float {
				sum.V = r.op(c.V, c.V)
			}
		} else {
			sum = Cell{r.op(sum.V, c.V), m.and(sum.Def, c.Def)}
		}
	}
	return sum
}
