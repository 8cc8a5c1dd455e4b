package weak

import "github.com/shflgen/shflgen/spec"

// The threads of a warp meet at a vote or at a barrier of the warp, and wait there for each other. The result of a
// vote is known if its operands are. A barrier orders what they do in the memory of the block (PTX ISA,
// "bar.warp.sync").

// Votes ask whether any thread of a warp has a bit, or all have.
const (
	voteAny = "vote.sync.any.pred"
	voteAll = "vote.sync.all.pred"
)

// isVote reports whether an instruction is one of these.
func isVote(opcode string) bool { return opcode == voteAny || opcode == voteAll }

// warpBarrier is the instruction by which threads of a warp wait for each other.
const warpBarrier = "bar.warp.sync"

const warpSize = spec.WarpSize

// meet lets the threads go on that wait for their warp: all of a warp are at one instruction.
func (b *block) meet() error {
	for first := 0; first < len(b.threads); first += warpSize {
		warp := b.threads[first:min(first+warpSize, len(b.threads))]
		at := -1
		for _, t := range warp {
			if t.state == meeting {
				at = t.pc
			}
		}
		if at < 0 {
			continue
		}
		in := &b.program.code[at]
		members := in.args[len(in.args)-1]
		for _, t := range warp {
			if t.state != meeting || t.pc != at {
				return faultAt(in.Line, "%s, at which thread %d does not arrive", in.Opcode(), t.id)
			}
			if mask, known := t.value(members, 32).number(32); !known || mask != 0xffffffff {
				return faultAt(in.Line, "%s: want the whole warp", in.Opcode())
			}
		}
		again := false
		if in.Opcode() == warpBarrier {
			b.order(first / warpSize)
		} else {
			yes, known := vote(in, warp).number(1)
			again = in.Opcode() == voteAll && known && yes == 0
		}
		for _, t := range warp {
			t.state = running
		}
		if !again {
			goesOn(warp)
		} else if err := b.waits(warp, in); err != nil {
			return err
		}
		for _, t := range warp {
			t.pc++
		}
	}
	return nil
}

// vote gives the threads of a warp the answer.
func vote(in *instr, warp []*thread) value {
	op, answer, asked := "or", constant(0), data(0)
	if in.Opcode() == voteAll {
		op, answer = "and", constant(1)
	}
	for _, t := range warp {
		q := t.value(in.args[1], 1)
		asked.chunks |= q.chunks
		answer = bitwise[op](answer, q)
	}
	if _, known := answer.number(1); !known {
		answer = asked
	}
	for _, t := range warp {
		t.set(in.args[0], answer, 1)
	}
	return answer
}
