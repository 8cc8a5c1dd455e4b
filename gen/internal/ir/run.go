package ir

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

const lanes = spec.WarpSize

// paces is the number of speeds of blocks: a block of the slowest runs in one of so many turns.
const paces = 8

// mostTurns is how often each warp runs at most until a block ends.
const mostTurns = 1 << 12

// mostRounds is how many rounds a loop has at most.
const mostRounds = 1 << 12

// Launch is one launch of a program, on numbers. Its warps run a while each, in an order and at a pace that the seed
// gives.
type Launch struct {
	Blocks   int
	Resident int // so many blocks run at once at most, and the next one begins when one ends; 0: all
	Cluster  int // so many blocks are a cluster, which begins together; 0: none
	Arch     int // the architecture's compute capability, times ten
	Seed     uint64
	Args     []any // of the kernel: a number as uint64, or *Memory

	// Primitive is what a function without a body returns, of structs each leaf, and Identity what changes nothing.
	Primitive func(f *Func, args []uint64) []uint64
	Identity  uint64

	// Result receives what a program of one thread returns, of a struct each leaf.
	Result *[]uint64
}

// Run runs a launch to its end. It is an error if a thread reads what has no value, accesses memory out of bounds or
// misaligned, if lanes of a warp part before they meet, or threads of a block before a barrier, and if all wait, or
// turn in loops for long.
func (p *Program) Run(l Launch) (err error) {
	r := &run{Launch: l, program: p, draw: rand.New(rand.NewPCG(l.Seed, 1))}
	order := r.draw.Perm(l.Blocks / l.cluster())
	var blocks []*block
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = fmt.Errorf("ir: %s: %s", p.Name, f)
		default:
			panic(f)
		}
		for _, b := range blocks {
			b.stop()
		}
	}()
	for turns := 0; len(order) > 0 || len(blocks) > 0; turns++ {
		for len(order) > 0 && (l.Resident == 0 || len(blocks) < l.Resident) {
			blocks, order = append(blocks, r.begins(order[0])...), order[1:]
		}
		runs := r.arrives()
		for i := len(blocks) - 1; i >= 0; i-- {
			runs = blocks[i].advance() || runs
			if blocks[i].left == 0 {
				blocks[i].leaves()
				blocks, turns = append(blocks[:i], blocks[i+1:]...), 0
			}
		}
		switch {
		case !runs && len(blocks) > 0:
			failf("all threads wait")
		case turns > mostTurns:
			failf("no block ends")
		}
	}
	return nil
}

// run is a launch in progress.
type run struct {
	Launch
	program *Program
	draw    *rand.Rand
	flying  []func() // stores that have not arrived
}

// block is a block that has begun.
type block struct {
	*run
	index  int
	beside []*block // the blocks of the cluster
	pace   int      // 0 is the fastest
	all    []*thread
	warps  [][]*thread // all of them, warp by warp
	left   int         // threads that have not ended
	shared map[*Var]value
}

// thread is a thread of a block. It runs until it waits.
type thread struct {
	*run
	block  *block
	index  int
	in     *Func
	frame  map[*Var]value
	result value
	ended  bool // the function

	arrived, waited int // halves of barriers of the cluster

	next func() (wait, bool)
	stop func()
	now  wait
	at   *Stmt // where it is

	gives  value       // what other lanes of the warp, or threads of the block, may read
	call   *Collective // that the thread has reached with the block; nil at a barrier
	part   int         // so many lanes that follow each other
	takes  func(part []*thread) value
	yields func(wait) bool
}

// stopped ends a thread of a launch that ends early.
const stopped = fault("stopped")

// wait is what a thread waits for.
type wait uint8

const (
	forNothing wait = iota
	forWarp
	forBlock
	hasEnded
)

func (r *run) begin(index int) *block {
	restricted(r.program.Kernel(), func(i int) *Memory { m, _ := r.Args[i].(*Memory); return m })
	b := &block{run: r, index: index, pace: r.draw.IntN(paces), left: r.program.Threads, shared: map[*Var]value{}}
	for i := range r.program.Threads {
		t := &thread{run: r, block: b, index: i, in: r.program.Kernel(), frame: map[*Var]value{}}
		for k, v := range r.program.Kernel().Params {
			switch a := r.Args[k].(type) {
			case uint64:
				t.frame[v] = value{n: a}
			case *Memory:
				t.frame[v] = value{mem: a}
				if of, ok := v.Type.(Slice); ok {
					t.frame[v] = value{mem: a, count: len(a.Bytes) / of.Of.size()}
				}
			}
		}
		t.next, t.stop = iter.Pull(func(yield func(wait) bool) {
			defer func() {
				if f := recover(); f != nil && f != stopped {
					panic(f)
				}
			}()
			t.yields = yield
			t.exec(r.program.Kernel().Body)
			if r.Result != nil {
				*r.Result = flat(t.result)
			}
		})
		b.all = append(b.all, t)
	}
	b.warps = slices.Collect(slices.Chunk(b.all, lanes))
	return b
}

func (b *block) stop() {
	for _, t := range b.all {
		t.stop()
	}
}

// advance runs some warps until they wait, and reports whether any thread could run.
func (b *block) advance() (runs bool) {
	for _, i := range b.draw.Perm(len(b.warps)) {
		w := b.warps[i]
		ready := slices.ContainsFunc(w, func(t *thread) bool { return t.now == forNothing })
		if runs = runs || ready; !ready || b.draw.IntN(paces) < b.pace {
			continue
		}
		for _, t := range w {
			if t.now != forNothing {
				continue
			}
			var more bool
			if t.now, more = t.next(); !more {
				t.now = hasEnded
				b.left--
			}
		}
		b.meets(w)
	}
	return b.passes() || runs
}

// meets lets the lanes of a warp read from each other, in each part of it that meets, once all are there that have not
// ended.
func (b *block) meets(warp []*thread) {
	first := slices.IndexFunc(warp, func(t *thread) bool { return t.now != hasEnded })
	if first < 0 || warp[first].now != forWarp {
		return
	}
	t := warp[first]
	if len(warp) < lanes {
		failf("a warp of %d lanes meets", len(warp))
	}
	for _, other := range warp {
		switch {
		case other.now == hasEnded:
		case other.now != forWarp:
			return
		case other.at != t.at || other.part != t.part:
			failf("lanes of a warp are at different statements where they meet")
		}
	}
	for part := range slices.Chunk(warp, t.part) {
		meet(part)
	}
}

// meet lets lanes read from each other that are there, or have ended together.
func meet(part []*thread) {
	ended := 0
	for _, t := range part {
		if t.now == hasEnded {
			ended++
		}
	}
	if ended == len(part) {
		return
	}
	if ended > 0 {
		failf("a lane has ended that others meet")
	}
	got := make([]value, len(part))
	for i, other := range part {
		got[i] = other.takes(part)
	}
	for i, other := range part {
		other.gives, other.now = got[i], forNothing
	}
}

// passes lets the threads of the block pass a barrier, once all are there.
func (b *block) passes() bool {
	var at *Stmt
	ended := false
	for _, t := range b.all {
		switch {
		case t.now == hasEnded:
			ended = true
			continue
		case t.now != forBlock:
			return false
		case at != nil && at != t.at:
			failf("threads of a block are at different barriers")
		}
		at = t.at
	}
	switch {
	case at == nil:
		return false
	case ended:
		failf("a thread of the block has ended that others wait for")
	}
	b.collects()
	for _, t := range b.all {
		if t.now == forBlock {
			t.now = forNothing
		}
	}
	return true
}

// pause lets others run.
func (t *thread) pause(until wait) {
	if !t.yields(until) {
		panic(stopped)
	}
}

// meet gives a value to the other lanes of a part of the warp, and takes one that all have given.
func (t *thread) meet(part int, gives value, takes func(part []*thread) value) value {
	t.part, t.gives, t.takes = part, gives, takes
	t.pause(forWarp)
	return t.gives
}

// exec runs statements until the function ends.
func (t *thread) exec(body []Stmt) {
	for i := range body {
		if t.ended {
			return
		}
		t.at = &body[i]
		t.run1(body[i])
	}
}

func (t *thread) run1(s Stmt) {
	here := t.at
	switch s := s.(type) {
	case Step, Remark:
	case Let:
		t.let(s)
	case Set:
		v := t.as(s.Value, s.To.Type())
		t.set(s.To, v)
	case Do:
		t.of(s.Call)
	case If:
		for _, l := range s.Init {
			t.let(l)
		}
		if t.of(s.Cond).n == 1 {
			t.exec(s.Then)
		} else {
			t.exec(s.Else)
		}
	case Variant:
		if t.Arch >= s.From {
			t.exec(s.Then)
		} else {
			t.exec(s.Older)
		}
	case Switch:
		if of := t.of(s.Of).n; of < uint64(len(s.Cases)) {
			t.exec(s.Cases[of])
		}
	case Parallel:
		t.parallel(s)
	case For:
		for _, l := range s.Init {
			t.let(l)
		}
		rounds := 0
		for t.at = here; t.of(s.While).n == 1 && !t.ended; t.at = here {
			if rounds++; rounds > mostRounds {
				failf("a loop does not end")
			}
			t.exec(s.Body)
			for _, n := range s.Next {
				t.set(n.To, t.as(n.Value, n.To.Type()))
			}
		}
	case Each:
		of := t.of(s.Of)
		for i := 0; i < of.count && !t.ended; i++ {
			t.frame[s.Var] = of.at(uint64(i), s.Var.Type.size()).load(s.Var.Type)
			t.exec(s.Body)
		}
	case DoWhile:
		for again := true; again && !t.ended; {
			t.exec(s.Body)
			t.at = here
			again = t.of(s.While).n == 1
		}
	case Return:
		if s.Value != nil {
			t.result = t.as(*s.Value, t.in.Result)
		}
		t.ended = true
	case Trap:
		failf("trap: %s", s.Why)
	case Scope:
		t.exec(s.Body)
	case Barrier:
		t.pause(forBlock)
	default:
		t.access(s)
	}
}

// parallel runs a body for ranges, in some order.
func (t *thread) parallel(s Parallel) {
	n := int(t.of(s.N).n)
	parts := 1 + t.draw.IntN(max(1, n/int(t.of(s.Least).n)))
	for _, i := range t.draw.Perm(parts) {
		t.frame[s.From], t.frame[s.To] = value{n: uint64(n * i / parts)}, value{n: uint64(n * (i + 1) / parts)}
		t.exec(s.Body)
	}
}
