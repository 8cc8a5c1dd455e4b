package spec

// Goal is what a function is built for where latency and throughput want different networks. It
// changes the instructions of a CUDA function, never its results, and nothing in Go.
type Goal uint8

// The goals.
const (
	ForBoth       Goal = iota // the greater product of what each is of its best
	ForLatency                // one block's chain of calls
	ForThroughput             // many blocks at once
)

var goalTable = [...]string{ForBoth: "both", ForLatency: "latency", ForThroughput: "throughput"}

// Goals lists every goal.
func Goals() []Goal { return enum[Goal](len(goalTable)) }

// String is the name that -for takes.
func (g Goal) String() string { return nameIn(goalTable[:], int(g), "no goal") }

// HasGoal reports whether p takes -for.
func (p Pattern) HasGoal() bool { return p == BlockReduce }

func (s Spec) validateGoal(wrong report) {
	if int(s.For) >= len(goalTable) {
		wrong("for", int(s.For), "want one of %s", oneOf(Goals()))
	}
}
