package ptx

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

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
		if err := c.ended(); err != nil {
			return err
		}
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
	return &Undecided{c.file, f.lane, f.what, f.how}
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
	if e := (&check{spec: spec, file: f.name, program: p}).replay(mask, in); e != nil {
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
	l := &launch{spec: c.spec, dom: n, shape: shape, ctx: c.ctx}
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
		if c.ended() != nil { // by the caller: it shows nothing
			return nil
		}
		lane := 0
		if f, ok := err.(*exec.Fault); ok {
			lane = f.Thread
		}
		return wrong(lane, Counterexample{File: c.file, Fault: err.Error()})
	}
	for call := range l.came {
		for i := range c.spec.Lanes() {
			if back, _ := n.Known(l.returned(call, i)); back == 0 {
				return wrong(i, Counterexample{File: c.file, Fault: neverBack})
			}
		}
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
