package ir

// Stmt is a statement. Each kind is one type here; exec in run.go is what a thread does.
type Stmt interface{ stmt() }

// The statements.
type (
	// Step begins a paragraph, up to the next Step or the end of the region: the title is for a reader.
	Step struct{ Title string }
	// Remark is for a reader.
	Remark struct{ Text string }
	// Let defines a local, or memory that the threads of the block share, which has no value yet. It lives to the end
	// of the region that it stands in.
	Let struct {
		Var    *Var
		Value  *Expr  // nil: nothing is stored yet
		Beside bool   // in one declaration with the Let before it
		Fixed  bool   // a constant of the program
		Note   string // for a reader, why
	}
	// Set stores a value in a local, an element or a word.
	Set struct {
		To, Value Expr
		Beside    bool // in one statement with the Set before it
	}
	// Do calls a function, or copies values; nobody takes the result.
	Do struct{ Call Expr }
	// If defines locals, and runs a region if a condition holds, else the other one.
	If struct {
		Init       []Let
		Cond       Expr
		Then, Else []Stmt
		Note       string // for a reader, why
		Layout     Layout
	}
	// Variant runs a region on architectures from a compute capability on, times ten, and the other one on those before.
	// Each is the rest of the region that it stands in.
	Variant struct {
		From        int
		Then, Older []Stmt
	}
	// Scope runs a region.
	Scope struct{ Body []Stmt }
	// Switch runs the region of the case that a number is, if there is one.
	Switch struct {
		Of    Expr
		Cases [][]Stmt // from 0 on
	}
	// Parallel runs its body for ranges of numbers that make up those below N, From one on and before To: at the same
	// time where N has Least for each of several processors.
	Parallel struct {
		N, Least Expr
		From, To *Var
		Body     []Stmt
	}
	// For defines locals, and runs its body and then Next as long as a condition holds.
	For struct {
		Init   []Let
		While  Expr
		Next   []Set
		Body   []Stmt
		Unroll Unroll
		Braces bool // of a single statement too
	}
	// Each runs its body for each value of a slice, which a local holds.
	Each struct {
		Var  *Var
		Of   Expr
		Body []Stmt
	}
	// DoWhile runs its body, and again as long as a condition holds.
	DoWhile struct {
		Body  []Stmt
		While Expr
	}
	// Return ends the function, in the kernel the thread.
	Return struct {
		Value *Expr
		Lines bool // each word of a vector in a line of its own
	}
	// Trap ends the launch with an error.
	Trap struct{ Why string }

	// Barrier waits until all threads of the block are there that have not ended. All threads see their earlier
	// stores.
	Barrier struct{}
	// Load loads words that follow each other in global memory, all at once; the address is a multiple of their size.
	Load struct {
		To    []Expr
		From  Expr
		Order Order
	}
	// Store stores words likewise.
	Store struct {
		To    Expr
		Words []Expr
		Order Order
	}
	// AtomicAdd adds to an integer in global memory at once, and stores what it was. It is relaxed, in the scope of the
	// GPU.
	AtomicAdd struct{ Old, At, By Expr }
	// Instruct is an instruction of a table, which stores words in places.
	Instruct struct {
		Of      *Instruction
		To, Use []Expr
	}
)

// Compound is the operator and the operand of a Set that changes what it stores in, as x += 1 does; ok is false where
// languages have no such assignment.
func (s Set) Compound() (o Op, by Expr, ok bool) {
	switch n := s.Value.Node().(type) {
	case Binary:
		o, by, ok = n.Op, n.B, !operators[n.Op].compares && n.Op != Min && n.Op != Max && n.A.String() == s.To.String()
	case Offset:
		o, by, ok = Add, n.By, !n.Back && n.From.String() == s.To.String()
	}
	return o, by, ok
}

// Layout is where the single statement of an [If] stands.
type Layout uint8

// The layouts.
const (
	OwnLine Layout = iota
	OneLine
	Braces
	Chained // all alternatives, of single statements each, without braces; or, as the only statement of Else, beside it
	ElseIf  // the same as the only statement of Else, all alternatives in braces
)

// Order is what an access of global memory promises.
type Order uint8

// The orders.
const (
	// Relaxed: at once, for the threads of all blocks. It orders no other access.
	Relaxed Order = iota
	// Streaming: no other thread accesses it in the launch; the value is not used again soon.
	Streaming
	// Constant: no thread writes it in the launch, and the value is not used again soon.
	Constant
)

// Unroll tells the compiler whether to unroll a loop.
type Unroll uint8

// The choices.
const (
	AsCompiled Unroll = iota
	Unrolled          // the number of rounds is known
	Rolled
)

func (Step) stmt()      {}
func (Remark) stmt()    {}
func (Let) stmt()       {}
func (Set) stmt()       {}
func (Do) stmt()        {}
func (If) stmt()        {}
func (Scope) stmt()     {}
func (Switch) stmt()    {}
func (Parallel) stmt()  {}
func (For) stmt()       {}
func (Each) stmt()      {}
func (DoWhile) stmt()   {}
func (Return) stmt()    {}
func (Trap) stmt()      {}
func (Barrier) stmt()   {}
func (Load) stmt()      {}
func (Store) stmt()     {}
func (AtomicAdd) stmt() {}
func (Variant) stmt()   {}
func (Instruct) stmt()  {}
