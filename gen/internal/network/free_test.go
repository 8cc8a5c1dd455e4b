package network

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// trees is the free op: it writes down what it is applied to, in this order. With a commutative one the order of two
// operands does not show.
type trees struct {
	commutative bool
	texts       []string
	ids         map[string]uint64
}

func (t *trees) id(text string) uint64 {
	if id, ok := t.ids[text]; ok {
		return id
	}
	t.texts = append(t.texts, text)
	t.ids[text] = uint64(len(t.texts) - 1)
	return t.ids[text]
}

func (t *trees) apply(a, b uint64) uint64 {
	if t.commutative && a > b {
		a, b = b, a
	}
	return t.id(fmt.Sprintf("(%s %s)", t.texts[a], t.texts[b]))
}

const (
	absent      = ^uint64(0)     // no element; the lane keeps its own
	unspecified = ^uint64(0) - 1 // the contract says nothing
)

func (t *trees) join(a, b uint64) uint64 {
	switch {
	case a == absent:
		return b
	case b == absent:
		return a
	}
	return t.apply(a, b)
}

func (t *trees) tree(x []uint64) uint64 {
	x = append([]uint64(nil), x...)
	for d := 1; d < len(x); d *= 2 {
		for p := 0; p+d < len(x); p += 2 * d {
			x[p] = t.join(x[p], x[p+d])
		}
	}
	return x[0]
}

func (t *trees) scan(x []uint64) []uint64 {
	for d := 1; d < len(x); d *= 2 {
		next := append([]uint64(nil), x...)
		for p := d; p < len(x); p++ {
			next[p] = t.join(x[p-d], x[p])
		}
		x = next
	}
	return x
}

// want is what a lane of a segment ends with in a register, by the contract alone; absent where it
// keeps its element.
func (t *trees) want(s spec.Spec, c Call, register, lane int) uint64 {
	base, width := lane-lane%s.Width, s.Width
	if base+width > spec.WarpSize {
		return absent
	}
	if s.Mask == spec.Active && !c.Members[lane] {
		return absent
	}
	from, pos := register, lane-base
	if s.Pattern.Batch() && !s.All() {
		if from = register*width + pos; from >= s.N {
			return absent
		}
	}
	var x []uint64
	for i := base; i < base+width; i++ {
		switch {
		case s.Pattern.Keyed() && c.Keys[i] != c.Keys[lane], !c.Members[i]:
			if i < lane && (s.Mask == spec.Active || s.Pattern.Keyed()) {
				pos--
			}
			if s.Mask != spec.Active && !s.Pattern.Keyed() {
				x = append(x, absent)
			}
		default:
			x = append(x, c.Elements[from][i])
		}
	}
	if len(x) == 0 {
		return absent
	}
	switch s.Pattern {
	case spec.InclusiveScan:
		return t.scan(x)[pos]
	case spec.ExclusiveScan:
		if pos == 0 {
			return absent
		}
		return t.scan(x)[pos-1]
	case spec.DownReduce:
		if pos != 0 {
			return unspecified
		}
	}
	return t.tree(x)
}

// freeSpecs are the specs of a function without laws, and of a commutative one.
func freeSpecs() []spec.Spec {
	var all []spec.Spec
	for _, p := range []spec.Pattern{spec.Reduce, spec.XorReduce, spec.DownReduce, spec.InclusiveScan,
		spec.ExclusiveScan, spec.KeyedReduce, spec.BatchReduce} {
		for width := 1; width <= spec.WarpSize; width++ {
			if p.Batch() && width > 6 && width%5 != 2 {
				continue
			}
			for _, mask := range p.MaskModes() {
				for _, laws := range []spec.Laws{{}, {Commutative: true},
					{Associative: true, Commutative: true, Idempotent: true}} {
					s := spec.NewSpec(p)
					s.Width, s.Mask, s.Op, s.Type = width, mask, spec.User, spec.Uint64
					s.User = spec.UserOp{Laws: laws, GoFunc: spec.GoFunc{Ref: "./stats.Merge", Path: "example.com/stats",
						Package: "stats", Name: "Merge"}}.Intern()
					if !p.Batch() {
						all = append(all, s)
						continue
					}
					for _, n := range []int{1, 3, 10, 33} {
						if n*width > 200 && n > 3 {
							continue
						}
						for _, every := range []bool{false, true} {
							s.N = n
							s.Params = spec.BatchParams{All: every}
							all = append(all, s)
						}
					}
				}
			}
		}
	}
	return all
}

// ways are the lowerings of a spec that do not reject it.
func ways(s spec.Spec) map[string]func(spec.Spec) (*Network, error) {
	made := map[string]func(spec.Spec) (*Network, error){"unrolled": Build}
	for name, l := range map[string]struct {
		rejects func(spec.Spec) string
		build   func(spec.Spec) (*Network, error)
	}{
		"redux": {RejectRedux, Redux}, "pointer jumping": {RejectPointerJumping, PointerJumping},
		"packed batch": {RejectPackedBatch, PackedBatch},
		"butterfly":    {RejectButterfly, Butterfly}, "serial": {RejectSerial, Serial},
		"side by side": {RejectSideBySide, SideBySide},
	} {
		if l.rejects(s) == "" {
			made[name] = l.build
		}
	}
	return made
}

// TestFreeOp runs each network of a function on its trees: every lane has to end with the tree of
// the contract, each operand in its place, and nothing of a lane that is no member.
func TestFreeOp(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range extent.Drawn(t, freeSpecs(), 9, 2) {
		if err := s.Validate(); err != nil {
			if s.Pattern.PowerOfTwo() {
				continue
			}
			t.Fatalf("%v: %v", s.Args(), err)
		}
		for name, build := range ways(s) {
			n, err := build(s)
			if err != nil {
				t.Fatal(err)
			}
			for _, pass := range []func(*Network) (*Network, error){Check, Prune, Overlap, Check} {
				if n, err = pass(n); err != nil {
					t.Fatalf("%s of %v: %v", name, s.Args(), err)
				}
			}
			for try := range 8 {
				if wrong := freeCall(s, n, rng, try); wrong != "" {
					t.Errorf("%s of %v, laws %v: %s", name, s.Args(), s.Laws().Strings(), wrong)
					break
				}
			}
		}
	}
}

// freeCall makes one call, and says what is wrong.
func freeCall(s spec.Spec, n *Network, rng *rand.Rand, try int) string {
	of := &trees{commutative: s.Laws().Commutative, ids: map[string]uint64{}}
	c := Call{Members: make([]bool, spec.WarpSize), Apply: func(_ *Fn, a, b uint64) uint64 { return of.apply(a, b) },
		Identity: of.id("identity")}
	mask := [...]uint32{^uint32(0), 0, 1, 1 << 31, rng.Uint32(), rng.Uint32() & rng.Uint32() & rng.Uint32(), rng.Uint32() |
		rng.Uint32() | rng.Uint32(), rng.Uint32()}[try]
	for i := range c.Members {
		c.Members[i] = s.Mask == spec.Full || mask>>i&1 == 1
		if s.Pattern.Keyed() {
			c.Keys = append(c.Keys, uint64(rng.IntN(4)))
		}
	}
	for r := range s.Registers() {
		var row []uint64
		for i := range c.Members {
			row = append(row, of.id(fmt.Sprintf("%d.%d", r, i)))
		}
		c.Elements = append(c.Elements, row)
	}
	got, err := Interpret(n, c)
	if err != nil {
		return err.Error()
	}
	for r := range s.Registers() {
		for lane := range c.Members {
			if named := len(n.Elements()) > r && n.Elements()[r].Lanes.Has(lane); !named {
				continue
			}
			want := of.want(s, c, r, lane)
			switch want {
			case unspecified:
				continue
			case absent:
				want = c.Elements[r][lane]
			}
			if has := got.Elements[r][lane]; has != want {
				return fmt.Sprintf("mask %08x, register %d of lane %d: %s, want %s", mask, r, lane, of.texts[has], of.texts[want])
			}
		}
	}
	return ""
}

// TestFreeOpShows breaks networks of a function: the trees have to show it.
func TestFreeOpShows(t *testing.T) {
	faults := map[string]func(Expr) (Expr, bool){
		"operands exchanged": func(e Expr) (Expr, bool) {
			switch e := e.(type) {
			case Combine:
				e.Left, e.Right = e.Right, e.Left
				return e, true
			case Join:
				e.Left, e.Right, e.HasLeft, e.HasRight = e.Right, e.Left, e.HasRight, e.HasLeft
				return e, true
			}
			return e, false
		},
		"a lane applied twice": func(e Expr) (Expr, bool) {
			switch e := e.(type) {
			case Combine:
				e.Right = e.Left
				return e, true
			case Join:
				e.Right = e.Left
				return e, true
			}
			return e, false
		},
		"an absent element used": func(e Expr) (Expr, bool) {
			j, ok := e.(Join)
			return Combine{j.Fn, j.Left, j.Right}, ok
		},
	}
	for _, args := range []string{"-pattern reduce", "-pattern xor-reduce -width 8", "-pattern down-reduce -width 12",
		"-pattern inclusive-scan -width 5",
		"-pattern exclusive-scan -width 9", "-pattern keyed-reduce -width 6", "-pattern batch-reduce -n 3 -width 4",
		"-pattern batch-reduce -n 9 -width 6"} {
		for fault, plant := range faults {
			s, err := spec.ParseArgs(strings.Fields(args))
			if err != nil {
				t.Fatal(err)
			}
			s.Op, s.Type = spec.User, spec.Uint64
			s.User = spec.UserOp{GoFunc: spec.GoFunc{Ref: "./a.F", Path: "a", Name: "F"}}.Intern()
			n, err := Build(s)
			if err != nil {
				t.Fatal(err)
			}
			planted := false
			for _, step := range n.Steps {
				for _, node := range step.Nodes {
					if e, ok := plant(node.Expr); ok {
						node.Expr, planted = e, true
					}
				}
			}
			if !planted {
				t.Fatalf("%s: no place for: %s", args, fault)
			}
			found := false
			for try := range 8 {
				found = found || freeCall(s, n, rand.New(rand.NewPCG(7, 8)), try) != ""
			}
			if !found {
				t.Errorf("%s: not shown: %s", args, fault)
			}
		}
	}
}
