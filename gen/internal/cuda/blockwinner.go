package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// noThread is the number of no thread, the greatest without a sign.
var noThread = hex(0, 1<<32-1)

// winnerReturned is the last step.
func (b *block) winnerReturned() step {
	return step{Title: "The winner.", Lines: []string{
		fmt.Sprintf("*%s = (int)first;", b.scope.param(spec.IndexRole)),
		fmt.Sprintf("return %s;", b.element(b.net.Result())),
	}}
}

// onlyWinner is the step of a block of one thread.
func (b *block) onlyWinner() step {
	first := literal(0)
	if b.spec.Mask == spec.Member {
		first = b.scope.param(spec.MaskRole).choose(first, literal(-1))
	}
	return step{Title: "A thread by itself wins, if it is a member.", Lines: []string{
		fmt.Sprintf("*%s = %s;", b.scope.param(spec.IndexRole), first),
		fmt.Sprintf("return %s;", b.scope.param(spec.ElementRole)),
	}}
}

// firstOfWarp finds the first member of the warp that has its best: the lowest bit of a vote. The number
// of a warp without any stays all ones.
func (b *block) firstOfWarp(e network.WinnerLane) []string {
	lines := []string{
		fmt.Sprintf("unsigned won = %s;", b.vote(e)),
		"unsigned first;", fmt.Sprintf(lowestBit, "first", "won"),
	}
	if b.warps > 1 {
		lines = append(lines, "first |= 32u * warp;")
	}
	return lines
}

// leastWinner finds the least of the numbers of the lanes that have the best.
func (b *block) leastWinner(e network.WinnerOfWarps) []string {
	own := b.element(e.X).equal(b.element(e.Best)).choose(name("first"), noThread)
	if b.atOnce() {
		return []string{fmt.Sprintf("first = %s;", call(reductions[spec.Min], everyone, own))}
	}
	lines := []string{fmt.Sprintf("first = %s;", own)}
	for d := 1; d < warpSize; d *= 2 {
		other := name(fmt.Sprintf("first%d", d))
		lines = append(lines, fmt.Sprintf("unsigned %s = %s;", other,
			call("__shfl_xor_sync", everyone, name("first"), number(d))),
			fmt.Sprintf("first = %s;", other.less(name("first")).choose(other, name("first"))))
	}
	return lines
}

// firstOfPiece finds the first element of a lane's piece that is its best: each that is better than all before it.
func (b *block) firstOfPiece(e network.WinnerOfPiece) []string {
	first := b.slot(e.At, warpSize)
	lines := []string{fmt.Sprintf("first = %s;", first)}
	for i := 1; i < len(e.Of); i++ {
		x, best := b.element(e.Of[i]), b.element(e.Bests[i-1])
		if b.spec.Op == spec.ArgMax {
			x, best = best, x
		}
		lines = append(lines, fmt.Sprintf("first = %s;", x.less(best).choose(first.plus(number(i)), name("first"))))
	}
	return lines
}
