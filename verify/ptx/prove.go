package ptx

import (
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
}

// Error is the difference in one line.
func (u *Undecided) Error() string {
	return fmt.Sprintf("%s: not proved: lane %d: %s, and no input was found that shows it", u.File, u.Lane, u.What)
}

// Prove shows that the one kernel in src, PTX that is named file, computes spec:
// for every mask, every input and every lane that the contract names. The error
// is a refusal of the reader (*parse.Refusal), a fault of the execution
// (*exec.Fault), a *Counterexample, or *Undecided.
func Prove(spec shflgen.Spec, file string, src []byte) (Proof, error) {
	f, err := Read(file, src)
	if err != nil {
		return Proof{}, err
	}
	return f.Prove(spec, "")
}

// Prove is [Prove] of the kernel of that name, or of the only one for "".
func (f *File) Prove(spec shflgen.Spec, kernel string) (Proof, error) {
	if err := spec.Validate(); err != nil {
		return Proof{}, err
	}
	p, err := f.program(kernel)
	if err != nil {
		return Proof{}, err
	}
	c := &check{spec: spec, file: f.name, program: p}
	return c.prove()
}

type check struct {
	spec    shflgen.Spec
	file    string
	program *exec.Program
}

// doubt is a lane and the masks on which it may be wrong.
type doubt struct {
	lane  int
	what  string
	where term.Guard
}

func (c *check) prove() (Proof, error) {
	var sum Proof
	for _, shape := range shapes(c.spec) {
		p, err := c.under(shape)
		if err != nil {
			return Proof{}, err
		}
		sum.Threads += p.Threads
		sum.Terms += p.Terms
		sum.Nodes += p.Nodes
	}
	return sum, nil
}

// under is the proof for one launch.
func (c *check) under(shape exec.Launch) (Proof, error) {
	d := algebra.Terms(c.spec)
	l := &launch{spec: c.spec, dom: d, shape: shape}
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
	return Proof{Threads: c.spec.Lanes(), Terms: d.Terms(), Nodes: d.Nodes()}, nil
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
			err = &Undecided{c.file, 0, s.Why}
		}
	}()
	always := func(lane int, bit bv.Value, what string) *doubt {
		g, ok := d.AsGuard(bit)
		switch {
		case !ok:
			return &doubt{lane, what, term.True}
		case g != term.True:
			return &doubt{lane, what, d.Flip(g)}
		}
		return nil
	}
	for _, m := range l.machine.Musts {
		if f := always(m.Lane, m.Bit, fmt.Sprintf("line %d: %s", m.Line, m.Why)); f != nil {
			return f, nil
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
				return &doubt{lane, "the result differs", g}, nil
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
			return &doubt{lane, "the predicate differs", g}, nil
		}
	}
	return nil, nil
}

// tries is how many inputs are replayed in search of a counterexample.
const tries = 280

// refute looks for an input that shows the doubt, on plain numbers.
func (c *check) refute(d *term.Domain, _ *launch, f doubt) error {
	rng := rand.New(rand.NewPCG(1, 2))
	witness := make([]uint32, c.wordsOfMask())
	for _, bit := range d.Witness(f.where) {
		witness[bit/shflgen.WarpSize] |= 1 << (bit % shflgen.WarpSize)
	}
	for try := range tries {
		masks := make([]uint32, len(witness))
		copy(masks, witness)
		if try%4 != 0 {
			for i := range masks {
				masks[i] = rng.Uint32()
			}
			if !d.Holds(f.where, func(bit int) bool { return masks[bit/32]>>(bit%32)&1 == 1 }) {
				copy(masks, witness)
			}
		}
		in := ref.Sample(rng, c.spec, try)
		if c.spec.Pattern.Keyed() {
			keysOfGroup(rng, c.spec, masks, in)
		}
		if e := c.replay(masks[:c.spec.MaskWords()], in); e != nil {
			return e
		}
	}
	return &Undecided{c.file, f.lane, f.what}
}

// Replay runs the kernel in src on one input, on plain numbers: nil if it does
// what the spec says there.
func Replay(spec shflgen.Spec, file string, src []byte, mask []uint32, in []uint64) error {
	f, err := Read(file, src)
	if err != nil {
		return err
	}
	return f.Replay(spec, "", mask, in)
}

// Replay is [Replay] of the kernel of that name, or of the only one for "".
func (f *File) Replay(spec shflgen.Spec, kernel string, mask []uint32, in []uint64) error {
	p, err := f.program(kernel)
	if err != nil {
		return err
	}
	if e := (&check{spec, f.name, p}).replay(mask, in); e != nil {
		return e
	}
	return nil
}

func (c *check) replay(mask []uint32, in []uint64) *Counterexample {
	for _, shape := range shapes(c.spec) {
		if e := c.replayUnder(shape, mask, in); e != nil {
			return e
		}
	}
	return nil
}

func (c *check) replayUnder(shape exec.Launch, mask []uint32, in []uint64) *Counterexample {
	n := bv.Numbers{}
	l := &launch{spec: c.spec, dom: n, shape: shape}
	for _, w := range mask {
		l.masks = append(l.masks, n.Const(shflgen.WarpSize, uint64(w)))
	}
	for _, x := range in[:c.spec.Elements()] {
		l.in = append(l.in, n.Const(c.spec.Type.Bits(), x))
	}
	for _, x := range in[c.spec.Elements():] {
		l.keys = append(l.keys, n.Const(c.spec.Key.Bits(), x))
	}
	shown := mask
	if c.spec.Mask == shflgen.Full {
		shown = nil
	}
	wrong := func(lane int, c Counterexample) *Counterexample {
		c.Mask, c.In, c.Launch = shown, in, shape
		c.Lane, c.Register = lane%l.spec.Lanes(), lane/l.spec.Lanes()
		return &c
	}
	if err := l.run(c.program); err != nil {
		lane := 0
		if f, ok := err.(*exec.Fault); ok {
			lane = f.Thread
		}
		return wrong(lane, Counterexample{File: c.file, Fault: err.Error()})
	}
	if c.spec.HasLane() {
		if e := c.replayLanes(l, mask, in); e != nil {
			e.File = c.file
			return wrong(e.Lane, *e)
		}
		return nil
	}
	want, preds, named, err := ref.Call(c.spec, mask, in)
	if err != nil {
		return wrong(0, Counterexample{File: c.file, Fault: err.Error()})
	}
	for i, x := range want {
		if !named[i] && !c.past(i) {
			continue
		}
		for call := range l.outs {
			if e := compare(l.result(call, i), x, func(y uint64) bool { return ref.Same(c.spec.Type, x, y) }); e != nil {
				e.File = c.file
				return wrong(i, *e)
			}
		}
		if l.pred == nil {
			continue
		}
		pred := uint64(preds >> i & 1)
		if e := compare(l.predicate(i), pred, func(y uint64) bool { return y == pred }); e != nil {
			e.File, e.Pred = c.file, true
			return wrong(i, *e)
		}
	}
	return nil
}

// compare gives what is wrong with a cell that should hold want, or nil.
func compare(got exec.Cell, want uint64, same func(uint64) bool) *Counterexample {
	x := got.V.(bv.Word).X
	undefined := got.Def.(bv.Word).X == 0
	if undefined || !same(x) {
		return &Counterexample{Expected: want, Got: x, Undefined: undefined}
	}
	return nil
}
