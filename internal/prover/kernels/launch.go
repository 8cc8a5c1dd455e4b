package kernels

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Param is a parameter of a kernel.
type Param struct {
	Name    string
	Type    spec.Type // of the number, or of what a pointer points to
	Pointer bool
	Const   bool // nothing is written by the pointer
	Bool    bool // each is 0 or 1
}

// count says what an integer parameter counts.
type count uint8

// An integer counts one of these.
const (
	columns  count = iota // elements of a row, or of the array
	rows                  // rows
	elements              // of all rows
	first                 // of three dimensions, the first
	last                  // of three dimensions, the last
	numberOfCounts
)

// work is how the elements are shared out: first where a launch has the most rows, as it leaves no other reading.
type work uint8

const (
	rowOfThread    work = iota // each thread has a row
	colOfThread                // each thread has a column
	middleOfThread             // each thread has a first and a last index of three, and all of the middle
	rowInTurn                  // blocks or warps have all rows, one after another
	rowOfWarp                  // each warp has a row
	array                      // all blocks have one array
	tiles                      // the same, and there is a block for each tile
	rowOfBlock                 // each block has a row
	colOfBlock                 // each block has a column
	middleOfBlock              // each block has a first and a last index of three, and all of the middle
	channelOfBlock             // each block has a middle index of three, and all of the first and the last
	groupOfBlock               // each block has some consecutive middle indices of one first index, and all of the last
	tilesOfY                   // the blocks with a blockIdx.y have a row, one for each tile
	stridesOfY                 // the same, and there are two
	rowOfY                     // the one block with a blockIdx.y has a row
	rowOfGrid                  // each block of a grid of two dimensions has a row
	numberOfWorks
)

// ofThree reports whether the elements have three dimensions.
func (w work) ofThree() bool { return w == middleOfThread || w >= middleOfBlock && w <= groupOfBlock }

// ofPlane reports whether the grid has two dimensions.
func (w work) ofPlane() bool { return w >= tilesOfY && w < numberOfWorks }

// inTiles reports whether there is a block for each tile.
func (w work) inTiles() bool { return w == tiles || w == tilesOfY }

// ofArray reports whether the elements are no rows.
func (w work) ofArray() bool { return w == array || w == tiles }

// plan is one way to launch a kernel: how work is shared out, and what its integers count.
type plan struct {
	work   work
	counts []count // by integer parameter
	alone  bool    // by one block, as the code reads no block's number
	each   int     // of tiles, the elements of a thread
	full   bool    // there are as many rows as threads or warps, though the caller says how many there are
}

// launch is one launch of a plan.
type launch struct {
	plan
	blocks, threads int
	cols, rows      int     // elements of a row, and rows: of three dimensions elements of a set, and sets
	inner           int     // the last of three dimensions: 1 of rows, and rows of columns
	across          int     // blocks along x, in a grid of two dimensions; 0: all
	behind          int     // zeros that lie behind the elements
	instead         *[2]int // an integer, by number, and the value that it has instead; nil: none
}

// launched is the launch of a plan by blocks of some threads for rows of n elements; false: there is none.
func (p plan) launched(threads, n int) (l launch, ok bool) {
	l = launch{plan: p, blocks: 2 - bit(p.alone), threads: threads, cols: n, inner: 1}
	l.rows = l.blocks
	limited := !p.full && slices.ContainsFunc(p.counts, func(c count) bool {
		return c == rows || c == elements || c == first
	})
	ok = true
	switch p.work {
	case array:
		l.rows = 1
	case tiles:
		l.rows, l.blocks = 1, p.tiles(threads, n)
	case rowOfY:
		l.across = 1
	case stridesOfY:
		l.across, l.blocks = 2, 2*l.rows
	case tilesOfY:
		l.across = p.tiles(threads, n)
		l.blocks = l.across * l.rows
	case rowOfGrid:
		l.across, l.blocks, l.rows = 2, 6, 6
	case rowInTurn:
		l.rows = l.blocks*max(1, threads/spec.WarpSize) + 1 // more than there are warps
	case rowOfWarp:
		perBlock := threads / spec.WarpSize
		l.rows = l.blocks * perBlock
		if limited && perBlock > 1 {
			l.rows--
		}
		ok = threads%spec.WarpSize == 0
	case middleOfBlock:
		l.blocks, l.rows, l.inner = 6, 6, 3
	case channelOfBlock:
		l.blocks, l.rows, l.inner = 3, 3, n/images
		ok = n%images == 0
	case groupOfBlock:
		l.blocks, l.rows, l.inner = images*groups, images*groups, n/channelsOfGroup
		ok = n%channelsOfGroup == 0
	case colOfBlock:
		l.inner = l.rows
	case rowOfThread, colOfThread, middleOfThread:
		l.rows = l.blocks * threads
		if limited {
			l.rows -= 4 - bit(p.work != middleOfThread)
		}
		l.inner = [...]int{rowOfThread: 1, colOfThread: l.rows, middleOfThread: l.rows / 2}[p.work]
	}
	return l, ok && l.rows*n <= maxElements
}

// tiles is how many an array of n elements has, at least 2.
func (p plan) tiles(threads, n int) int { return max(2, (n+p.each*threads-1)/(p.each*threads)) }

// The first of three dimensions where a block has middle indices, and how they are grouped.
const (
	images          = 2
	groups          = 3 // of an image
	channelsOfGroup = 2
)

// MaxCols is how many elements a row may have, and maxElements how many all rows of a launch.
const (
	MaxCols     = maxElements / 2
	maxElements = 5000
)

// String is the launch in words.
func (l launch) String() string {
	text := fmt.Sprintf("%d blocks of %d threads", l.blocks, l.threads)
	switch {
	case l.work.ofPlane():
		text = fmt.Sprintf("%d×%d blocks of %d threads", l.across, l.blocks/l.across, l.threads)
	case l.blocks == 1:
		text = fmt.Sprintf("one block of %d threads", l.threads)
	}
	if l.work.ofArray() {
		return fmt.Sprintf("%s, %d elements", text, l.cols)
	}
	return fmt.Sprintf("%s, rows of %d elements", text, l.cols)
}

// value is what an integer parameter is.
func (l launch) value(c count) int {
	all := [...]int{columns: l.cols, rows: l.rows, elements: l.cols * l.rows, first: l.rows / l.inner, last: l.inner}
	if !l.work.ofThree() { // factors of the rows
		all[last] = factor(l.rows)
		all[first] = l.rows / all[last]
	}
	switch l.work {
	case rowOfGrid:
		all[first], all[last] = l.blocks/l.across, l.across
	case channelOfBlock:
		all[first] = images
	case groupOfBlock:
		all[first], all[rows] = groups, groups*channelsOfGroup
	}
	return all[c]
}

// factor is the least prime factor of a number above 1; of 1 itself 1.
func factor(n int) int {
	for f := 2; f < n; f++ {
		if n%f == 0 {
			return f
		}
	}
	return n
}

// inputs are the elements that memory holds before a launch, by parameter; of floats that are parameters one.
type inputs [][]bv.Value

// given are the arguments of a launch.
func (k *Kernel) given(d bv.Domain, l launch, in inputs) (all []ptx.Given) {
	ints := 0
	for i, p := range k.Params {
		switch {
		case p.Pointer:
			all = append(all, ptx.Given{Elements: in[i], ReadOnly: p.Const})
		case p.Type.Class() == spec.Float:
			all = append(all, ptx.Given{Scalar: in[i][0]})
		default:
			value := l.value(l.counts[ints])
			if l.instead != nil && l.instead[0] == ints {
				value = l.instead[1]
			}
			all = append(all, ptx.Given{Scalar: d.Const(8*k.sizes[i], uint64(value))})
			ints++
		}
	}
	return all
}

// symbols are inputs that stand for all.
func (k *Kernel) symbols(d *terms, l launch) (in inputs) {
	name := 0
	for i, p := range k.Params {
		var all []bv.Value
		for n := range k.elements(i, l) {
			v := bv.Value(d.Var(name, p.Type.Bits()))
			switch {
			case p.Bool:
				v = d.Extend(d.Var(name, 1), p.Type.Bits(), false)
			case k.isClass(i):
				v = anyClass(d, n, l.cols, p.Type.Bits())
			}
			all = append(all, v)
			name++
		}
		in = append(in, all)
	}
	return in
}

// elements is how many of a parameter there are; 0 of an integer.
func (k *Kernel) elements(i int, l launch) int {
	switch p := k.Params[i]; {
	case k.isClass(i):
		return l.rows
	case p.Pointer:
		return k.room(p, l)
	case p.Type.Class() == spec.Float:
		return 1
	}
	return 0
}

// room is the number of elements that a pointer has: those of all rows, of an output at least one for each block.
func (k *Kernel) room(p Param, l launch) int {
	n := l.rows * l.cols
	if !p.Const {
		n = max(n, l.blocks)
	}
	return n + l.behind
}

// drawn are inputs on numbers. Sums of few of them, and of their products, are exact.
func (k *Kernel) drawn(rng *rand.Rand, l launch, of draw) (in inputs) {
	hot := rng.IntN(l.rows * l.cols)
	readOnly := slices.ContainsFunc(k.Params, func(p Param) bool { return p.Const })
	k.turns++
	far := float64(100 - 200*(k.turns%2)) // what outputs hold before is greater than every result that is no sum, or less
	for which, p := range k.Params {
		var all []bv.Value
		n := k.elements(which, l)
		for i := range n {
			x := of.of(rng)
			switch {
			case p.Pointer && !p.Const && readOnly && !k.inPlace:
				x = far + x/8
			case !p.Pointer && strings.Contains(strings.ToLower(p.Name), "eps"):
				x = 1e-5
			case !p.Pointer:
				x = 0.5
			case l.behind > 0 && i >= l.rows*l.cols && p.Pointer:
				x = 0
			case of.hot && i == hot:
				x = 3
			}
			if k.positive {
				x = math.Abs(x) + 0.125
			}
			v := encoded(p.Type, x)
			switch {
			case p.Bool:
				v = bv.Numbers{}.Const(p.Type.Bits(), uint64(rng.IntN(2)))
			case k.isClass(which):
				v = bv.Numbers{}.Const(p.Type.Bits(), uint64(rng.IntN(l.cols)))
			}
			all = append(all, v)
		}
		in = append(in, all)
	}
	return in
}

func encoded(t spec.Type, x float64) bv.Value {
	if t.Half() {
		return bv.Numbers{}.Convert(*algebra.Format(t), bv.F32, encoded(spec.Float32, x))
	}
	e := env{d: bv.Numbers{}, t: t}
	if t.Class() != spec.Float { // as whole numbers that differ as much
		x = math.Round(64 * x)
	}
	if t.Class() == spec.Unsigned && x < 0 {
		x = -x
	}
	return e.number(x)
}

// strategy is that of terms: floats that are elements may be known to be ordered.
func (k *Kernel) strategy(l launch, ordered bool) term.Strategy {
	by := term.Strategy{Products: term.ExactProducts, ExactWidening: true}
	if !ordered {
		return by
	}
	for _, p := range k.Params { // the last, or the first that is read alone
		if f := algebra.Format(p.Type); f != nil && p.Pointer {
			by.Values = term.Values{NoNaN: true, NoNegativeZero: true, Elements: l.rows * l.cols * len(k.Params), Format: *f}
			if p.Const {
				break
			}
		}
	}
	return by
}

// run executes a launch.
func (k *Kernel) run(ctx context.Context, d bv.Domain, l launch, in inputs, tolerant, last bool) (ptx.Memory, error) {
	return k.Code.Launch(ctx, d, ptx.Grid{Blocks: l.blocks, Threads: l.threads, Across: l.across,
		Tolerant: tolerant, LastFirst: last}, k.given(d, l, in))
}
