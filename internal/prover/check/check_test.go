package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/spec"
)

// model is a subject that leaves what the reference says, but for a fault.
type model struct {
	spec   spec.Spec
	traits Traits
	plant  func(c Call, left *Left) error // nil: none
}

func (m model) Spec() spec.Spec { return m.spec }
func (m model) Traits() Traits  { return m.traits }

func (m model) Run(_ context.Context, c Call) (Left, error) {
	want, err := algebra.Run(c.Dom, m.spec, c.Reference())
	if err != nil {
		return Left{}, err
	}
	var out Outputs
	one := c.Dom.Const(1, 1)
	for i, held := range c.Elements {
		gets := one
		if !want.Named[i] {
			gets = c.Dom.Const(1, 0)
		} else if m.traits.Keeps {
			gets = c.Dom.Int(bv.And, want.Gets[i], want.Specified[i])
		}
		out.Elements = append(out.Elements, Cell{V: c.Dom.Select(gets, want.Value[i], held), Def: one})
		for k, numbers := range want.Numbers {
			held := numbers[i]
			if m.traits.Keeps {
				held = c.Numbers[k][i]
			}
			named := want.Gets[i]
			if !want.Named[i] {
				named = c.Dom.Const(1, 0)
			}
			if i == 0 {
				out.Numbers = append(out.Numbers, nil)
			}
			out.Numbers[k] = append(out.Numbers[k], Cell{V: c.Dom.Select(named, numbers[i], held), Def: one})
		}
		if want.Pred != nil {
			out.Preds = append(out.Preds, Cell{V: c.Dom.Extend(want.Pred[i], m.traits.PredBits, false), Def: one})
		}
	}
	left := Left{Calls: []Outputs{out}}
	if m.plant != nil {
		err = m.plant(c, &left)
	}
	return left, err
}

// sumOf is the sum of the elements of some lanes.
func sumOf(c Call, lanes ...int) bv.Value {
	sum := c.Elements[lanes[0]]
	for _, i := range lanes[1:] {
		sum = c.Dom.Int(bv.Add, sum, c.Elements[i])
	}
	return sum
}

// fault is a [Fault], on numbers too if it shows that a call is wrong.
type fault struct {
	lane  int
	shows bool
}

func (fault) Error() string    { return "a fault" }
func (f fault) FaultLane() int { return f.lane }
func (f fault) Shows() bool    { return f.shows }

// constant is the bits of a value, if it is a number.
func constant(c Call, v bv.Value) (uint64, bool) { return c.Dom.Known(v) }

var (
	keeping = Traits{Keeps: true, PredBits: 8, Tries: 300, Traits: strategy.Traits{Pairs: true}}
	free    = Traits{PredBits: 8, Tries: 300}
)

const (
	plain  = "-pattern reduce -width 8"
	active = "-pattern reduce -width 8 -mask active"
	moves  = "-pattern shfl-up -delta 1 -width 8"
	winner = "-pattern reduce -op argmin -width 8"
	tree   = "-pattern down-reduce -width 8"
	groups = "-pattern keyed-reduce -width 4"
)

// plants are faults of a subject that computes what its spec says, and what is said of
// them.
var plants = []struct {
	name, args string
	traits     Traits
	plant      func(c Call, left *Left) error
	verdict    Verdict
	says       string
}{
	{"none", plain, keeping, nil, Proved, ""},
	{"none", plain, free, nil, Proved, ""},
	{"none", active, keeping, nil, Proved, ""},
	{"none", active, free, nil, Proved, ""},
	{"none", moves, keeping, nil, Proved, ""},
	{"none", moves, free, nil, Proved, ""},
	{"none", winner, keeping, nil, Proved, ""},
	{"none", winner, free, nil, Proved, ""},
	{"none", tree, keeping, nil, Proved, ""},
	{"none", groups, keeping, nil, Proved, ""},
	{"none", groups, free, nil, Proved, ""},
	{"one element", plain, keeping, element(5, complement), Refuted, "lane 5: expected"},
	{"one element", plain, free, element(5, complement), Refuted, "lane 5: expected"},
	{"one element of a group", groups, keeping, element(6, complement), Refuted, "lane 6: expected"},
	{"one element of a group", groups, free, element(6, complement), Refuted, "lane 6: expected"},
	{"what is not named", tree, keeping, element(3, complement), Refuted, "lane 3: expected"},
	{"what is not named, where it is not kept", tree, free, element(3, complement), Proved, ""},
	{"what is named", tree, free, element(8, complement), Refuted, "lane 8: expected"},
	{"a lane that makes no call", active, keeping, element(2, notMember), Refuted, "lane 2: expected"},
	{"a lane that makes no call, where it is not kept", active, free, element(2, notMember), Proved, ""},
	{"an undefined element", plain, free, undefined, Refuted, "lane 1: expected 0x00000002 (2), got an undefined value"},
	{"a pred", moves, free, func(c Call, l *Left) error {
		p := &l.Calls[0].Preds[7]
		p.V = c.Dom.Int(bv.Xor, p.V, c.Dom.Const(8, 1))
		return nil
	}, Refuted, "pred of lane 7: expected"},
	{"a pred that is no bool", moves, free, func(c Call, l *Left) error {
		p := &l.Calls[0].Preds[7]
		p.V = c.Dom.Int(bv.Xor, p.V, c.Dom.Const(8, 2))
		return nil
	}, Refuted, "pred of lane 7: expected"},
	{"an index", winner, free, index, Refuted, "index of lane 4: expected"},
	{"an index", winner, keeping, index, Refuted, "index of lane 4: expected"},
	{"the element of a segment without members", winner, free, func(c Call, l *Left) error {
		some := c.Dom.Const(1, 0)
		for i := range 8 {
			some = c.Dom.Int(bv.Or, some, c.Member(i))
		}
		e := &l.Calls[0].Elements[4]
		e.V = c.Dom.Select(some, e.V, c.Dom.Const(32, 77))
		return nil
	}, Proved, ""},
	{"the second call", plain, free, func(c Call, l *Left) error {
		second := Outputs{Elements: slices.Clone(l.Calls[0].Elements)}
		second.Elements[9].V = c.Dom.Not(second.Elements[9].V)
		l.Calls = append(l.Calls, second)
		return nil
	}, Refuted, "lane 9: expected"},
	{"what must be", plain, free, func(c Call, l *Left) error {
		l.Musts = append(l.Musts, Must{Lane: 3, Why: "nobody says", Bit: c.Member(3)})
		return nil
	}, Refuted, "lane 3: nobody says"},
	{"on terms alone", plain, free, func(c Call, l *Left) error {
		if _, ok := constant(c, l.Calls[0].Elements[0].V); ok {
			return nil
		}
		return element(0, complement)(c, l)
	}, NotProved, "lane 0: the result may differ on every mask ("},
	{"on terms alone, without a lane", moves, free, func(c Call, l *Left) error {
		if _, ok := constant(c, l.Calls[0].Elements[0].V); ok {
			return nil
		}
		e := &l.Calls[0].Elements[2]
		e.V = c.Dom.Select(c.Member(5), e.V, c.Elements[7])
		return nil
	}, NotProved, "lane 2: the result may differ on every mask without lane 5 (on mask " +
		"0x3 it has v[7] where the spec has v[1])"},
	{"on terms alone, one operand", "-pattern xor-reduce -width 4 -mask full", free, func(c Call, l *Left) error {
		if _, ok := constant(c, l.Calls[0].Elements[0].V); ok {
			return nil
		}
		l.Calls[0].Elements[5].V = sumOf(c, 4, 5, 6, 4)
		return nil
	}, NotProved, "lane 5: the result differs (it has 2*v[4] where the spec has (v[4] + v[7]))"},
	{"on terms alone, a float", "-pattern xor-reduce -width 4 -type float32 -mask full", free,
		func(c Call, l *Left) error {
			if _, ok := constant(c, l.Calls[0].Elements[0].V); ok {
				return nil
			}
			add := func(x, y bv.Value) bv.Value { return c.Dom.Float(bv.FAdd, bv.F32, x, y) }
			l.Calls[0].Elements[5].V = add(add(c.Elements[4], c.Elements[5]), add(c.Elements[6], c.Elements[6]))
			return nil
		}, NotProved, "lane 5: the result differs (it has v[6] where the spec has v[7])"},
}

// element plants a change of one element.
func element(i int, change func(c Call, i int, x bv.Value) bv.Value) func(c Call, l *Left) error {
	return func(c Call, l *Left) error {
		e := &l.Calls[0].Elements[i]
		e.V = change(c, i, e.V)
		return nil
	}
}

func complement(c Call, _ int, x bv.Value) bv.Value { return c.Dom.Not(x) }

func notMember(c Call, i int, x bv.Value) bv.Value { return c.Dom.Select(c.Member(i), x, c.Dom.Not(x)) }

func undefined(c Call, l *Left) error {
	l.Calls[0].Elements[1].Def = c.Member(0)
	return nil
}

func index(c Call, l *Left) error {
	n := &l.Calls[0].Numbers[0][4]
	n.V = c.Dom.Int(bv.Xor, n.V, c.Dom.Const(32, 1))
	return nil
}

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlants(t *testing.T) {
	for _, tt := range plants {
		t.Run(strings.Join([]string{tt.name, tt.args}, ", "), func(t *testing.T) {
			m := model{specOf(t, tt.args), tt.traits, tt.plant}
			p, err := Prove(t.Context(), m, Search{})
			if err != nil {
				t.Fatal(err)
			}
			if said := text(p); p.Verdict != tt.verdict || !strings.Contains(said, tt.says) {
				t.Errorf("%s %s, want %s %q", p.Verdict, said, tt.verdict, tt.says)
			}
			if c := p.Counterexample; c != nil {
				again, err := Replay(t.Context(), m, c.Mask, c.Inputs)
				if err != nil || again == nil || again.Verbose() != c.Verbose() {
					t.Errorf("replay gives %v, %v", again, err)
				}
			}
		})
	}
}

// text is what is said of a proof.
func text(p Proof) string {
	if err := p.Err(); err != nil {
		return err.Error()
	}
	return ""
}

// TestFaults: a fault on numbers is a counterexample; one on terms alone is an error, and so are one that shows
// nothing, and a refusal.
func TestFaults(t *testing.T) {
	refusal := errors.New("refused")
	onTerms := func(c Call) bool { _, ok := constant(c, c.Elements[0]); return !ok }
	for _, tt := range []struct {
		name  string
		plant func(c Call, l *Left) error
		want  error
		shown bool
	}{
		{"always", func(Call, *Left) error { return fault{7, true} }, nil, true},
		{"on terms", func(c Call, _ *Left) error {
			if onTerms(c) {
				return fault{7, true}
			}
			return nil
		}, fault{7, true}, false},
		{"of the executor", func(Call, *Left) error { return fault{7, false} }, fault{7, false}, false},
		{"a refusal", func(Call, *Left) error { return refusal }, refusal, false},
	} {
		p, err := Prove(t.Context(), model{specOf(t, plain), free, tt.plant}, Search{AfterFault: 3})
		if !errors.Is(err, tt.want) || (p.Counterexample != nil) != tt.shown {
			t.Errorf("%s: %v, %v", tt.name, err, p.Counterexample)
		}
		if tt.shown && (p.Counterexample.Lane != 7 || p.Counterexample.Fault != "a fault") {
			t.Errorf("%s: %v", tt.name, p.Counterexample)
		}
	}
}

// TestEnd: a proof that its context ends is no verdict.
func TestEnd(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if p, err := Prove(ctx, model{specOf(t, plain), free, nil}, Search{Before: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", p, err)
	}
}

// TestIncomplete: a subject that leaves out an output is no proof.
func TestIncomplete(t *testing.T) {
	for name, leave := range map[string]func(l *Left){
		"no call":              func(l *Left) { l.Calls = nil },
		"an element less":      func(l *Left) { l.Calls[0].Elements = l.Calls[0].Elements[:31] },
		"no preds":             func(l *Left) { l.Calls[0].Preds = nil },
		"a second call is cut": func(l *Left) { l.Calls = append(l.Calls, Outputs{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			p, err := Prove(t.Context(), model{specOf(t, moves), free, func(_ Call, l *Left) error { leave(l); return nil }},
				Search{})
			t.Errorf("%s: %v, %v", name, p, err)
		}()
	}
}
