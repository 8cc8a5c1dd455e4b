package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// OneOf tells which of some bits is 1, if exactly one is: those bits that ask whether the winner has their number, and
// no two have one. The winner is one of them by the law of kFirst. It gives the winner's number, in the one form that
// winners have; the bits that may be it, by number; and the numbers.
func (d *Domain) OneOf(bits []bv.Value) (number bv.Value, which []int, numbers []uint64, ok bool) {
	var winner *Term
	asks := map[uint64]int{}
	for i, b := range bits {
		t := b.(*Term)
		if t.kind != kCmp || t.op != intOp(bv.Eq) {
			return nil, nil, nil, false
		}
		of, n := t.args[0], t.args[1]
		if _, known := of.known(); known {
			of, n = n, of
		}
		x, known := n.known()
		if _, twice := asks[x]; !known || twice || winner != nil && of != winner {
			return nil, nil, nil, false
		}
		winner, asks[x] = of, i
	}
	first := d.firstOf(winner)
	if first == nil {
		return nil, nil, nil, false
	}
	for i, b := range first.args {
		if b.is(0) {
			continue
		}
		bit, asked := asks[uint64(i)]
		if !asked {
			return nil, nil, nil, false
		}
		which, numbers = append(which, bit), append(numbers, uint64(i))
	}
	return first, which, numbers, true
}

// firstOf is the form of a winner's number that says among whom it is: nil if there may be no winner.
func (d *Domain) firstOf(winner *Term) *Term {
	if winner == nil {
		return nil
	}
	if winner.kind != kFirst {
		forms := d.byWinners(d.sext(winner, wordBits)) // where it has fewer bits: all of them are no winner's number
		if len(forms) == 0 {
			return nil
		}
		winner = d.by(forms[0].laws, forms[0].t)
	}
	if winner.kind != kFirst {
		return nil
	}
	if some, ok := d.someWins(winner.args); !ok || some != True {
		return nil
	}
	return winner
}

// Winner is the best of some keys, where i is the number of the first of them that is best: in an array with these
// keys of elements, element i has it. It is false where that is not seen.
func (d *Domain) Winner(i bv.Value, keys []bv.Value) (best bv.Value, ok bool) {
	for _, c := range d.allWinners(i.(*Term)) {
		if d.noneOf(c.best.in) == False && c.areOf(keys) {
			return d.by(lawsOf(Winners), c.best), true
		}
	}
	return nil, false
}

// areOf reports whether each key is the one of its number.
func (c *winning) areOf(keys []bv.Value) bool {
	for key, n := range c.numbers {
		if n >= uint64(len(keys)) || keys[n] != bv.Value(key) {
			return false
		}
	}
	return true
}
