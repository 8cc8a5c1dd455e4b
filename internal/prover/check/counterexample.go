package check

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Counterexample is one call that gives something else than the reference. It
// was replayed on numbers by both sides.
type Counterexample struct {
	Spec     spec.Spec
	Mask     []uint32 // nil in mask mode full
	Lane     int
	Register int // of the lane
	Leaf     int // of the element
	// the bits of every leaf of every element, register by register; then of every key and distance, if any
	Inputs    []uint64
	Expected  uint64 // the bits of the lane's element, or its pred
	Got       uint64
	Role      spec.Role // of the output that differs
	Undefined bool      // what the lane got is not defined
	Fault     string    // the execution ended with this; nothing was compared
	Block     string    // shape of the block, of a function of a block
	Build     string    // the build of CUDA in which it happens
	Planned   bool      // the call was made by a plan
}

// String is the counterexample, one fact a line: what is wrong, the mask, and what
// the lane that is wrong brought.
func (c *Counterexample) String() string { return c.text(false) }

// Verbose is String with every input.
func (c *Counterexample) Verbose() string { return c.text(true) }

// Error is String as an error that names no file.
func (c *Counterexample) Error() string { return "refuted\n" + c.String() }

// place is where the difference is, in words.
func (c *Counterexample) place() string {
	switch row := c.Spec.Pattern.InMemory(); {
	case row && c.Fault != "":
		return fmt.Sprintf("thread %d", c.Lane)
	case row:
		where := Claim{Role: c.Role, Lane: c.Lane}
		if c.Spec.HasResidual() {
			where.Leaf = c.Leaf
		}
		return where.Output(c.Spec.Shape())
	}
	if c.Fault != "" { // of the call, not of a part of what it leaves
		return Claim{Lane: c.Lane, Register: c.Register, Role: spec.MaskRole}.place(c.Spec.Shape())
	}
	return Claim{Role: c.Role, Lane: c.Lane, Register: c.Register, Leaf: c.Leaf}.place(c.Spec.Shape())
}

// position is what a fault in a source begins with: file, line, and column if any; then the thread, if it says which.
var position = regexp.MustCompile(`^([^:]+:\d+(?::\d+)?: )(?:thread \d+: )?`)

// fault is the fault and where it is: its position in the source first, as compilers have it.
func (c *Counterexample) fault() string {
	at := position.FindStringSubmatch(c.Fault)
	if at == nil {
		return c.place() + ": " + c.Fault
	}
	return at[1] + c.place() + ": " + c.Fault[len(at[0]):]
}

// value writes a number of what is compared.
func (c *Counterexample) value(bits uint64) string {
	switch {
	case c.Role == spec.PredRole:
		return fmt.Sprint(bits != 0)
	case c.Role.Number() && c.Spec.Pattern.Grid(): // of 64 bits
		return fmt.Sprint(int64(bits))
	case c.Role.Number():
		return fmt.Sprint(int32(bits))
	}
	return number(c.leaf(c.Leaf).Type, bits)
}

// leaf is leaf i of an element.
func (c *Counterexample) leaf(i int) spec.Leaf { return c.Spec.Shape().Slot()[i] }

func (c *Counterexample) text(all bool) string {
	var b strings.Builder
	switch {
	case c.Fault != "":
		b.WriteString("  " + c.fault())
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
	if c.Spec.Pattern.Grid() {
		fmt.Fprintf(&b, "\n  length   %d", c.Spec.Cols())
	}
	if c.Mask != nil {
		b.WriteString("\n  mask    ")
		for _, w := range c.Mask {
			fmt.Fprintf(&b, " 0x%08x", w)
		}
	}
	for i := range c.Inputs {
		if !c.takes(i) {
			continue
		}
		if lane, _ := c.input(i); all || lane == c.Lane || lane == everyLane {
			fmt.Fprintf(&b, "\n  input    %s", c.inputText(i))
		}
	}
	return b.String()
}

// everyLane is the lane of an input that all lanes have in common.
const everyLane = -1

// input is the lane of an input, and what it is.
func (c *Counterexample) input(i int) (lane int, of spec.Role) {
	p := c.Spec.Shape().Place(i)
	return p.Lane, p.Role
}

// takes reports whether the call takes an input: the elements of a rank only come out.
func (c *Counterexample) takes(i int) bool {
	_, of := c.input(i)
	return of != spec.ElementRole || c.Spec.Shape().TakesElements()
}

// distance writes an input that is a distance.
func (c *Counterexample) distance(i int) string { return fmt.Sprint(int64(c.Inputs[i])) }

func (c *Counterexample) inputText(i int) string {
	sh := c.Spec.Shape()
	lane, of := c.input(i)
	switch {
	case lane == everyLane && of.Input():
		return of.Name() + ": " + number(sh.Place(i).Leaf.Type, c.Inputs[i])
	case lane == everyLane:
		return of.Name() + ": " + c.distance(i)
	case of.Operand():
		return fmt.Sprintf("%s of lane %d: %s", of.Name(), lane, c.distance(i))
	case of == spec.KeyRole:
		bits := c.Spec.Keyed().Key.Bits()
		return fmt.Sprintf("key of lane %d: 0x%0*x (%d)", lane, bits/4, c.Inputs[i], c.Inputs[i])
	}
	p := sh.Place(i)
	where := Claim{Lane: lane, Register: p.Register, Leaf: i % sh.Leaves(), Role: spec.ElementRole}
	named := of.Input() || c.Spec.HasResidual() // by leaves of their own, not those of the results
	if named {
		where.Role = spec.MaskRole
	}
	text := where.place(sh)
	if of.Input() {
		text = of.Name() + " of " + text
	}
	if named && p.Leaf.Path != "" {
		text += ", " + p.Leaf.Path
	}
	return text + ": " + number(p.Leaf.Type, c.Inputs[i])
}

// MarshalJSON is the counterexample; numbers are strings as the text has them.
func (c *Counterexample) MarshalJSON() ([]byte, error) {
	form := struct {
		Lane     int      `json:"lane"`
		Register int      `json:"register"`
		Leaf     string   `json:"leaf,omitempty"`
		Of       string   `json:"of"`
		Expected string   `json:"expected,omitempty"`
		Got      string   `json:"got,omitempty"`
		Fault    string   `json:"fault,omitempty"`
		Planned  bool     `json:"planned,omitempty"`
		Build    string   `json:"build,omitempty"`
		Block    string   `json:"block,omitempty"`
		Mask     []string `json:"mask,omitempty"`
		Inputs   []string `json:"inputs"`
		Keys     []string `json:"keys,omitempty"`
		Operands []string `json:"operands,omitempty"`
	}{Lane: c.Lane, Register: c.Register, Of: "value", Fault: c.Fault, Planned: c.Planned, Build: c.Build, Block: c.Block,
		Inputs: []string{}}
	switch {
	case c.Role == spec.PredRole:
		form.Of = "pred"
	case c.Role.Number():
		form.Of = numberWords[c.Role]
	}
	if form.Of == "value" {
		form.Leaf = c.leaf(c.Leaf).Path
	}
	if c.Fault == "" {
		form.Expected, form.Got = c.value(c.Expected), c.value(c.Got)
	}
	if c.Undefined {
		form.Got = "undefined"
	}
	for _, w := range c.Mask {
		form.Mask = append(form.Mask, fmt.Sprintf("0x%08x", w))
	}
	for i, x := range c.Inputs {
		if !c.takes(i) {
			continue
		}
		switch _, of := c.input(i); {
		case of.Operand():
			form.Operands = append(form.Operands, c.distance(i))
		case of == spec.KeyRole:
			form.Keys = append(form.Keys, fmt.Sprintf("0x%0*x (%d)", c.Spec.Keyed().Key.Bits()/4, x, x))
		default:
			form.Inputs = append(form.Inputs, number(c.Spec.Shape().Place(i).Leaf.Type, x))
		}
	}
	return json.Marshal(form)
}
