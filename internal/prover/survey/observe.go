package survey

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Observed is what a function left on numbers.
type Observed struct {
	Form    Form
	Threads int    // of the block; 0: a warp called it
	Fault   string // the first fault, past which the function was executed; "": none
	Err     error  // what ended the execution
	// Ordered is an access by which results depend on the order of threads. Then calls were made side by side: see
	// [ptx.Subject.Abreast].
	Ordered string

	list   list
	calls  []observed
	alive  []spec.Spec // candidates that agree with all ordinary calls
	likely bool        // some agreed with the first one, but for signs of zeros
	traits check.Traits
}

// observed is one call.
type observed struct {
	Draw
	left  check.Left
	fault string
}

// Observe calls a function on numbers, by a kernel of PTX that calls it as the form says: as often as it takes to see
// that it agrees with no candidate. base is any spec with calls of this form.
func Observe(ctx context.Context, f Form, threads int, file *ptx.File, kernel string, base spec.Spec) Observed {
	o := Observed{Form: f, Threads: threads, list: listOf(f, threads)}
	subject, err := file.Subject(base, kernel, nil)
	if err != nil {
		o.Err = err
		return o
	}
	subject.Tolerant = true
	o.traits = subject.Traits()
	for i, d := range Draws(base, f) {
		if i > 1 && f.Unread == behind { // two calls show whether it leaves something there
			break
		}
		if i > 0 && (d.Ordinary && !o.likely && d.Kind != wholeNumbers || !d.Ordinary && len(o.alive) == 0) {
			continue
		}
		if d.Kind == zeros && !slices.ContainsFunc(o.alive, func(s spec.Spec) bool { return s.Map != nil }) {
			continue
		}
		tape := &tape{Subject: subject}
		_, err := check.Replay(ctx, tape, d.Mask, d.In)
		if tape.left.OneOrder != "" && !subject.Abreast {
			o.Ordered, subject.Abreast = tape.left.OneOrder, true
			_, err = check.Replay(ctx, tape, d.Mask, d.In)
		}
		if o.Err = firstOf(context.Cause(ctx), tape.err, err); o.Err != nil {
			return o
		}
		o.take(ctx, d, tape.left)
	}
	return o
}

// take adds what a call left.
func (o *Observed) take(ctx context.Context, d Draw, left check.Left) {
	of := observed{Draw: d, left: left}
	for _, m := range left.Musts {
		if k, _ := (bv.Numbers{}).Known(m.Bit); k == 0 && of.fault == "" {
			of.fault = m.Why
		}
	}
	if o.Fault == "" {
		o.Fault = of.fault
	}
	of.left.Musts = nil
	o.calls = append(o.calls, of)
	if len(o.calls) == 1 {
		for i, s := range o.list.specs {
			if o.mayAgree(of, o.list.first[i]) {
				o.alive = append(o.alive, s)
			}
		}
		o.likely = len(o.alive) > 0
	}
	if d.Ordinary {
		o.alive = slices.DeleteFunc(o.alive, func(s spec.Spec) bool {
			return !o.same(ctx, s, of.left, d)
		})
	}
}

func firstOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// tape keeps what a subject leaves.
type tape struct {
	*ptx.Subject
	left check.Left
	err  error
}

// Run is that of the subject.
func (t *tape) Run(ctx context.Context, c check.Call) (check.Left, error) {
	t.left, t.err = t.Subject.Run(ctx, c)
	return t.left, t.err
}

// played is a subject of another spec that leaves what another one left.
type played struct {
	spec   spec.Spec
	traits check.Traits
	left   check.Left
}

// Spec is the other spec.
func (p played) Spec() spec.Spec { return p.spec }

// Traits are those of the subject that was executed.
func (p played) Traits() check.Traits { return p.traits }

// Run makes no call.
func (p played) Run(context.Context, check.Call) (check.Left, error) { return p.left, nil }

// Agrees is a spec that a function agrees with on ordinary numbers.
type Agrees struct {
	Spec         spec.Spec
	Holds, Fails []string       // kinds of other inputs, by whether it agrees on them as well
	Faults       bool           // every call has a fault
	Differs      []check.Inputs // of calls that differ, without a fault
	Ordered      string         // see [Observed]; then each call may differ in another order
}

// mostDiffer is how many calls that differ are kept.
const mostDiffer = 4

// InSomeOrder are the candidates that agree on whole numbers, which every order of a sum of floats adds alike.
func (o Observed) InSomeOrder(ctx context.Context) (all []Agrees) {
	if o.Err != nil || o.Form.Mask != spec.Full {
		return nil
	}
	for _, s := range o.list.specs {
		l := s.Laws()
		if s.Order != spec.Near || s.Op != spec.Sum || s.Map != nil || !l.Commutative || l.Associative || !o.agrees(ctx, s) {
			continue
		}
		s.Order = spec.AnyOrder
		all = append(all, Agrees{Spec: s, Ordered: o.Ordered, Differs: o.anyOrder(s)})
	}
	return all
}

// agrees reports whether a candidate agrees with all calls on whole numbers.
func (o Observed) agrees(ctx context.Context, s spec.Spec) bool {
	n := 0
	for _, call := range o.calls {
		if call.Kind == wholeNumbers {
			if !o.same(ctx, s, call.left, call.Draw) {
				return false
			}
			n++
		}
	}
	return n > 1
}

// With are the candidates that agree with what was left on every ordinary draw, in their order.
func (o Observed) With(ctx context.Context) (all []Agrees) {
	for _, s := range o.alive {
		if o.Err != nil {
			return nil
		}
		if o.Form.Mask != spec.Full && !o.masks(ctx, s) {
			continue
		}
		a := Agrees{Spec: s, Ordered: o.Ordered, Differs: o.anyOrder(s)}
		a.Faults = !slices.ContainsFunc(o.calls, func(c observed) bool { return c.fault == "" })
		for _, call := range o.calls {
			if call.Ordinary {
				continue
			}
			same := o.same(ctx, s, call.left, call.Draw)
			if same && (call.fault == "" || a.Faults) {
				a.Holds = appendNew(a.Holds, call.Kind)
				continue
			}
			a.Fails = appendNew(a.Fails, call.Kind)
			if call.fault == "" && len(a.Differs) < mostDiffer {
				a.Differs = append(a.Differs, check.Inputs{Mask: call.Mask, In: inputs(s, call.In)})
			}
		}
		a.Holds = slices.DeleteFunc(a.Holds, func(k string) bool { return slices.Contains(a.Fails, k) })
		all = append(all, a)
	}
	return all
}

// anyOrder are calls that may differ if threads run in another order.
func (o Observed) anyOrder(s spec.Spec) (all []check.Inputs) {
	for _, call := range o.calls {
		if o.Ordered != "" && len(all) < mostDiffer {
			all = append(all, check.Inputs{Mask: call.Mask, In: inputs(s, call.In)})
		}
	}
	return all
}

// masks reports whether what a call gives as its mask is one to the function. Then all calls by some lanes with numbers
// of one kind agree, or one of them if the name says that it is a mask; or calls are wrong because of those that are
// absent: of a call that all lanes make, a member mask leaves one out; of one by members alone, what an absent lane
// would send is undefined. Otherwise that number is something else, as a distance or a number of elements: what agrees
// with a call or two agrees by chance.
func (o Observed) masks(ctx context.Context, s spec.Spec) bool {
	undefined := func(c check.Cell) bool {
		bit, known := uint64(1), false
		if c.Def != nil {
			bit, known = (bv.Numbers{}).Known(c.Def)
		}
		return known && bit == 0
	}
	agree, differ := map[string]bool{}, map[string]bool{}
	for _, call := range o.calls {
		same := o.same(ctx, s, call.left, call.Draw) && (call.fault == "" || o.Form.Mask == spec.Member)
		switch {
		case call.Mask[0] == ^uint32(0):
		case o.Form.Mask == spec.Active && call.fault == "" && slices.ContainsFunc(call.left.Calls[0].Elements, undefined),
			o.Form.Mask == spec.Member && o.calls[0].fault == "" && strings.Contains(call.fault, "member mask"):
			return true
		case same:
			agree[call.Kind] = true
		default:
			differ[call.Kind] = true
		}
	}
	for kind := range agree {
		if o.Form.NamesMask || !differ[kind] {
			return true
		}
	}
	return false
}

// Misled reports whether every ordinary call had a fault of a member mask, and the call chose a number that may be one.
func (o Observed) Misled() bool {
	return o.Form.Chosen && !slices.ContainsFunc(o.calls, func(call observed) bool {
		return call.Ordinary && !strings.Contains(call.fault, "member mask")
	})
}

// mayAgree compares what the first draw left with an answer: values of lanes that have one, but for signs of zeros.
func (o Observed) mayAgree(of observed, a ref.Answer) bool {
	got := of.left.Calls[0].Elements
	if len(a.Value) != len(got) {
		return false
	}
	for i, want := range a.Value {
		x, _ := (bv.Numbers{}).Known(got[i].V)
		if a.Named[i] && a.Gets[i] && a.Specified[i] && !ref.Same(o.Form.Type, x, want.Bits) &&
			!o.zeros(x, want.Bits) {
			return false
		}
	}
	return true
}

// zeros reports whether two elements are zeros of floats.
func (o Observed) zeros(a, b uint64) bool {
	t := o.Form.Type
	return t.Class() == spec.Float && !t.Packed() && ref.Decode(t, a) == 0 && ref.Decode(t, b) == 0
}

// Near is a candidate that agrees with what was left but for something that has a name.
func (o Observed) Near(ctx context.Context) (s spec.Spec, but string, ok bool) {
	if o.Err != nil {
		return s, "", false
	}
	agrees := func(s spec.Spec, which func(Draw) bool, as func(observed) check.Left) bool {
		n := 0
		for _, call := range o.calls {
			if which(call.Draw) {
				if !o.same(ctx, s, as(call), call.Draw) {
					return false
				}
				n++
			}
		}
		return n > 1
	}
	for _, s := range o.list.specs {
		if l := s.Laws(); l.Commutative && !l.Associative && o.agrees(ctx, s) {
			return s, "in an order that is neither near nor far", true
		}
		if o.likely && o.Form.Type.Class() == spec.Float && agrees(s, func(d Draw) bool { return d.Ordinary },
			func(call observed) check.Left { return o.signed(s, call) }) {
			return s, "with zeros of the other sign: the identity of a sum of floats is -0", true
		}
	}
	return s, "", false
}

// signed is what a call left, with the zeros of the sign that a spec wants.
func (o Observed) signed(s spec.Spec, call observed) check.Left {
	left := call.left
	answer, err := ref.Call(s, call.Mask, inputs(s, call.In))
	if err != nil {
		return left
	}
	left.Calls = slices.Clone(left.Calls)
	for k := range left.Calls {
		left.Calls[k].Elements = slices.Clone(left.Calls[k].Elements)
		for n, want := range answer.Value {
			cell := &left.Calls[k].Elements[n]
			if x, _ := (bv.Numbers{}).Known(cell.V); o.zeros(x, want.Bits) {
				cell.V = bv.Numbers{}.Const(s.Type.Bits(), want.Bits)
			}
		}
	}
	return left
}

// same reports whether the results of a draw are those of a spec.
func (o Observed) same(ctx context.Context, s spec.Spec, left check.Left, d Draw) bool {
	if s.Shape().HasPred() {
		left = o.read(s, left)
	}
	c, err := check.Replay(ctx, played{s, o.traits, left}, d.Mask, inputs(s, d.In))
	return c == nil && err == nil
}

// read is what was left, and of each lane whether it read a source: the call says what the spec does.
func (o Observed) read(s spec.Spec, left check.Left) check.Left {
	reads := Reads(s)
	left.Calls = slices.Clone(left.Calls)
	for k := range left.Calls {
		left.Calls[k].Preds = nil
		for i := range s.Lanes() {
			left.Calls[k].Preds = append(left.Calls[k].Preds,
				check.Cell{V: bv.Numbers{}.Const(o.traits.PredBits, uint64(reads>>i&1))})
		}
	}
	return left
}

// Reads are the lanes that read a source by a spec of a shuffle, a bit each.
func Reads(s spec.Spec) (lanes uint32) {
	answer, err := ref.Call(s, nil, make([]uint64, s.Shape().Inputs()))
	if err != nil {
		return 0
	}
	for i, reads := range answer.Pred {
		if reads {
			lanes |= 1 << i
		}
	}
	return lanes
}

func appendNew(to []string, x string) []string {
	if slices.Contains(to, x) {
		return to
	}
	return append(to, x)
}
