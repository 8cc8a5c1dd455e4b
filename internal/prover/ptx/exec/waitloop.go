package exec

// The lanes of a warp may wait together: in each round of a loop those that want words read theirs, and a vote of the
// warp ends the loop where all words are there. A word that is not there is 0. In a round that does not end the loop
// some lane misses a word; what the others have read may be there or not. So one execution of the loop stands for every
// number of rounds and for every way in which words come:
//
//   - round k, for k below 4, misses the reads of a lane that missed[k] names, and the vote gives no whatever lanes
//     say. A lane that misses a read has to say no. Then the lane goes on in a state J, which holds what is the same
//     before its first read of rounds 0 to 4; all else is undefined. For a lane that reads nothing it is the part
//     that is the same before the vote;
//   - rounds 4 to 7 do the same from J, and have to leave states that hold what J holds. By induction so does every
//     round: between two votes a lane does nothing that others see, so its state depends on what it has read alone;
//   - in round 8, from J, every word is there, and the vote has to give yes.
//
// The code after the loop is executed from J, which is also the state before round 0: the loop may end at once.
type turns struct {
	state waiting // before the first read, or the vote
	round int     // under way; of a lane outside of such a loop 0
	reads int     // in this round so far
	wants bool    // the lane reads something in each round
	did   bool    // the thread has done since the last vote what others may see
}

// missed are the reads that lanes miss in a round, a bit each: both, the first, the second, none.
var missed = [...]uint{3, 1, 2, 0}

const (
	turnsJoined = len(missed)
	turnsLast   = 2 * len(missed)
	mostReads   = 2 // of a lane in a round
)

// begins takes in the state of a lane where a round begins.
func (t *thread) begins() {
	turn := &t.turns
	if turn.did {
		stop("does what others see in a round of a wait")
	}
	switch {
	case turn.round == 0:
		turn.state = waiting{pc: t.pc, regs: append([]Cell(nil), t.regs...), local: copyMemory(t.local)}
		return
	case turn.state.pc != t.pc:
		stop("a wait with different rounds")
	case turn.round <= turnsJoined:
		turn.state.undefine(t)
	case !turn.state.holds(t):
		stop("what a wait leaves depends on how often it reads")
	}
	if turn.round >= turnsJoined {
		turn.state.restore(t)
	}
}

// takesTurns executes a read before a vote, which sees that the word is there or not.
func (t *thread) takesTurns(a *Met) (there bool) {
	turn := &t.turns
	if turn.reads == 0 {
		if turn.round == 0 {
			turn.did = false
		}
		t.begins()
		turn.wants = true
	}
	if turn.reads == mostReads {
		stop("a wait for more than %d words at once", mostReads)
	}
	there = turn.round == turnsLast || missed[turn.round%len(missed)]>>turn.reads&1 == 0
	turn.reads++
	a.Together, a.Again = true, turn.round == turnsLast
	return there
}

// turn is the vote of a round, if some lane of the warp has read in it. It reports whether it has filled the results:
// else it is a vote as any other.
func (m *Machine) turn(in *instr, group [warpSize]*thread, results *[warpSize][2]Cell) bool {
	round := -1
	for _, t := range group {
		if t == nil || t.turns.reads == 0 {
			continue
		}
		if m.at = t; round >= 0 && round != t.turns.round {
			stop("a wait with different rounds")
		}
		round = t.turns.round
	}
	if round < 0 {
		return false
	}
	for _, t := range group {
		if t == nil {
			continue
		}
		turn := &t.turns
		if m.at = t; turn.did && (turn.reads > 0 || round > 0) {
			stop("does what others see in a round of a wait")
		}
		if turn.reads == 0 {
			if turn.wants || turn.round != round && round > 0 {
				stop("a wait with different rounds")
			}
			turn.did = false
			t.begins()
		} else if misses := missed[round%len(missed)] & (1<<turn.reads - 1); round < turnsLast && misses != 0 {
			t.says(in, 0)
		} else if round == turnsLast {
			t.says(in, 1)
		}
	}
	for _, t := range group {
		if t == nil {
			continue
		}
		m.at = t
		if round == turnsLast {
			t.says(in, 1)
			t.turns = turns{}
			continue
		}
		t.turns.round, t.turns.reads, t.turns.did = round+1, 0, false
	}
	if round == turnsLast {
		return false
	}
	for i := range results {
		results[i][0] = Cell{m.zero, m.one}
	}
	return true
}

// says wants what the thread says in a vote.
func (t *thread) says(in *instr, bit uint64) {
	p := t.read(in.args[1], 1)
	x, known := t.m.Dom.Known(p.V)
	if def, ok := t.m.Dom.Known(p.Def); !known || x != bit || !ok || def != 1 {
		stop("ends a wait for what is not there, or goes on though all is there")
	}
}

// votes reports whether every way from a read leads to a vote of all lanes before anything else that threads do
// together, and before the same read.
func (p *Program) votes(read int) bool {
	return p.voted.Once(read, func() bool {
		return p.onWays([]int{read + 1}, func(pc int) (is, on bool) {
			if pc == read || pc == len(p.instrs) {
				return false, false
			}
			switch in := &p.instrs[pc]; {
			case in.form.name == "vote":
				return in.guard < 0 && in.mods[1] == "all", false
			case in.form.sync != noSync && in.form.sync != jump, in.form.name == "trap" || in.form.name == "exit":
				return false, false
			}
			return true, true
		})
	})
}
