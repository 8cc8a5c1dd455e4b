package goread

import "github.com/shflgen/shflgen/internal/prover/bv"

// changes are the cells that a branch wrote, with what they held before.
type changes struct {
	order  []*cell
	before map[*cell]value
}

func (c *changes) note(of *cell) {
	if _, again := c.before[of]; !again {
		c.before[of] = of.val
		c.order = append(c.order, of)
	}
}

// outcome is what a branch wrote, undone.
type outcome struct {
	*changes
	after map[*cell]value
	left  int // the outermost exit that was taken for certain; else beyond all
}

// fork executes then where condition holds, and otherwise where it does not; each
// may be nil. Where the condition is not known, both are executed from one state,
// and what they wrote is chosen from.
func (r *run) fork(condition bv.Value, then, otherwise func()) {
	if k, known := r.dom.Known(condition); known || r.assumed[condition] {
		if k == 0 {
			then = otherwise
		}
		if then != nil {
			then()
		}
		return
	}
	a, b := r.branch(condition, then), r.branch(r.not(condition), otherwise)
	cells := a.order
	for _, c := range b.order {
		if _, both := a.before[c]; !both {
			cells = append(cells, c)
		}
	}
	for _, c := range cells {
		x, y := a.of(c), b.of(c)
		switch { // who has left the scope of a cell does not see it again
		case a.left < c.depth && b.left >= c.depth:
			x = y
		case b.left < c.depth && a.left >= c.depth:
			y = x
		}
		r.put(c, r.choose(condition, x, y))
	}
}

func (o outcome) of(c *cell) value {
	if x, wrote := o.after[c]; wrote {
		return x
	}
	return c.val
}

// branch executes one side and undoes it.
func (r *run) branch(condition bv.Value, side func()) outcome {
	o := outcome{changes: &changes{before: map[*cell]value{}}, after: map[*cell]value{}, left: len(r.exits) + 1}
	if side == nil {
		return o
	}
	path := r.path
	r.path = r.and(path, condition)
	r.logs = append(r.logs, o.changes)
	side()
	r.logs = r.logs[:len(r.logs)-1]
	r.path = path
	for i := len(r.exits) - 1; i >= 0; i-- {
		if k, known := r.dom.Known(r.exits[i].val.v); known && k == 1 {
			o.left = i
		}
	}
	for _, c := range o.order {
		o.after[c], c.val = c.val, o.before[c]
	}
	return o
}
