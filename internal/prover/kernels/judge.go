package kernels

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Outcome is what is known of a kernel.
type Outcome struct {
	Verdict  Verdict
	Computes string    // "": it is not known
	Asked    bool      // Computes is what it has to compute
	Holds    []Checked // launches in which it is shown
	Wrong    []Checked // launches in which it is wrong
	Open     []Checked // launches in which neither is known
	Limits   []string  // conditions of what is shown
	Why      string    // of an undecided one
}

// Verdict is what is known.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	Shown             // for the launches that are listed
	Refuted
)

// Checked is one launch that was looked at.
type Checked struct {
	Blocks        int // 0: one for each tile
	Across        int // along x, of a grid of two dimensions; else 0
	Threads, Cols int
	Launch        string
	Fault         string // of a wrong one: where an execution ended
	Witness       string // of a wrong one: a result
	Why           string // of an open one
}

// shown is how a launch was looked at.
type shown uint8

const (
	isOpen shown = iota
	isShown
	isWrong
	isExcluded // by a trap, such as an assertion that fails
)

// Judge finds what a kernel computes and looks at launches of it. Where nobody says which of equal elements has to be
// found, and a kernel is not shown to find the first, it may find any. It is wrong if it finds none of them.
func (k *Kernel) Judge(ctx context.Context) Outcome {
	k.AnyTie = k.AnyTie || strings.Contains(k.Computes, "a number")
	o, r := k.judge(ctx)
	if _, is := r.winner(); is && o.Verdict != Shown && !k.AnyTie && !k.LowestTie && k.Computes == "" {
		k.AnyTie = true
		if other, _ := k.judge(ctx); other.Verdict != Refuted { // wrong by a rule that nobody asked for
			return other
		}
	}
	return o
}

// judge is Judge with one rule for equal elements.
func (k *Kernel) judge(ctx context.Context) (o Outcome, r reading) {
	k.sizes = k.Code.Sizes()
	if len(k.sizes) != len(k.Params) {
		return Outcome{Why: "a kernel with other parameters in PTX"}, r
	}
	r, ok := k.asked()
	if !ok {
		var err error
		if r, ok, err = k.find(ctx); !ok {
			return k.unknown(ctx, err), r
		}
		if k.strides(ctx, r) {
			r.work = rowInTurn
		}
	}
	limits := map[string]bool{}
	for _, threads := range k.Blocks {
		k.inBlocks(ctx, threads, &r, &o, limits)
	}
	for _, threads := range rarer { // the code may be for these alone
		known := slices.Contains(k.Blocks, threads) || k.Fixed
		if !known && !k.promised(ctx, r, &o, o.Holds) && !k.promised(ctx, r, &o, o.Open) {
			k.inBlocks(ctx, threads, &r, &o, limits)
		}
	}
	o.Computes, o.Asked, o.Limits = k.computes(r), r.asked, inOrder(limits)
	switch r.work {
	case channelOfBlock:
		o.Limits = append(o.Limits, fmt.Sprintf("for %d images", images))
	case groupOfBlock:
		o.Limits = append(o.Limits, fmt.Sprintf("for %d images of %d groups of %d channels", images, groups, channelsOfGroup))
	}
	if k.Code.Reads("%ctaid.y") && !r.work.ofPlane() {
		o.Limits = append(o.Limits, "in grids of one dimension")
	}
	o.Limits = append(o.Limits, ofCode(k.Code)...)
	if k.decide(ctx, r, &o); o.Verdict == Shown && !k.isAsked(r, o.Computes) {
		o.Verdict, o.Why = Undecided, "not shown to compute "+k.Computes
	}
	return o, r
}

// rarer are sizes of blocks that are looked at where the usual ones are wrong.
var rarer = []int{512, 1024}

// inBlocks looks at launches by blocks of some threads. Of code for one number of elements they have that number.
func (k *Kernel) inBlocks(ctx context.Context, threads int, r *reading, o *Outcome, limits map[string]bool) {
	cols := k.within(threads, *r, slices.Clone(k.checked(threads, *r)))
	if k.ints() == 0 && k.Cols == nil && k.Called == "" {
		cols = slices.DeleteFunc(cols, func(n int) bool {
			l, ok := r.plan.launched(threads, n)
			return !ok || !k.fits(ctx, l, *r)
		})
		if len(cols) == 0 {
			cols = []int{r.cols}
		}
	}
	for _, n := range cols {
		if len(o.Open) >= mostOpen {
			return
		}
		l, fits := r.plan.launched(threads, n)
		if !fits {
			continue
		}
		c, how := k.check(ctx, l, r, limits)
		if ctx.Err() != nil {
			return
		}
		c.Threads, c.Cols, c.Launch = threads, n, l.String()
		if c.Across = l.across; !l.work.inTiles() {
			c.Blocks = l.blocks
		}
		switch how {
		case isShown:
			o.Holds = append(o.Holds, c)
		case isWrong:
			o.Wrong = append(o.Wrong, c)
		case isExcluded:
			limits["in launches in which no assertion fails and nothing else traps"] = true
		default:
			o.Open = append(o.Open, c)
		}
	}
}

// mostOpen is after how many launches that are not decided no more are looked at.
const mostOpen = 3

// checked are numbers of columns for which a plan is looked at: those that discovery takes, where the code has its own.
func (k *Kernel) checked(threads int, r reading) []int {
	if k.Cols != nil || k.ints() == 0 || len(r.counts) == 0 {
		return k.lengths(threads)
	}
	switch {
	case threads > 256:
		return []int{7, 100, threads, threads + 5, 2*threads + 4}
	case threads == k.Blocks[0]:
		return lengths
	}
	return fewer
}

// within adds numbers of elements that end at each element that a thread has of the first tile, and of the second.
func (k *Kernel) within(threads int, r reading, cols []int) []int {
	for i := 1; i < max(4, 2*r.each) && r.work.inTiles() && k.Cols == nil && k.ints() > 0; i++ {
		if n := i*threads + 5; n <= MaxCols && !slices.Contains(cols, n) {
			cols = append(cols, n)
		}
	}
	return cols
}

// lengths are those numbers of columns, about the numbers of threads and between their multiples; for sizes of blocks
// after the first fewer.
var (
	lengths = []int{1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515, 1031}
	fewer   = []int{1, 7, 33, 64, 100, 128, 260}
)

// check looks at one launch: on numbers, which are quick, then by terms.
func (k *Kernel) check(ctx context.Context, l launch, r *reading, limits map[string]bool) (c Checked, how shown) {
	if c.Fault, how = k.faultOf(ctx, l); how != isShown {
		return c, how
	}
	if c.Witness = k.differs(ctx, l, *r, 1); c.Witness != "" {
		return c, isWrong
	}
	wrong, right := k.overflows(ctx, l, *r)
	if wrong != "" && right {
		c.Witness = wrong
		return c, isWrong
	}
	if c.Why, how = k.onTerms(ctx, l, r, right, limits); how == isShown {
		return c, how
	}
	if c.Witness = k.differs(ctx, l, *r, tries); c.Witness != "" {
		return c, isWrong
	}
	return c, isOpen
}

// fits reports whether a kernel with a number of columns in its code computes its form of so many.
func (k *Kernel) fits(ctx context.Context, l launch, r reading) bool {
	of, ok, _ := k.read(ctx, l)
	return ok && k.agree(l, of, r)
}

// faultOf is the fault with which an execution on numbers ends; isShown: with none.
func (k *Kernel) faultOf(ctx context.Context, l launch) (why string, how shown) {
	in := k.drawn(rand.New(rand.NewPCG(3, 4)), l, draws[0])
	left, err := k.run(ctx, bv.Numbers{}, l, in, false, false)
	var fault *exec.Fault
	switch {
	case !errors.As(err, &fault):
	case k.Asserts && fault.Traps():
		return "", isExcluded
	case fault.Shows():
		return k.named(fault.Error()), isWrong
	}
	for _, m := range left.Musts {
		if b, known := (bv.Numbers{}).Known(m.Bit); known && b == 0 {
			return fmt.Sprintf("thread %d: %s", m.Lane, m.Why), isWrong
		}
	}
	return "", isShown
}

// parameter is the name of a parameter in PTX.
var parameter = regexp.MustCompile(`[\w$]+_param_(\d+)`)

// named is a text with the names that the source gives to parameters.
func (k *Kernel) named(text string) string {
	return parameter.ReplaceAllStringFunc(text, func(name string) string {
		n, err := strconv.Atoi(parameter.FindStringSubmatch(name)[1])
		if err != nil || n >= len(k.Params) {
			return name
		}
		return k.Params[n].Name
	})
}

// onTerms shows a launch for all elements; or says what it could not follow. Exponents add up in kernels of
// exponentials that do not overflow on numbers: there exponentials of any size are as good as small ones.
func (k *Kernel) onTerms(ctx context.Context, l launch, r *reading, exponents bool, limits map[string]bool) (
	why string, how shown,
) {
	ways := []struct{ ordered, exponents, far, nonzero bool }{{}, {ordered: true}, {ordered: true, exponents: true},
		{ordered: true, far: true}, {nonzero: true}}
	o, winner := r.winner()
	for _, way := range ways {
		d := newTerms(k.strategy(l, way.ordered))
		d.exponents, d.nonzero = way.exponents, way.nonzero
		if way.exponents && !exponents || way.far && !winner || way.nonzero && k.Called == "" {
			continue
		}
		if way.far {
			d.bounds = &bounds{greatest: o.form.text == greatestNumber, among: map[bv.Value]bool{}}
		}
		if why, how = k.onDomain(ctx, d, l, r); how != isShown {
			continue
		}
		for text, holds := range map[string]bool{asReals: d.reals, noNaN: way.ordered} {
			if holds {
				limits[text] = true
			}
		}
		for _, text := range d.limits {
			limits[text] = true
		}
		return "", isShown
	}
	for _, far := range []bool{false, true} {
		if winner && how != isShown {
			why, how = k.onPairs(ctx, l, r, o, far, limits)
		}
	}
	return why, how
}

func (k *Kernel) onDomain(ctx context.Context, d *terms, l launch, r *reading) (why string, how shown) {
	defer bv.Stopped(func(text string) { why, how = text, isOpen })
	in := k.symbols(d, l)
	if d.bounds != nil {
		for _, v := range in[r.inputs[0]] {
			d.bounds.among[v] = true
		}
	}
	if d.pairs > 0 {
		o, _ := r.winner()
		for j, i := range k.layouts(l)[o.layout].sets[d.pairs-1] {
			if o.form.whole {
				j = i
			}
			d.Pair(in[r.inputs[0]][i], uint64(j))
		}
	}
	left, err := k.run(ctx, d, l, in, false, false)
	if err != nil {
		return k.named(err.Error()), isOpen
	}
	for _, m := range left.Musts {
		if b, known := d.Known(m.Bit); !known || b == 0 {
			return fmt.Sprintf("thread %d: %s", m.Lane, m.Why), isOpen
		}
	}
	for i := range r.outs {
		if !k.same(d, l, r, &r.outs[i], in, left) {
			return "its terms are not those of " + r.outs[i].form.text, isOpen
		}
	}
	for i, p := range k.Params { // what is no output stays as it is
		isOut := slices.ContainsFunc(r.outs, func(o out) bool { return o.param == i })
		if p.Pointer && !isOut && !kept(d, in[i], left, i) {
			return "writes " + p.Name, isOpen
		}
	}
	return "", isShown
}

// kept reports whether memory holds what it held.
func kept(d *terms, before []bv.Value, left ptx.Memory, param int) bool {
	for i, c := range left.Elements[param] {
		if def, known := d.Known(c.Def); !known || def == 0 || c.V != before[i] {
			return false
		}
	}
	return true
}

// mostWays bounds the ways to compute a form that are compared.
const mostWays = 64

// same compares an output with a form, in one of its ways.
func (k *Kernel) same(d *terms, l launch, r *reading, o *out, in inputs, left ptx.Memory) bool {
	e := &env{picks: o.picks}
	known := len(d.limits)
	for range mostWays {
		d.limits = d.limits[:known]
		e.at, e.ways, e.limits = 0, make([]int, len(e.picks)), nil
		want, ok := k.wanted(d, l, *r, *o, in, e, false)
		if ok && o.form.index && k.AnyTie && d.pairs == 0 {
			k.tied(d, l, *r, *o, want, in, left.Elements[o.param])
		}
		if ok && k.equal(d, o, len(k.layouts(l)[o.layout].sets), want, in, left) {
			o.picks = e.picks
			d.limits = append(d.limits, e.limits...)
			return true
		}
		if o.picks != nil { // begin from the first way
			o.picks, e.picks = nil, nil
			continue
		}
		if !e.next() {
			return false
		}
	}
	return false
}

func (k *Kernel) equal(d *terms, o *out, sets int, want []bv.Value, in inputs, left ptx.Memory) bool {
	e := env{t: k.Params[o.param].Type}
	for i, c := range left.Elements[o.param] {
		w := want[i]
		if w == nil && d.pairs > 0 && i < sets || w == (unspecified{}) { // of another execution, or anything
			continue
		}
		if w == nil {
			w = in[o.param][i]
		}
		if def, known := d.Known(c.Def); !known || def == 0 {
			return false
		}
		var f *bv.Format
		if e.t.Class() == spec.Float {
			format := e.format()
			f = &format
		}
		if !d.equal(f, c.V, w) {
			return false
		}
	}
	return true
}
