package crosscheck

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/crosscheck/ptxsim"
)

// Outcome is the result of one program on one input.
type Outcome byte

// The outcomes.
const (
	Agree        Outcome = iota // every result that the first reader defines equals the second's
	BothRefuse                  // both reject it, when reading or when running
	FirstRefuses                // the first is stricter
	SecondRefuses
	Differ
	Panics // a reader does
	outcomes
)

// String names the outcome.
func (o Outcome) String() string {
	return [...]string{"agree", "both refuse", "only the first refuses", "only the second refuses", "differ", "panics"}[o]
}

// Pair is a program and each reader's program or error.
type Pair struct {
	Subject
	first     *ptx.File
	second    *ptxsim.Program
	firstErr  error
	secondErr error
}

// Read reads a subject with both readers.
func Read(s Subject) *Pair {
	p := &Pair{Subject: s}
	func() {
		defer func() {
			if x := recover(); x != nil {
				p.firstErr = fmt.Errorf("panics: %v", x)
			}
		}()
		p.first, p.firstErr = ptx.Read(s.Name, s.PTX)
	}()
	p.second, p.secondErr = ptxsim.Load(s.PTX, "")
	return p
}

// Report is the outcome of one input, with the reason and what to count.
type Report struct {
	Outcome Outcome
	Why     string
	Defined int // results that both define and that are the same bits
	Open    int // results that the first leaves open
	NaN     int // results that are NaNs with different bits
}

// Run runs both readers on one input and compares the results. The second runs with two seeds:
// a result that differs between them depends on something that PTX leaves undefined.
func (p *Pair) Run(in Input, seed uint64) (r Report) {
	defer func() {
		if x := recover(); x != nil {
			r = Report{Outcome: Panics, Why: fmt.Sprint(x)}
		}
	}()
	cells, err1 := p.runFirst(bv.Numbers{}, in)
	again, open := cells, cells
	if err1 == nil {
		again, err1 = p.runFirst(newNumbers(seed), in)
	}
	if err1 == nil {
		open, err1 = p.runFirst(otherBytes{}, in)
	}
	var a, b Left
	err2 := p.secondErr
	if err2 == nil {
		a, err2 = Second(p.second, p.Spec, in, seed)
	}
	if err2 == nil {
		b, err2 = Second(p.second, p.Spec, in, ^seed)
	}
	switch {
	case err1 != nil && err2 != nil:
		return Report{Outcome: BothRefuse, Why: err1.Error() + " / " + err2.Error()}
	case err1 != nil:
		return Report{Outcome: FirstRefuses, Why: err1.Error()}
	case err2 != nil:
		return Report{Outcome: SecondRefuses, Why: err2.Error()}
	}
	return p.compare(in, cells, again, open, a.all(), b.all())
}

// compare compares the first reader's results with the second's for two seeds. again is a run
// of the first with other bits in NaNs, open one with other bytes in memory that nothing was written to.
func (p *Pair) compare(in Input, cells, again, open [][]exec.Cell, a, b []uint64) Report {
	var r Report
	for call, row := range cells {
		if len(row) != len(a) {
			return Report{Outcome: Differ, Why: fmt.Sprintf("call %d leaves %d results, not %d", call, len(row), len(a))}
		}
		for i, c := range row {
			if !gets(p.Spec, in, i) {
				continue
			}
			x := c.V.(bv.Word).X
			y := again[call][i].V.(bv.Word).X
			if c.Def.(bv.Word).X == 0 || x != open[call][i].V.(bv.Word).X {
				r.Open++
				continue
			}
			switch {
			case x != y && a[i] != b[i]: // of a NaN's bits, in both readers
				r.NaN++
			case x == a[i] && x == b[i]:
				r.Defined++
			case i < p.Spec.Elements() && ref.Same(p.Spec.Type, x, a[i]) && ref.Same(p.Spec.Type, x, b[i]):
				r.NaN++
			default:
				r.Outcome = Differ
				r.Why = fmt.Sprintf("call %d result %d: the first has %#x, the second %#x and %#x", call, i, x, a[i], b[i])
				return r
			}
		}
	}
	return r
}

// gets reports whether the first reader has result i: in mode active only members have
// results, in a down-reduce only the lowest member of each segment.
func gets(s spec.Spec, in Input, i int) bool {
	if s.Mask != spec.Active {
		return true
	}
	lane, member := i%spec.WarpSize, func(j int) bool { return in.Masks[0]>>j&1 == 1 }
	if s.Pattern == spec.DownReduce {
		for j := lane - lane%s.Width; j < lane; j++ {
			if member(j) {
				return false
			}
		}
	}
	return member(lane)
}

// runFirst runs the prover's executor on numbers: the results of each call.
func (p *Pair) runFirst(n bv.Domain, in Input) (cells [][]exec.Cell, err error) {
	if p.firstErr != nil {
		return nil, p.firstErr
	}
	var masks, values []bv.Value
	for _, w := range in.Masks {
		masks = append(masks, n.Const(spec.WarpSize, uint64(w)))
	}
	for i, x := range in.In {
		bits := p.Spec.Type.Bits()
		if i >= p.Spec.Elements() {
			bits = p.Spec.Keyed().Key.Bits()
		}
		values = append(values, n.Const(bits, x))
	}
	_, left, err := p.first.Run(n, p.Spec, "", masks, values)
	if err != nil {
		return nil, err
	}
	for _, m := range left.Musts {
		if x, ok := n.Known(m.Bit); !ok || x != 1 {
			return nil, errors.New(m.Why)
		}
	}
	for _, out := range left.Calls {
		var row []exec.Cell
		for _, c := range slices.Concat(out.Elements, out.Preds, slices.Concat(out.Numbers...)) {
			row = append(row, exec.Cell{V: c.V, Def: c.Def})
		}
		cells = append(cells, row)
	}
	return cells, nil
}

// InputFor is the input of a try: masks of all kinds, elements as in the samples of the
// reference.
func InputFor(rng *rand.Rand, s spec.Spec, try int) Input {
	masks := make([]uint32, s.Shape().MaskWords())
	for i := range masks {
		masks[i] = rng.Uint32()
		switch try % 8 {
		case 0:
			masks[i] = ^uint32(0)
		case 1:
			masks[i] &= rng.Uint32() & rng.Uint32()
		case 2:
			masks[i] |= rng.Uint32() | rng.Uint32()
		case 3:
			masks[i] = 1 << rng.IntN(32)
		}
		if try == 11 {
			masks[i] = 0
		}
		if s.Mask == spec.Full {
			masks[i] = ^uint32(0)
		}
	}
	return Input{masks, ref.Sample(rng, s, try+rng.IntN(2))}
}

var (
	place = regexp.MustCompile(`\S*\.ptx:(\d+:)*|line \d+: ?|thread \d+:?|lane ` +
		`\d+:?|%[a-z]+\d+|\$?L__\w+|0x[0-9a-f]+|\b\d+\b|[+-]`)
	spaced = regexp.MustCompile(`\s+`)
)

// Reason is an error without positions and numbers, so that equal reasons can be counted.
func Reason(why string) string {
	return strings.TrimSpace(spaced.ReplaceAllString(place.ReplaceAllString(why, "#"), " "))
}

// Refused reports whether a reader rejected the program.
func (p *Pair) Refused() bool { return p.firstErr != nil || p.secondErr != nil }
