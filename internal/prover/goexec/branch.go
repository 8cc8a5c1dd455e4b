package goexec

import "github.com/shflgen/shflgen/internal/prover/bv"

// changes are the cells that a branch wrote, with what they held before.
type changes struct {
	Order  []*Cell
	Before map[*Cell]Value
}

func (c *changes) note(of *Cell) {
	if _, again := c.Before[of]; !again {
		c.Before[of] = of.Val
		c.Order = append(c.Order, of)
	}
}

// Outcome is what a branch wrote, undone.
type Outcome struct {
	*changes
	After map[*Cell]Value
	Left  int // the number of the outermost exit that was taken for certain; else beyond all
}

// Fork executes then where the condition holds, and otherwise where it does not; each
// may be nil. Where the condition is not known, both are executed from one state,
// and what they wrote is chosen from.
func (r *Run) Fork(condition bv.Value, then, otherwise func()) {
	if k, known := r.Dom.Known(condition); known || r.Assumed[condition] {
		if k == 0 {
			then = otherwise
		}
		if then != nil {
			then()
		}
		return
	}
	a, b := r.Branch(condition, then), r.Branch(r.Not(condition), otherwise)
	cells := a.Order
	for _, c := range b.Order {
		if _, both := a.Before[c]; !both {
			cells = append(cells, c)
		}
	}
	for _, c := range cells {
		x, y := a.Of(c), b.Of(c)
		switch { // who has left the scope of a cell does not see it again
		case a.Left < c.Depth && b.Left >= c.Depth:
			x = y
		case b.Left < c.Depth && a.Left >= c.Depth:
			y = x
		}
		r.Put(c, r.Choose(condition, x, y))
	}
}

// Of is what the branch leaves in a cell.
func (o Outcome) Of(c *Cell) Value {
	if x, wrote := o.After[c]; wrote {
		return x
	}
	return c.Val
}

// Branch executes one side and undoes it.
func (r *Run) Branch(condition bv.Value, side func()) Outcome {
	o := Outcome{changes: &changes{}, Left: len(r.Exits) + 1}
	if side == nil {
		return o
	}
	o.Before, o.After = map[*Cell]Value{}, map[*Cell]Value{}
	path := r.Path
	r.Path = r.And(path, condition)
	r.logs = append(r.logs, o.changes)
	side()
	r.logs = r.logs[:len(r.logs)-1]
	r.Path = path
	for i := len(r.Exits) - 1; i >= 0; i-- {
		if r.Is(r.Exits[i].Val.V, 1) {
			o.Left = i
		}
	}
	for _, c := range o.Order {
		o.After[c], c.Val = c.Val, o.Before[c]
	}
	return o
}
