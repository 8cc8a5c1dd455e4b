package kernels

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// decide makes a verdict of launches. A kernel may be for blocks of some sizes alone, or for rows of some lengths:
// where such a promise explains every wrong launch, the kernel is shown for the others.
func (k *Kernel) decide(ctx context.Context, r reading, o *Outcome) {
	worst, wrong := k.worst(o)
	if k.Cols != nil && r.asked && len(o.Wrong) > 0 { // for rows of these lengths, too
		o.Verdict = Refuted
		return
	}
	switch {
	case k.promised(ctx, r, o, o.Holds):
		o.Verdict = Shown
	case wrong && !k.promised(ctx, r, o, o.Open) && (r.wide || ofBlock(worst.Fault)):
		o.Verdict = Refuted
		o.Wrong = slices.Insert(slices.DeleteFunc(o.Wrong, func(c Checked) bool { return c == worst }), 0, worst)
	case len(o.Open) > 0:
		o.Why = o.Open[len(o.Open)-1].Launch + ": " + o.Open[len(o.Open)-1].Why
	case wrong:
		o.Why = "it agrees with few launches; " + worst.Witness + worst.Fault
	default:
		o.Why = "no launch was shown"
	}
}

// promise is a condition on the length of rows that a kernel may be for.
type promise uint8

// The promises, the widest first.
const (
	anyLength promise = iota
	wholeVectors
	wholeWarps
	wholeBlocks
	upToThreads
	asThreads
	numberOfPromises
)

// vectorBits are those of a vector, such as a float4.
const vectorBits = 128

// covers reports whether a promise is of rows of n elements, in blocks of some threads: vector is the elements of one.
func (p promise) covers(threads, n, vector int) bool {
	switch p {
	case wholeVectors:
		return n%vector == 0
	case wholeWarps:
		return n%spec.WarpSize == 0
	case wholeBlocks:
		return n%threads == 0
	case upToThreads:
		return n <= threads
	case asThreads:
		return n == threads
	}
	return true
}

// made reports whether a kernel may make a promise. One that takes the first elements of a long row alone, or the last
// ones, is for rows up to the number of threads. One that takes elements behind a short row is for rows of so many
// elements.
func (k *Kernel) made(ctx context.Context, r reading, p promise, threads int) bool {
	switch {
	case p == anyLength:
		return true
	case k.ints() == 0:
		return false
	case p == wholeVectors:
		return k.Vectors
	case p == wholeWarps || p == wholeBlocks:
		return k.Multiple
	case p == upToThreads:
		n := 3*threads + 5
		return !k.takes(ctx, r, threads, n, func(j int) bool { return j >= threads }) ||
			!k.takes(ctx, r, threads, n, func(j int) bool { return j < n-threads })
	}
	return k.takes(ctx, r, threads, threads-1, func(j int) bool { return j >= threads-1 })
}

// promised reports whether a promise that covers some of the launches explains every wrong launch by blocks of a size;
// of rows of some lengths alone, by blocks of every size with a right launch.
func (k *Kernel) promised(ctx context.Context, r reading, o *Outcome, of []Checked) bool {
	sizes := map[int]bool{}
	for _, c := range of {
		if c.Cols > 1 && (c.Threads > spec.WarpSize || !k.forSeveral(o)) {
			sizes[c.Threads] = true
		}
	}
	vector := vectorBits / k.Params[r.inputs[0]].Type.Bits()
	for p := range numberOfPromises {
		kept := 0
		for threads := range sizes {
			kept += bit(explained(o, of, p, threads, vector) && (p > anyLength || k.long(r, o, of, threads)) &&
				k.made(ctx, r, p, threads))
		}
		if kept > 0 && (p == anyLength || kept == len(sizes)) {
			return true
		}
	}
	return false
}

// long reports whether some launch by blocks of some threads has more elements than threads that share a row.
func (k *Kernel) long(r reading, o *Outcome, of []Checked, threads int) bool {
	if k.ints() == 0 || k.Cols != nil || r.work != rowOfBlock && r.work != rowInTurn && !r.work.ofPlane() &&
		!r.work.ofArray() {
		return true
	}
	if len(o.Open) >= mostOpen && of[0] == o.Open[0] { // longer ones were left out
		return true
	}
	return slices.ContainsFunc(of, func(c Checked) bool { return c.Threads == threads && c.Cols > threads })
}

// explained reports whether blocks of some threads are wrong for no length that a promise covers, and some of the
// launches are of such lengths: not of one element alone.
func explained(o *Outcome, of []Checked, p promise, threads, vector int) bool {
	within := func(all []Checked, least int) (n int) {
		for _, c := range all {
			n += bit(c.Threads == threads && c.Cols >= least && p.covers(threads, c.Cols, vector))
		}
		return n
	}
	return within(of, 2) > 0 && within(o.Wrong, 1) == 0
}

// takes reports whether the results of the first row of n elements depend on some elements of the input, or an
// execution leaves memory.
func (k *Kernel) takes(ctx context.Context, r reading, threads, n int, which func(j int) bool) bool {
	if r.work == rowInTurn { // of the first row the same
		r.work = rowOfBlock
	}
	l, fits := r.plan.launched(threads, n)
	if !fits {
		return false
	}
	in := k.drawn(rand.New(rand.NewPCG(9, 10)), l, draws[0])
	first, err := k.run(ctx, bv.Numbers{}, l, in, true, true)
	if err != nil {
		return strings.Contains(err.Error(), outsideGlobal)
	}
	other := k.drawn(rand.New(rand.NewPCG(11, 12)), l, draws[0])
	for _, p := range r.inputs {
		for i := range in[p] {
			if which(i) {
				in[p] = slices.Clone(in[p])
				in[p][i] = other[p][i]
			}
		}
	}
	second, err := k.run(ctx, bv.Numbers{}, l, in, true, true)
	if err != nil {
		return true
	}
	for _, o := range r.outs {
		inPlace := slices.Contains(r.inputs, o.param) // what it holds was changed
		last := 1
		if o.form.each {
			last = n
		}
		for i := range last {
			if at := l.index(0, i); !(inPlace && which(at)) && first.Elements[o.param][at].V != second.Elements[o.param][at].V {
				return true
			}
		}
	}
	return false
}

// forSeveral reports whether a kernel that holds in blocks of one warp is for several: its text counts warps, and
// every larger block is wrong within the memory of the kernel.
func (k *Kernel) forSeveral(o *Outcome) bool {
	larger, wrong := map[int]bool{}, map[int]bool{}
	for _, c := range slices.Concat(o.Holds, o.Wrong, o.Open) {
		if c.Threads > spec.WarpSize {
			larger[c.Threads] = true
		}
	}
	for _, c := range o.Wrong {
		if c.Threads > spec.WarpSize && !strings.Contains(c.Fault, "outside") {
			wrong[c.Threads] = true
		}
	}
	return k.Spread && len(larger) > 0 && len(wrong) == len(larger)
}

// ofBlock reports whether a fault is a race or a barrier that not all threads reach.
func ofBlock(fault string) bool {
	return slices.ContainsFunc([]string{"race: ", "barrier", "member mask"}, func(text string) bool {
		return strings.Contains(fault, text)
	})
}

// worst is a wrong launch of those sizes of blocks that compute the form for some length, or for the usual size.
func (k *Kernel) worst(o *Outcome) (of Checked, ok bool) {
	for _, threads := range k.Blocks {
		for _, c := range o.Wrong {
			if c.Threads != threads || threads <= spec.WarpSize && len(k.Blocks) > 1 {
				continue
			}
			if of, ok = c, true; c.Cols > 1 { // one element alone is a rare row
				return of, true
			}
		}
		if ok {
			return of, true
		}
	}
	return of, false
}

// unknown is the outcome of a kernel that computes no form. If threads of a block race, or miss a barrier, in every
// launch of every size, it is wrong whatever it computes.
func (k *Kernel) unknown(ctx context.Context, last error) (o Outcome) {
	o.Why = "what it computes is none of the forms that shflgen knows"
	for _, threads := range k.Blocks {
		c, races := k.racesIn(ctx, threads)
		if !races {
			if last != nil {
				o.Why += "; a launch on numbers ends with: " + k.named(last.Error())
			}
			return o
		}
		o.Wrong = append(o.Wrong, c)
	}
	if !k.Spread {
		return o
	}
	o.Verdict = Refuted
	return o
}

// racesIn reports whether each launch by blocks of some threads ends with a fault of the threads of a block.
func (k *Kernel) racesIn(ctx context.Context, threads int) (of Checked, all bool) {
	for _, p := range k.plans() {
		for _, n := range k.lengths(threads) {
			l, fits := p.launched(threads, n)
			if !fits {
				continue
			}
			in := k.drawn(rand.New(rand.NewPCG(7, 8)), l, draws[0])
			_, err := k.run(ctx, bv.Numbers{}, l, in, false, false)
			var fault *exec.Fault
			switch {
			case !errors.As(err, &fault) || !fault.Shows():
				return of, false
			case !ofBlock(fault.Why) || !strings.Contains(fault.Opcode, "shared") && !strings.Contains(fault.Opcode, "bar"):
				continue // the plan may be another one's
			}
			of = Checked{Blocks: l.blocks, Threads: threads, Cols: n, Launch: l.String(), Fault: k.named(fault.Error())}
		}
	}
	return of, of.Fault != ""
}
