package ptx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// Proof says how much a proof took.
type Proof struct {
	Threads int // executed
	Terms   int // made
	Nodes   int // in the diagrams of guards

	// Loose is a float instruction without a rounding modifier, such as add.f32; "": there
	// is none. Nothing in the kernel can be contracted with it, but a product or a sum of
	// a caller's own may.
	Loose string
}

// Counterexample is one input on which the PTX does not do what the spec says.
// It was replayed on plain numbers.
type Counterexample struct {
	File      string
	Mask      []uint32    // words; nil in full mode
	In        []uint64    // elements, register by register; then the keys, if any
	Launch    exec.Launch // of the block, or a warp
	Lane      int         // or thread of a block
	Register  int         // of the lane
	Expected  uint64
	Got       uint64
	Pred      bool   // Expected and Got are of the predicate
	Index     bool   // Expected and Got are of the winner's number
	Undefined bool   // Got is what nothing promises
	Fault     string // the execution ended with this instead
}

// What is expected and got, or the fault.
func (c *Counterexample) What() string {
	of := ""
	if c.Pred {
		of = "predicate "
	}
	if c.Index {
		of = "index "
	}
	switch {
	case c.Fault != "":
		return c.Fault
	case c.Undefined:
		return fmt.Sprintf("expected %s%#x, got an undefined value", of, c.Expected)
	}
	return fmt.Sprintf("expected %s%#x, got %#x", of, c.Expected, c.Got)
}

// Error is the counterexample in one line.
func (c *Counterexample) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: not proved: lane %d: %s", c.File, c.Lane, c.What())
	if c.Register > 0 {
		fmt.Fprintf(&b, "; register %d", c.Register)
	}
	if c.Mask != nil {
		b.WriteString("; mask")
		for _, w := range c.Mask {
			fmt.Fprintf(&b, " %#08x", w)
		}
	}
	b.WriteString("; inputs")
	for _, x := range c.In {
		fmt.Fprintf(&b, " %#x", x)
	}
	return b.String()
}

// Undecided is a difference between terms for which no input was found. The
// file counts as not proved.
type Undecided struct {
	File string
	Lane int
	What string
	How  string // the terms that differ, on one mask; "" if nothing is said of them
}

// Error is the difference in one line.
func (u *Undecided) Error() string {
	how := ""
	if u.How != "" {
		how = "; " + u.How
	}
	return fmt.Sprintf("%s: not proved: lane %d: %s, and no input was found that shows it%s", u.File, u.Lane, u.What, how)
}

// Prove is [ProveContext] without a context.
func Prove(spec shflgen.Spec, file string, src []byte) (Proof, error) {
	return ProveContext(context.Background(), spec, file, src)
}

// ProveContext shows that the one kernel in src, PTX that is named file, computes spec:
// for every mask, every input and every lane that the contract names. The error
// is a refusal of the reader (*parse.Refusal), a fault of the execution
// (*exec.Fault), a *Counterexample, or *Undecided; or it wraps that of the context,
// which is asked after every few hundred instructions and between lanes.
func ProveContext(ctx context.Context, spec shflgen.Spec, file string, src []byte) (Proof, error) {
	f, err := Read(file, src)
	if err != nil {
		return Proof{}, err
	}
	return f.ProveContext(ctx, spec, "")
}

// Prove is [Prove] of the kernel of that name, or of the only one for "".
func (f *File) Prove(spec shflgen.Spec, kernel string) (Proof, error) {
	return f.ProveContext(context.Background(), spec, kernel)
}

// ProveContext is [ProveContext] of the kernel of that name, or of the only one
// for "".
func (f *File) ProveContext(ctx context.Context, spec shflgen.Spec, kernel string) (Proof, error) {
	if err := spec.Validate(); err != nil {
		return Proof{}, err
	}
	p, err := f.program(kernel)
	if err != nil {
		return Proof{}, err
	}
	c := &check{spec: spec, file: f.name, program: p, ctx: ctx}
	return c.prove()
}

type check struct {
	ctx     context.Context // nil: none
	spec    shflgen.Spec
	file    string
	program *exec.Program
}

// doubt is a lane and the masks on which it may be wrong.
type doubt struct {
	lane  int
	what  string
	where term.Guard
	how   string
}

func (c *check) prove() (Proof, error) {
	p, err := c.any()
	if end := c.ended(); err != nil && end != nil { // whatever it was that it ended
		return Proof{}, end
	}
	if f, ok := err.(*exec.Fault); ok && f.Shape { // an input may show it on some shape
		if e := c.replaySome(); e != nil {
			return Proof{}, e
		}
	}
	return p, err
}

// replaySome replays a few inputs.
func (c *check) replaySome() error {
	rng := rand.New(rand.NewPCG(1, 2))
	for try := range 4 {
		masks := make([]uint32, c.wordsOfMask())
		for i := range masks {
			masks[i] = rng.Uint32()
		}
		if e := c.replay(masks[:c.spec.MaskWords()], ref.Sample(rng, c.spec, try)); e != nil {
			return e
		}
	}
	return nil
}

// ended is the error of the context, if it has ended.
func (c *check) ended() error {
	if c.ctx == nil || c.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", c.file, context.Cause(c.ctx))
}

// any is the proof for every mask, every input, and every shape of a block.
func (c *check) any() (Proof, error) {
	d := algebra.Watched(c.spec, c.ended)
	l := &launch{spec: c.spec, dom: d, shape: shape(c.spec), ctx: c.ctx}
	for i := range c.spec.MaskWords() {
		l.masks = append(l.masks, d.MaskBits(i*shflgen.WarpSize, shflgen.WarpSize))
	}
	for i := range c.spec.Elements() {
		l.in = append(l.in, d.Var(i, c.spec.Type.Bits()))
	}
	if c.spec.Pattern.Keyed() {
		l.lookAtGroup(d)
	}
	if err := l.run(c.program); err != nil {
		return Proof{}, err
	}
	found, err := c.doubts(d, l)
	if err != nil {
		return Proof{}, err
	}
	if found != nil {
		return Proof{}, c.refute(d, l, *found)
	}
	return Proof{Threads: c.spec.Lanes(), Terms: d.Terms(), Nodes: d.Nodes(), Loose: c.program.Loose()}, nil
}

// expected runs the reference on the values of l.
func (c *check) expected(l *launch) (ref.Outcome[bv.Value, bv.Value], error) {
	if c.spec.Pattern.Keyed() {
		return c.expectedOfKeys(l)
	}
	out, err := ref.Run(algebra.On(l.dom, c.spec), c.spec, l.in, l.members())
	for i := range out.Named {
		out.Named[i] = out.Named[i] || c.past(i)
	}
	return out, err
}

// members are the bits of the mask.
func (l *launch) members() []bv.Value {
	member := make([]bv.Value, l.spec.Lanes())
	for i := range member {
		member[i] = l.member(i)
	}
	return member
}

// past reports whether element i is of a lane past the last whole segment: it keeps
// its input.
func (c *check) past(i int) bool {
	return !c.spec.Pattern.Block() && i%shflgen.WarpSize >= shflgen.WarpSize/c.spec.Width*c.spec.Width
}

// doubts compares every lane; nil means proved.
func (c *check) doubts(d *term.Domain, l *launch) (found *doubt, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = &Undecided{File: c.file, What: s.Why}
		}
	}()
	always := func(lane int, bit bv.Value, what string) *doubt {
		g, ok := d.AsGuard(bit)
		switch {
		case !ok:
			return &doubt{lane: lane, what: what, where: term.True}
		case g != term.True:
			return &doubt{lane: lane, what: what, where: d.Flip(g)}
		}
		return nil
	}
	for _, m := range l.machine.Musts {
		if f := always(m.Lane, m.Bit, fmt.Sprintf("line %d: %s", m.Line, m.Why)); f != nil {
			return f, nil
		}
	}
	for call := range l.came {
		for i := range c.spec.Lanes() {
			if f := always(i, l.returned(call, i), neverBack); f != nil {
				return f, nil
			}
		}
	}
	if c.spec.HasLane() {
		return c.laneDoubts(d, l, always)
	}
	want, err := c.expected(l)
	if err != nil {
		return nil, err
	}
	for i, value := range want.Value {
		if !want.Named[i] {
			continue
		}
		if err := c.ended(); err != nil {
			return nil, err
		}
		lane := i % c.spec.Lanes()
		for call := range l.outs {
			got := l.result(call, i)
			if f := always(lane, got.Def, "the result may be undefined"); f != nil {
				return f, nil
			}
			g := d.Differ(value, got.V, algebra.Format(c.spec.Type))
			if g != term.False && want.Given != nil { // what a lane keeps may hide that what it gets is right
				gets, _ := d.AsGuard(l.gets(i))
				g = d.And(g, d.And(gets, d.Differ(want.Given[i], l.outs[call].Stored(d, i).V, algebra.Format(c.spec.Type))))
			}
			if g != term.False {
				return &doubt{lane, "the result differs", g, d.Difference(g, got.V, value)}, nil
			}
		}
		if l.pred == nil {
			continue
		}
		pred := l.predicate(i)
		if f := always(lane, pred.Def, "the predicate may be undefined"); f != nil {
			return f, nil
		}
		if g := d.Differ(d.Extend(want.Pred[i], 8, false), pred.V, nil); g != term.False {
			return &doubt{lane: lane, what: "the predicate differs", where: g}, nil
		}
	}
	return nil, nil
}

const neverBack = "the thread may never be back from the call"
