package ptx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// A kernel of rows is executed alone: one block of its grid, or the blocks that share a row. The number of the block
// is unknown, and the values of parameters are unknown,
//
//	const T *in, long long pitch, U *out [, int *idx] [, float eps], long long rows
//
// or, of row-apply where elements have results,
//
//	const T *in, long long pitch [, const T *residual, long long residual_pitch], T *out, long long out_pitch
//	    [, T *sum, long long sum_pitch] [, const T *weight] [, const T *bias] [, float eps], long long rows
//
// For a range of columns, unsigned cols comes before out.
//
// Row r of the matrix is in[r*pitch …]. Where warps share nothing, each is executed alone, or fewer threads where
// their member masks name no others, or name others that are known to be there. One execution looks at one row of the
// block: its result must be stored exactly once, in out[r] or each element of out[r*out_pitch …], if it is below
// rows, and else neither read nor written. Loads from another row are undefined, and comparisons about another row
// may have any answer. So the proof of the row holds for all other rows, and each row of the block is looked at in
// turn.

// rowKernel is a kernel of rows under proof.
type rowKernel struct {
	spec     spec.Spec
	span     spec.Spec // of the kernel: spec, or the range that the columns of spec are one number of
	file     string
	program  *exec.Program
	block    int      // threads of a block
	threads  int      // of the blocks that share a row
	together int      // threads that are executed together
	stand    bool     // the others of their warps are known to make each shuffle with them
	perBlock int64    // rows of a block
	ways     []rowWay // all that have to be proved
	shown    []int    // those of them by which calls on numbers are made
	broken   error    // the fault by which no ways were found

	homes *exec.Homes
	owner map[int64][2]int // the threads that work on each row of a block; nil: not known
}

// rowWay is one row of a block and one side of each comparison.
type rowWay struct {
	threads [2]int // those that execute: from the first, to before the second
	row     int64
	exists  bool
	outside bool // the number of columns is one that the kernel is not for
	places  inPlace
	path    *exec.Path
	text    string
}

// maxWays bounds the ways of a kernel: those of 256 rows of a block with results in place are 8000. maxPaths bounds
// those of one row, or of an array.
const maxWays, maxPaths = 1 << 14, 1 << 12

// rowKernel reads a kernel of rows of span, in which some functions of users are calls, and finds its ways for spec.
func (f *File) rowKernel(span, s spec.Spec, kernel string, user []*exec.Known) (*rowKernel, error) {
	p, err := f.program(kernel, exec.Rows, user)
	if err != nil {
		return nil, err
	}
	threads := p.Threads()
	if threads < 1 || threads > spec.MaxBlock {
		return nil, parse.Refuse(f.name, p.Kernel.Place,
			"a kernel without .maxntid or .reqntid: want __launch_bounds__(the threads of a block)")
	}
	shared := s.ClusterBlocks()
	k := &rowKernel{spec: s, span: span, file: f.name, program: p, block: threads, threads: threads * shared,
		homes: exec.NewHomes()}
	k.together = k.threads
	if shared == 1 && !p.MeetsBlock() {
		k.together = min(k.sharing(), threads)
		if k.together == spec.WarpSize {
			k.byRows()
		}
	}
	var fault *exec.Fault
	// in another launch more take part
	if err = k.explore(); errors.As(err, &fault) && fault.Shares && k.together < min(spec.WarpSize, threads) {
		k.together, k.stand = min(spec.WarpSize, threads), false
		k.perBlock, k.ways, k.owner, k.homes = 0, nil, nil, exec.NewHomes()
		err = k.explore()
	}
	if errors.As(err, &fault) { // a call on numbers may show it
		k.broken = err
		k.guess()
	}
	if err != nil && len(k.ways) == 0 {
		return nil, err
	}
	k.spread()
	return k, nil
}

// sharing is the number of threads that are executed together where no barrier of a block is met. It is the least
// power of two such that the first so many threads can be executed alone, as they name no others in a member mask;
// else a warp.
func (k *rowKernel) sharing() int {
	for n := 1; n < spec.WarpSize; n *= 2 {
		if _, err := k.once(rowWay{threads: [2]int{0, min(n, k.threads)}, row: exec.NoRow}); err == nil {
			return n
		}
	}
	return spec.WarpSize
}

// groups are the threads that are executed together.
func (k *rowKernel) groups() (all [][2]int) {
	for first := 0; first < k.threads; first += k.together {
		all = append(all, [2]int{first, min(first+k.together, k.threads)})
	}
	return all
}

// explore finds the rows of each group of threads, and then the ways.
func (k *rowKernel) explore() error {
	owner, err := k.owners()
	if err != nil {
		return err
	}
	if int64(len(owner)) != k.perBlock || k.perBlock == 0 {
		return k.fault("a block works on %d rows, and its addresses are those of %d", len(owner), k.perBlock)
	}
	if err := k.outside(); err != nil {
		return err
	}
	k.owner = owner
	for _, row := range slices.Sorted(maps.Keys(owner)) {
		for _, w := range k.placed(rowWay{threads: owner[row], row: row}) {
			if err := k.exploreRow(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// exploreRow finds the ways of a row, which may be there or not.
func (k *rowKernel) exploreRow(w rowWay) error {
	for _, exists := range []bool{true, false} {
		w.exists = exists
		err := k.paths(w, func(l *rowLaunch) error {
			if err := k.others(l); err != nil {
				return err
			}
			if !exists { // who touches the row faults
				return nil
			}
			w := l.way
			w.text = w.words()
			if k.ways = append(k.ways, w); len(k.ways) > maxWays {
				return k.fault("more than %d ways through the kernel", maxWays)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// guess finds ways of a kernel that cannot be followed for every launch, by one launch: the threads
// that alone work on a row there.
func (k *rowKernel) guess() {
	k.ways, k.perBlock, k.owner = nil, 0, nil
	owners := map[int64]int{}
	defer func() {
		k.ways = slices.DeleteFunc(k.ways, func(w rowWay) bool { return owners[w.row] > 1 })
	}()
	for _, threads := range k.groups() {
		l, err := k.once(rowWay{threads: threads, row: exec.NoRow})
		if err != nil && len(l.grid.Touched) == 0 {
			continue
		}
		for _, row := range slices.Sorted(maps.Keys(l.grid.Touched)) {
			owners[row]++
			k.ways = append(k.ways, rowWay{threads: threads, row: row, exists: true, path: new(exec.Path),
				text: fmt.Sprintf("row %d of its block", row)})
		}
	}
}

// owners finds which threads work on which row of a block. Where a block has one row, it is row 0.
// Else no row is in focus, and what is asked of rows is answered by bits that stand for every
// answer.
func (k *rowKernel) owners() (map[int64][2]int, error) {
	owner := map[int64][2]int{}
	groups := k.groups()
	if len(groups) == 1 { // most often of one row, which is the row in focus then
		l, err := k.once(rowWay{threads: groups[0], exists: true})
		if l.grid.PerBlock == 1 {
			k.perBlock = 1
			return map[int64][2]int{0: groups[0]}, err
		}
	}
	var early error
	for _, threads := range groups {
		own := func(l *rowLaunch) error {
			for row := range l.grid.Touched {
				if by, ok := owner[row]; ok && by != threads {
					return k.shared(row)
				}
				owner[row] = threads
			}
			k.perBlock = l.grid.PerBlock
			return nil
		}
		w := rowWay{threads: threads, row: exec.NoRow}
		l, ended := k.once(w)
		early = cmp.Or(early, ended)
		if len(l.grid.Touched) == 1 { // explore looks whether that is all, and finds what is wrong
			if err := own(l); err != nil {
				return nil, err
			}
			continue
		}
		if err := k.paths(w, own); err != nil {
			return nil, err
		}
	}
	if early != nil && int64(len(owner)) < k.perBlock { // they ended before their next rows
		return nil, early
	}
	return owner, nil
}

// once executes one way by one launch, on zeros.
func (k *rowKernel) once(w rowWay) (*rowLaunch, error) {
	w.path = new(exec.Path)
	l := &rowLaunch{kernel: k, way: w}
	return l, l.run(context.Background(), bv.Numbers{}, check.Call{})
}

// maxShown bounds the ways by which calls on numbers are made before the terms tell them apart.
const maxShown = 8

// spread chooses ways at even distances, the last among them.
func (k *rowKernel) spread() {
	n := min(len(k.ways), maxShown)
	for i := range n {
		k.shown = append(k.shown, (i+1)*len(k.ways)/n-1)
	}
}

// words say which way it is.
func (w rowWay) words() string {
	text := fmt.Sprintf("row %d of its block", w.row) + w.places.words()
	if !w.exists {
		text += ", past the last"
	}
	if p := w.path.String(); p != "" {
		text += ", " + p
	}
	return text
}

// paths executes one way along every path.
func (k *rowKernel) paths(w rowWay, do func(*rowLaunch) error) error {
	d := term.New(strategy.Paths(k.spec))
	return eachPath(k.fault, func(path *exec.Path) error {
		w.path = path
		l := &rowLaunch{kernel: k, way: w}
		if err := l.run(context.Background(), d, check.Call{}); err != nil {
			return err
		}
		return do(l)
	})
}

// fault is a fault of the kernel as a whole.
func (k *rowKernel) fault(format string, args ...any) *exec.Fault {
	return faultOf(k.file, k.program)(format, args...)
}

// traits are those of a kernel: its ways are those to make a call.
func (k *rowKernel) traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: tries, Traits: strategy.Traits{Extrema: true}}
	for _, w := range k.shown {
		t.Ways = append(t.Ways, k.ways[w].text)
	}
	return t
}

// run executes the kernel on a row, in one way or in all.
func (k *rowKernel) run(ctx context.Context, c check.Call) (left check.Left, err error) {
	ways := k.ways
	if c.Way < 0 && k.broken != nil {
		return left, k.broken
	}
	if c.Way >= 0 {
		ways = []rowWay{k.ways[k.shown[c.Way]]}
	}
	terms := map[check.Cell]bool{}
	for i, w := range ways {
		w.path = w.path.Again()
		w.path.Fixed = c.Way < 0
		_, numbers := c.Dom.(bv.Numbers)
		l := &rowLaunch{kernel: k, way: w, warps: numbers && k.stand}
		if err := l.run(ctx, c.Dom, c); err != nil {
			return left, err
		}
		if k.owner != nil && !l.warps { // what the elements lead to, too
			if err := k.others(l); err != nil {
				return left, err
			}
		}
		left.Musts = append(left.Musts, mustsOf(l.machine)...)
		out, err := l.outputs(c)
		if err != nil {
			return left, err
		}
		left.Calls = append(left.Calls, out)
		if c.Way < 0 {
			k.shows(i, out, terms)
		}
	}
	return left, nil
}

// shows notes way i if an element of what it leaves is new: each result is so shown once, with the way
// that leads to it.
func (k *rowKernel) shows(i int, out check.Outputs, terms map[check.Cell]bool) {
	if len(terms) == 0 {
		k.shown = nil
	}
	found := false
	for _, x := range out.Elements[:k.results()*k.spec.Shape().Leaves()] {
		found = found || !terms[x]
		terms[x] = true
	}
	if found {
		k.shown = append(k.shown, i)
	}
}

// results is how many elements of a row its result has.
func (k *rowKernel) results() int {
	if k.spec.Shape().Each {
		return k.spec.Cols()
	}
	return 1
}
