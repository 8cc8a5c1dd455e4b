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
}

// count says what an integer parameter counts.
type count uint8

// An integer counts one of these.
const (
	columns  count = iota // elements of a row, or of the array
	rows                  // rows
	elements              // of all rows
	numberOfCounts
)

// work is how the elements are shared out: first where a launch has the most rows, as it leaves no other reading.
type work uint8

const (
	rowOfThread work = iota // each thread has a row
	colOfThread             // each thread has a column
	rowOfWarp               // each warp has a row
	array                   // all blocks have one array
	rowOfBlock              // each block has a row
	numberOfWorks
)

// plan is one way to launch a kernel: how work is shared out, and what its integers count.
type plan struct {
	work   work
	counts []count // by integer parameter
}

// launch is one launch of a plan.
type launch struct {
	plan
	blocks, threads int
	cols, rows      int
	behind          int // zeros that lie behind the elements
}

// launched is the launch of a plan by blocks of some threads for rows of n elements; false: there is none.
func (p plan) launched(threads, n int) (l launch, ok bool) {
	l = launch{plan: p, threads: threads, cols: n}
	limited := slices.Contains(p.counts, rows) || slices.Contains(p.counts, elements)
	switch p.work {
	case rowOfBlock:
		l.blocks, l.rows = 2, 2
	case array:
		l.blocks, l.rows = 2, 1
	case rowOfWarp:
		perBlock := threads / spec.WarpSize
		l.blocks, l.rows = 2, 2*perBlock
		if limited && perBlock > 1 {
			l.rows--
		}
		ok = threads%spec.WarpSize == 0
		return l, ok && l.rows*n <= maxElements
	case rowOfThread, colOfThread:
		l.blocks, l.rows = 2, 2*threads
		if limited {
			l.rows -= 3
		}
	}
	return l, l.rows*n <= maxElements
}

// MaxCols is how many elements a row may have, and maxElements how many all rows of a launch.
const (
	MaxCols     = maxElements / 2
	maxElements = 5000
)

// String is the launch in words.
func (l launch) String() string {
	text := fmt.Sprintf("%d blocks of %d threads", l.blocks, l.threads)
	if l.work == array {
		return fmt.Sprintf("%s, %d elements", text, l.cols)
	}
	return fmt.Sprintf("%s, rows of %d elements", text, l.cols)
}

// index is where element j of row r is.
func (l launch) index(r, j int) int {
	if l.work == colOfThread {
		return j*l.rows + r
	}
	return r*l.cols + j
}

// layout are sets of elements, each with results of its own.
type layout struct {
	text string  // with %s for the input
	sets [][]int // nil: there are none in this launch
}

// layouts are those of a launch.
func (k *Kernel) layouts(l launch) []layout {
	if k.sets == nil {
		k.sets = map[[4]int][]layout{}
	}
	return bv.Once(k.sets, [4]int{int(l.work), l.threads, l.cols, l.rows}, l.layouts)
}

// layouts are those that may be of a plan: the elements of each row; or of an array all, and those of each block.
func (l launch) layouts() (all []layout) {
	var sets [][]int
	for r := range l.rows {
		var set []int
		for j := range l.cols {
			set = append(set, l.index(r, j))
		}
		sets = append(sets, set)
	}
	all = []layout{{l.words(), sets}}
	if l.work != array {
		return all
	}
	shared := func(text string, of func(i int) int) {
		sets := make([][]int, l.blocks)
		for i := range l.cols {
			b := of(i)
			if b >= l.blocks {
				sets = nil
				break
			}
			sets[b] = append(sets[b], i)
		}
		all = append(all, layout{text, sets})
	}
	shared("the elements of %s in tiles of blockDim.x that blocks take in turn", func(i int) int {
		return i / l.threads % l.blocks
	})
	shared("blockDim.x elements of %s", func(i int) int { return i / l.threads })
	shared("2 blockDim.x elements of %s", func(i int) int { return i / (2 * l.threads) })
	shared("4 blockDim.x elements of %s", func(i int) int { return i / (4 * l.threads) })
	shared("its share of %s", func(i int) int { return i / ((l.cols + l.blocks - 1) / l.blocks) })
	return all
}

// words name the elements of a row.
func (l launch) words() string {
	return [...]string{rowOfBlock: "row blockIdx.x of %s", array: "all elements of %s", rowOfWarp: "each warp's row of %s",
		rowOfThread: "each thread's row of %s", colOfThread: "each thread's column of %s"}[l.work]
}

// value is what an integer parameter is.
func (l launch) value(c count) int {
	return [...]int{columns: l.cols, rows: l.rows, elements: l.cols * l.rows}[c]
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
			all = append(all, ptx.Given{Scalar: d.Const(8*k.sizes[i], uint64(l.value(l.counts[ints])))})
			ints++
		}
	}
	return all
}

// symbols are inputs that stand for all.
func (k *Kernel) symbols(d *terms, l launch) (in inputs) {
	name := 0
	for _, p := range k.Params {
		var all []bv.Value
		for range k.elements(p, l) {
			all = append(all, d.Var(name, p.Type.Bits()))
			name++
		}
		in = append(in, all)
	}
	return in
}

// elements is how many of a parameter there are; 0 of an integer.
func (k *Kernel) elements(p Param, l launch) int {
	switch {
	case p.Pointer:
		return k.room(p, l)
	case p.Type.Class() == spec.Float:
		return 1
	}
	return 0
}

// room is the number of elements of an array: those of all rows; of one that is written, at least one a block.
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
	for _, p := range k.Params {
		var all []bv.Value
		n := k.elements(p, l)
		for i := range n {
			x := of.of(rng)
			switch {
			case p.Pointer && !p.Const && readOnly:
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
			all = append(all, encoded(p.Type, x))
		}
		in = append(in, all)
	}
	return in
}

func encoded(t spec.Type, x float64) bv.Value {
	e := env{d: bv.Numbers{}, t: t}
	if t.Class() != spec.Float { // as whole numbers that differ as much
		x = math.Round(64 * x)
	}
	if t.Class() == spec.Unsigned && x < 0 {
		x = -x
	}
	return e.number(x)
}

// draw is a kind of numbers.
type draw struct {
	text string
	hot  bool // one is 3
	far  bool // all are far from 0
	of   func(rng *rand.Rand) float64
}

var draws = []draw{
	{"numbers of either sign", false, false, func(rng *rand.Rand) float64 { return float64(rng.IntN(8193)-4096) / 1024 }},
	{"powers of two", false, false, func(rng *rand.Rand) float64 { return []float64{1, -1, 2, -0.5, 1, -1}[rng.IntN(6)] }},
	{"negative numbers", false, false, func(rng *rand.Rand) float64 { return -float64(1+rng.IntN(4096)) / 1024 }},
	{"positive numbers", false, false, func(rng *rand.Rand) float64 { return float64(1+rng.IntN(4096)) / 1024 }},
	{"one number that is not 0", true, false, func(*rand.Rand) float64 { return 0 }},
	{"numbers about -200", false, true, func(rng *rand.Rand) float64 { return -200 - float64(rng.IntN(1024))/256 }},
	{"numbers about 200", false, true, func(rng *rand.Rand) float64 { return 200 + float64(rng.IntN(1024))/256 }},
}

// ordinary are the draws that choose what a kernel computes.
var ordinary = []int{0, 1, 0, 0}

// strategy is that of terms: floats that are elements may be known to be ordered.
func (k *Kernel) strategy(l launch, ordered bool) term.Strategy {
	by := term.Strategy{Products: term.ExactProducts, ExactWidening: true}
	if !ordered {
		return by
	}
	for _, p := range k.Params {
		if f := algebra.Format(p.Type); f != nil && p.Pointer {
			by.Values = term.Values{NoNaN: true, NoNegativeZero: true, Elements: l.rows * l.cols * len(k.Params), Format: *f}
		}
	}
	return by
}

// run executes a launch.
func (k *Kernel) run(ctx context.Context, d bv.Domain, l launch, in inputs, tolerant, last bool) (ptx.Memory, error) {
	return k.Code.Launch(ctx, d, ptx.Grid{Blocks: l.blocks, Threads: l.threads, Tolerant: tolerant, LastFirst: last},
		k.given(d, l, in))
}
