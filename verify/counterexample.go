package verify

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/ptx"
	"github.com/shflgen/shflgen/verify/ptx/exec"
)

// Counterexample is one call that gives something else than the reference. It
// was replayed on numbers by both sides before it was told.
type Counterexample struct {
	Spec      shflgen.Spec
	Mask      []uint32 // nil in mask mode full
	Lane      int
	Register  int      // of the lane
	Inputs    []uint64 // the bits of every element, register by register; then of every key, if any
	Expected  uint64   // the bits of the lane's element, or its pred
	Got       uint64
	Pred      bool   // it is the pred that differs
	Index     bool   // it is the index that differs
	Undefined bool   // what the lane got is not defined
	Fault     string // the execution ended with this; nothing was compared
	Block     string // shape of the block, of a function of a block
	Build     string // of which build, of CUDA
	Planned   bool   // the call was made by a plan
}

// String is the counterexample, one fact a line: what is wrong, the mask, and what
// the lane that is wrong brought.
func (c *Counterexample) String() string { return c.text(false) }

// place is where the difference is, in words.
func (c *Counterexample) place() string {
	what := fmt.Sprintf("lane %d", c.Lane)
	if c.Spec.Pattern.Block() {
		what = fmt.Sprintf("thread %d", c.Lane)
	}
	switch {
	case c.Pred:
		what = "pred of " + what
	case c.Index:
		what = "index of " + what
	}
	if c.Spec.Pattern.Batch() {
		what = fmt.Sprintf("register %d of %s", c.Register, what)
	}
	return what
}

// value writes a number of what is compared.
func (c *Counterexample) value(bits uint64) string {
	switch {
	case c.Pred:
		return fmt.Sprint(bits != 0)
	case c.Index:
		return fmt.Sprint(int32(bits))
	}
	return number(c.Spec.Type, bits)
}

func (c *Counterexample) text(all bool) string {
	var b strings.Builder
	switch {
	case c.Fault != "":
		fmt.Fprintf(&b, "  %s: %s", c.place(), c.Fault)
	case c.Undefined:
		fmt.Fprintf(&b, "  %s: expected %s, got an undefined value", c.place(), c.value(c.Expected))
	default:
		fmt.Fprintf(&b, "  %s: expected %s, got %s", c.place(), c.value(c.Expected), c.value(c.Got))
	}
	if c.Planned {
		b.WriteString("\n  call     by a plan")
	}
	if c.Build != "" {
		fmt.Fprintf(&b, "\n  build    %s", c.Build)
	}
	if c.Block != "" {
		fmt.Fprintf(&b, "\n  block    %s", c.Block)
	}
	if c.Mask != nil {
		b.WriteString("\n  mask    ")
		for _, w := range c.Mask {
			fmt.Fprintf(&b, " 0x%08x", w)
		}
	}
	for i := range c.Inputs {
		if lane, _ := c.input(i); all || lane == c.Lane {
			fmt.Fprintf(&b, "\n  input    %s", c.inputText(i))
		}
	}
	return b.String()
}

// input is the lane of an input, and whether it is a key.
func (c *Counterexample) input(i int) (lane int, key bool) {
	if i >= c.Spec.Elements() {
		return i - c.Spec.Elements(), true
	}
	return i % c.Spec.Lanes(), false
}

func (c *Counterexample) inputText(i int) string {
	lane, key := c.input(i)
	switch {
	case key:
		bits := c.Spec.Key.Bits()
		return fmt.Sprintf("key of lane %d: 0x%0*x (%d)", lane, bits/4, c.Inputs[i], c.Inputs[i])
	case c.Spec.Pattern.Batch():
		return fmt.Sprintf("register %d of lane %d: %s", i/c.Spec.Lanes(), lane, number(c.Spec.Type, c.Inputs[i]))
	case c.Spec.Pattern.Block():
		return fmt.Sprintf("thread %d: %s", lane, number(c.Spec.Type, c.Inputs[i]))
	}
	return fmt.Sprintf("lane %d: %s", lane, number(c.Spec.Type, c.Inputs[i]))
}

// ofPTX is the counterexample of a proof of PTX.
func ofPTX(s shflgen.Spec, e *ptx.Counterexample) *Counterexample {
	c := &Counterexample{
		Spec: s, Mask: e.Mask, Lane: e.Lane, Register: e.Register, Inputs: e.In,
		Expected: e.Expected, Got: e.Got, Pred: e.Pred, Index: e.Index, Undefined: e.Undefined, Fault: e.Fault,
	}
	if e.Launch != exec.OneWarp {
		c.Block = fmt.Sprintf("%d×%d×%d threads", e.Launch.X, e.Launch.Y, e.Launch.Z)
	}
	return c
}

// placeOf is where element i is, in words.
func placeOf(s shflgen.Spec, i int) string {
	if s.Pattern.Batch() {
		return fmt.Sprintf("register %d of lane %d", i/s.Lanes(), i%s.Lanes())
	}
	return fmt.Sprintf("lane %d", i)
}
