package ptx

import (
	"context"
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// RoundLoop is the loop in which the kernel of an array combines rounds. Its invariants are a guess, which
// [Array.Claim] decides.
type RoundLoop struct {
	Rounds     int // of an iteration
	invariants map[int]*exec.Invariant
}

// mostRounds is how many rounds an iteration has at most.
const mostRounds = 32

// RoundLoop finds the loop over rounds by two of its iterations. The error says that there is none, or that its
// invariant is not known.
func (a *Array) RoundLoop(ctx context.Context) (loop *RoundLoop, err error) {
	k := a.spec.GridOrder().Accumulators()
	if _, _, encoded := a.spec.Encoded(); encoded || a.spec.HasLane() || a.spec.Elem != nil ||
		a.spec.Shape().Leaves() != 1 {
		return nil, fmt.Errorf("accumulators are no elements: %s", a.spec.Op)
	}
	if a.spec.CallsUsers() {
		return nil, errors.New("terms of users' functions are large")
	}
	l, d := a.chunkClaim(ctx, Kind{Of: LongChunk}, &RoundLoop{Rounds: 1, invariants: map[int]*exec.Invariant{}})
	l.infer = true
	err = l.run(d, func() error {
		l.fill(d, 2*mostRounds*k)
		return l.block.once(ctx, check.Call{Dom: d, Shape: l.block.spec.Shape()}, new(exec.Path), new(check.Left))
	})
	if err != nil {
		return nil, err
	}
	for _, v := range l.loop.invariants {
		l.loop.Rounds = int(v.Decrease)
	}
	for thread := range a.spec.GridOrder().Threads {
		if v := l.loop.invariants[thread]; v == nil || int(v.Decrease) != l.loop.Rounds || l.loop.Rounds > mostRounds {
			return nil, l.block.fault("no loop over rounds that is the same for all threads")
		}
	}
	return l.loop, nil
}
