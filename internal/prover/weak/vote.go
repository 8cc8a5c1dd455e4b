package weak

// A vote is one of the threads of a warp, which all wait for it. Where what they ask is known, so is the answer.

// votes is how the instructions begin that ask whether any thread of a warp has a bit.
const votes = "vote.sync.any.pred"

// votes answers the votes that threads wait at, of which every warp with one has all.
func (b *block) votes() error {
	for first := 0; first < len(b.threads); first += 32 {
		warp := b.threads[first:min(first+32, len(b.threads))]
		at := -1
		for _, t := range warp {
			if t.state == voting {
				at = t.pc
			}
		}
		if at < 0 {
			continue
		}
		in := &b.program.code[at]
		answer, asked := constant(0), data(0)
		for _, t := range warp {
			if t.state != voting || t.pc != at {
				return faultAt(in.Line, "%s, at which thread %d does not arrive", in.Opcode(), t.id)
			}
			if mask, known := t.value(in.args[2], 32).number(32); !known || mask != 0xffffffff {
				return faultAt(in.Line, "%s: want a vote of the whole warp", in.Opcode())
			}
			q := t.value(in.args[1], 1)
			asked.chunks |= q.chunks
			answer = bitwise["or"](answer, q)
		}
		if _, known := answer.number(1); !known {
			answer = asked
		}
		for _, t := range warp {
			t.set(in.args[0], answer, 1)
			t.state, t.last.valid = running, false
			t.pc++
		}
	}
	return nil
}
