package check

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// Claim is that one output of one call is what the reference says, where anybody looks.
type Claim struct {
	Role     spec.Role // of the output
	Lane     int
	Register int // of the lane
	Leaf     int // of the element

	Want bv.Value
	Got  Cell
	Held bv.Value // before the call; of preds any value

	// Gets is the bit that the lane gets the output, and Specified that it then has a
	// value that the contract gives. Elsewhere nothing is claimed.
	Gets, Specified bv.Value

	Float *bv.Format // of float elements, where all NaNs are equal

	// Instead makes another claim that is enough; nil: there is none.
	Instead func() Claim
}

// what names the output.
func (c Claim) what() string {
	switch c.Role {
	case spec.ElementRole:
		return "result"
	case spec.PredRole:
		return "predicate"
	}
	return numberWords[c.Role]
}

// numberWords are the outputs that are numbers of a lane, in words.
var numberWords = map[spec.Role]string{spec.IndexRole: "index", spec.CountRole: "count", spec.FromRole: "lane"}

// place is where the output is, in words.
func (c Claim) place(sh spec.Shape) string {
	what := fmt.Sprintf("lane %d", c.Lane)
	if sh.Row() {
		what = fmt.Sprintf("column %d", c.Lane) // of inputs, and of a row of results
	}
	if sh.Grid() {
		what = fmt.Sprintf("element %d", c.Lane)
	}
	if sh.Block() {
		what = fmt.Sprintf("thread %d", c.Lane)
	}
	if port, ok := sh.Gives(c.Role); ok && port.Array {
		what = fmt.Sprintf("register %d of %s", c.Register, what)
	}
	if c.Role == spec.PredRole {
		what = "pred of " + what
	} else if word, ok := numberWords[c.Role]; ok {
		what = word + " of " + what
	}
	if leaves := sh.Slot(); c.Role == spec.ElementRole && leaves[c.Leaf].Path != "" {
		what += ", " + leaves[c.Leaf].Path
	}
	return what
}

// Output names the output and where it is.
func (c Claim) Output(sh spec.Shape) string {
	switch {
	case sh.Row() && !sh.Each:
		return "the row's " + c.what()
	case sh.Grid() && !sh.Each:
		return "the array's " + c.what()
	}
	return c.place(sh) + ": the " + c.what()
}

// Claims lists what has to hold of what a call left for it to be what the reference
// wants.
func Claims(s Subject, c Call, want algebra.Outcome, left Left) []Claim {
	t := s.Traits()
	left.complete(c.Shape)
	leaves, formats := c.Shape.Slot(), formatsOf(s.Spec())
	var all []Claim
	for i, named := range want.Named {
		stays := !named && !t.Keeps && t.Leaves && s.Spec().KeepsRegisters() && i/c.Shape.Lanes >= s.Spec().Results()
		if !named && !t.Keeps && !stays {
			continue
		}
		one := c.Dom.Const(1, 1)
		base := Claim{Lane: i % c.Shape.Lanes, Register: i / c.Shape.Lanes, Gets: want.Gets[i], Specified: one}
		if c.Group != nil {
			base.Gets = c.Dom.Int(bv.And, base.Gets, c.Dom.Extract(c.Group, i, 1))
		}
		for _, out := range left.Calls {
			if !named && !stays {
				base.Gets = c.Dom.Const(1, 0)
			}
			add := func(r spec.Role, want bv.Value, got Cell, held, specified bv.Value, float *bv.Format) {
				claim := base
				claim.Role, claim.Want, claim.Got, claim.Held, claim.Specified, claim.Float = r, want, got, held, specified, float
				if t.Keeps {
					claim = claim.keeping(c.Dom)
				}
				all = append(all, claim)
			}
			for k := range leaves {
				base.Leaf = k
				n := i*len(leaves) + k
				if stays {
					add(spec.ElementRole, c.Elements[n], out.Elements[n], c.Elements[n], one, nil)
					continue
				}
				add(spec.ElementRole, want.Value[n], out.Elements[n], c.Elements[n], want.Specified[i], formats[k])
			}
			base.Leaf = 0
			for k, port := range c.Shape.Numbers() {
				if base.Register >= port.Count { // one for each register, or of a lane with its first one
					continue
				}
				held := bv.Value(nil)
				if len(c.Numbers) > 0 {
					held = c.Numbers[k][i]
				}
				number := want.Numbers[k][i]
				switch {
				case t.Index != nil:
					number = t.Index(c.Dom, number)
				case c.Shape.Grid():
					number = c.Dom.Extend(number, port.Bits, false)
				}
				add(port.Role, number, out.Numbers[k][i], held, one, nil)
				_, whole := c.Shape.Segment(base.Lane)
				if index := all[len(all)-1]; t.AnyTie && named && whole && len(c.Mask) == 0 && port.Role == spec.IndexRole {
					all[len(all)-1].Instead = func() Claim { return c.tie(index, want.Value[i], formats[0]) }
				}
			}
			if want.Pred != nil && base.Register == 0 {
				claim := base
				if t.Keeps { // a bit of one word, that of a lane without a call too
					claim.Gets = one
				}
				claim.Held = c.Dom.Const(t.PredBits, 0) // of no matter
				claim.Role, claim.Want, claim.Got = spec.PredRole, want.Pred[i], out.Preds[i]
				if t.PredBits > 1 {
					claim.Want = c.Dom.Extend(claim.Want, t.PredBits, false)
				}
				all = append(all, claim)
			}
		}
	}
	return all
}

// tie is the claim that the element at an index is the best one of the lane's segment. All its lanes are members.
func (c Call) tie(index Claim, best bv.Value, float *bv.Format) Claim {
	base, _ := c.Shape.Segment(index.Lane)
	inside := func(number uint64) bool { return number >= uint64(base) && number < uint64(base+c.Shape.Width) }
	at, here := bv.Looker(c.Dom, func(number uint64) bv.Value {
		if !inside(number) {
			number = uint64(base)
		}
		return c.Elements[number]
	}), bv.Looker(c.Dom, func(number uint64) bv.Value {
		if inside(number) {
			return c.Dom.Const(1, 1)
		}
		return c.Dom.Const(1, 0)
	})
	got := Cell{V: at(index.Got.V), Def: here(index.Got.V)}
	if index.Got.Def != nil {
		got.Def = c.Dom.Int(bv.And, got.Def, index.Got.Def)
	}
	index.Want, index.Got, index.Float = best, got, float
	return index
}

// formatsOf are the formats of the leaves of a slot that are floats. Elements that are only moved, such as values,
// keep the payload of a NaN as well: their leaves are bits.
func formatsOf(s spec.Spec) []*bv.Format {
	var all []*bv.Format
	element := len(s.Shape().Element().Leaves())
	for i, l := range s.Shape().Slot() {
		f := algebra.Format(l.Type)
		if s.KeepsPayloads() || i >= element && s.Sort().Value != nil {
			f = nil
		}
		all = append(all, f)
	}
	return all
}

// complete panics where a subject leaves out an output, since nothing would be claimed about it.
func (l Left) complete(sh spec.Shape) {
	lanesIf := func(there bool) int {
		if there {
			return sh.Lanes
		}
		return 0
	}
	for _, out := range l.Calls {
		if len(out.Elements) != sh.Values() || len(out.Numbers) != len(sh.Numbers()) ||
			len(out.Preds) != lanesIf(sh.HasPred()) {
			panic(fmt.Sprintf("a call of %d elements, %d numbers and %d preds", len(out.Elements), len(out.Numbers),
				len(out.Preds)))
		}
	}
	if len(l.Calls) == 0 {
		panic("no call")
	}
}

// keeping is the claim that, elsewhere, the output keeps what it held.
func (c Claim) keeping(d bv.Domain) Claim {
	one := d.Const(1, 1)
	looked := d.Int(bv.And, c.Gets, c.Specified)
	if k, known := d.Known(looked); known {
		if k == 0 {
			c.Want = c.Held
		}
	} else {
		c.Want = d.Select(looked, c.Want, c.Held)
	}
	c.Gets, c.Specified = one, one
	return c
}
