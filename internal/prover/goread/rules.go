package goread

// Rule is an equation that the reader uses on what a line of emitted Go says, before its terms are built. It holds for
// words of every width; the tests prove it on all words of 4 and of 8 bits, and refute a false claim beside it.
type Rule struct {
	Name string
	Text string // Left = Right, where When holds

	// Both sides, the condition and the sibling, on words of w bits.
	Left, Right, Wrong func(w int, x, y, m uint64) uint64
	When               func(w int, m uint64) bool
}

// ones is a word of w ones.
func ones(w int) uint64 { return 1<<w - 1 }

// choice is the rule that [run.maskedChoice] applies.
const choice = "masked choice"

// Rules are the rules, one row each.
var Rules = []Rule{
	{
		Name:  choice,
		Text:  "x&m | y&^m = m == 0 ? y : x, where m is all ones or zero",
		Left:  func(w int, x, y, m uint64) uint64 { return (x&m | y&^m) & ones(w) },
		Right: func(_ int, x, y, m uint64) uint64 { return pick(m, x, y) },
		Wrong: func(_ int, x, y, m uint64) uint64 { return pick(m, y, x) },
		When:  func(w int, m uint64) bool { return m == 0 || m == ones(w) },
	},
	{
		Name:  "spread bit",
		Text:  "-(m&1) = m&1 == 0 ? 0 : all ones",
		Left:  func(w int, _, _, m uint64) uint64 { return -(m & 1) & ones(w) },
		Right: func(w int, _, _, m uint64) uint64 { return pick(m&1, ones(w), 0) },
		Wrong: func(w int, _, _, m uint64) uint64 { return pick(m&1, ones(w)>>1, 0) },
		When:  func(int, uint64) bool { return true },
	},
	{
		Name:  "masked word",
		Text:  "x&m = m == 0 ? 0 : x, where m is all ones or zero",
		Left:  func(_ int, x, _, m uint64) uint64 { return x & m },
		Right: func(_ int, x, _, m uint64) uint64 { return pick(m, x, 0) },
		Wrong: func(_ int, x, y, m uint64) uint64 { return pick(m, x, y) },
		When:  func(w int, m uint64) bool { return m == 0 || m == ones(w) },
	},
	{
		Name:  "word or ones",
		Text:  "x | ^m = m == 0 ? all ones : x, where m is all ones or zero",
		Left:  func(w int, x, _, m uint64) uint64 { return (x | ^m) & ones(w) },
		Right: func(w int, x, _, m uint64) uint64 { return pick(m, x, ones(w)) },
		Wrong: func(_ int, x, _, m uint64) uint64 { return pick(m, x, 0) },
		When:  func(w int, m uint64) bool { return m == 0 || m == ones(w) },
	},
}

func pick(c, x, y uint64) uint64 {
	if c == 0 {
		return y
	}
	return x
}
