package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// printer prints the steps of one function of a network.
type printer struct {
	*problem
	net   *network.Network
	spec  spec.Spec
	shape spec.Shape
	on    arches
	elem  ctype // of the caller's elements

	ctype    ctype     // of what is combined: the same, or an encoding of it
	combined spec.Spec // the spec of what is combined
	op       binary
	identity expr

	at         *position
	scope      *scope
	conditions *conditions
	registers  registers
	packed     *packedOps
	winner     *winner    // of an op that gives a lane
	encoded    *encoded   // of an op that orders elements by an encoding
	sorting    *sorting   // of a sort
	composite  *composite // of elements that are no scalars
	floatKeys  *floatKeys // of a block of floats that the hardware combines

	names   map[*network.Node]expr // locals
	made    int                    // locals so far
	beside  int                    // of the last shuffle: the number of its local, from 1 on
	loaded  expr                   // what was loaded from shared memory last
	threads func() expr            // the mask of the threads that take part in a shuffle

	combines     bool   // the op is used
	opHelper     string // the function that the op is, if it is one
	usesIdentity bool   // which is a local
	grouped      bool   // members that have the lane's key are counted
	usesRest     bool   // of a distance of the caller, which is a local

	sourceLocal, sourceValue expr     // of a distance of the caller: the lane that is read
	helpers                  []string // that steps call
}

// newPrinter is a printer of n for architectures.
func newPrinter(n *network.Network, on arches) *printer {
	s, shape, problem := n.Spec, n.Spec.Shape(), &problem{}
	p := &printer{
		problem: problem, net: n, spec: s, shape: shape, on: on,
		elem: ctypes[s.Type], ctype: ctypes[s.Type], combined: s,
		at:    &position{problem: problem, width: s.Width, count: shape.Lanes},
		scope: newScope(shape), names: map[*network.Node]expr{},
		threads: func() expr { return everyone },
	}
	p.packed = &packedOps{problem: problem, spec: s, on: on}
	if shape.Level == spec.BlockLevel {
		p.at.block, p.at.width = true, warpSize
	}
	if s.Mask == spec.Active {
		p.threads = func() expr { return p.scope.param(spec.MaskRole) }
	}
	p.composes()
	p.conditions = newConditions(p)
	by, integers, ok := s.Encoded()
	switch {
	case shape.HasIndex():
		p.winner = newWinner(p)
	case ok:
		p.encoded = newEncoded(p, by, integers)
	case s.Pattern.Sorts():
		p.sorting = newSorting(p)
	case s.Op == spec.User:
		p.op, p.identity = calling(userOpName(p.shared(s))), call(userIdentityName(s))
	case s.Pattern.Reduces():
		p.op, p.opHelper = p.operation(p.shared(s))
		p.identity = identity(s, problem)
		p.floatKeys = newFloatKeys(p)
	}
	return p
}

// shared is s under the name from which those of helpers are made.
func (p *printer) shared(s spec.Spec) spec.Spec {
	if p.net.Kernel != "" {
		s.Name = p.net.Kernel
	}
	return s
}

// compares prepares the printer of a function that compares elements, and returns the spec of the compared values:
// integers of 32 or 64 bits. op prefers the first.
func (p *printer) compares(op spec.Op) (order spec.Spec) {
	order = p.spec
	order.Op, order.Name = op, p.spec.FileName()
	if p.spec.Type.Class() == spec.Float {
		order.Type = map[int]spec.Type{16: spec.Int16, 32: spec.Int32, 64: spec.Int64}[p.spec.Type.Bits()]
	}
	p.identity = identity(order, p.problem)
	if order.Type.Bits() < spec.RegisterBits { // a register holds no less, and so nothing is converted on the way
		order.Type = map[spec.Class]spec.Type{spec.Signed: spec.Int32, spec.Unsigned: spec.Uint32}[order.Type.Class()]
	}
	p.combined, p.ctype = order, ctypes[order.Type]
	return order
}

// operation is the op of s, and the function that it is, if any.
func (p *printer) operation(s spec.Spec) (binary, string) {
	op, helper, err := operation(s, p.on)
	if err != nil {
		p.report("%w", err)
	}
	return op, helper
}

// steps are the steps of a function of these parameters.
func (p *printer) steps(ps params) []step {
	var steps []step
	if p.shape.Level == spec.BlockLevel {
		steps = newBlock(p).steps()
	} else {
		steps = p.warpSteps()
	}
	steps = append(p.mapStep(), steps...)
	if unused := p.scope.unused(ps); unused != nil {
		steps = append([]step{{Title: "Nothing depends on what is left out here.", Lines: unused}}, steps...)
	}
	return steps
}

// warpSteps are the steps of a function that one warp calls, each after those that define
// what it uses.
func (p *printer) warpSteps() []step {
	var steps []step
	for _, s := range p.net.Steps {
		if lines := p.lines(s.Nodes); lines != nil {
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	last := p.result()
	first := p.registers.steps(p)
	if p.sorting != nil && !p.shape.Array() {
		first = p.sorting.steps(p)
	}
	if p.winner != nil {
		first = p.winner.steps(p)
	} else if p.encoded != nil {
		first = append(first, p.encoded.steps(p)...)
	}
	steps = slices.Concat(first, p.givenSteps(), p.groupSteps(), steps)
	if last.Lines != nil {
		steps = append(steps, last)
	}
	steps = append(p.membersStep(), p.withIdentity(steps)...)
	if lines := p.at.lines(); lines != nil {
		where := "The lane, by its number in the warp."
		if p.at.usesPos || p.at.usesBase {
			where = "The lane, by its number in the warp and its place in its segment."
		}
		steps = append([]step{{Title: where, Lines: lines}}, steps...)
	}
	return steps
}

// lines are the statements of nodes. Conditions, inputs and identities stand
// where they are used.
func (p *printer) lines(nodes []*network.Node) []string {
	var lines []string
	for _, n := range nodes {
		if n.Name != "" {
			lines = append(lines, p.conditions.named(n)...)
			continue
		}
		if e, ok := n.Expr.(network.Select); ok && p.sorting != nil && (keepsElse(e) || p.sorting.asksLane(p, n)) {
			continue // see [sorting.decoded]
		}
		if p.sorting != nil && p.sorting.beside != nil {
			lines = append(lines, p.sorting.beside.lines(p, n)...)
			continue
		}
		if stored, ok := p.memoryLines(n); ok {
			lines = append(lines, stored...)
			continue
		}
		if e, ok := n.Expr.(network.Join); ok {
			_, both := p.both(e)
			lines = append(lines, both)
		}
		e := p.expression(n)
		if e.none() {
			continue
		}
		local := fmt.Sprintf("x%d", p.made)
		switch e := n.Expr.(type) {
		case network.LoadLeft:
			local = fmt.Sprintf("left%d", e.Slot)
		case network.Load:
			local = fmt.Sprintf("%s%d", map[bool]string{true: "part", false: "warp"}[p.shape.Array()], e.Slot)
		case network.Shuffle, network.ShuffleBy, network.Fetch:
			if p.beside == p.made+1 {
				p.made++
			}
			local, p.beside = fmt.Sprintf("from%d", p.made), p.made+1
			if p.shape.Array() { // several may follow each other
				p.made++
			}
		default:
			p.made++
		}
		p.names[n] = name(local)
		typ := p.ctype.name
		if n.Packed {
			typ = packedType
		}
		if _, decoded := n.Expr.(network.FromRank); decoded && p.sorting.half == 0 {
			typ = p.elem.name
		}
		lines = append(lines, fmt.Sprintf("%s %s = %s;", typ, local, e))
	}
	return lines
}

// expression is the value of a node that gets a local.
func (p *printer) expression(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Fetch:
		return p.moved(e.X, func(x expr) expr { return p.at.fetch(p.threads(), x, p.conditions.slot(e.P)) })
	case network.Shuffle:
		move := func(x expr) expr { return p.at.shuffle(e.By, p.threads(), x) }
		if n.Packed {
			return move(p.element(e.X))
		}
		if p.sorting != nil {
			if x := p.sorting.fromHome(p, e); !x.none() {
				return x
			}
		}
		return p.moved(e.X, move)
	case network.ShuffleBy:
		return p.moved(e.X, func(x expr) expr { return p.shuffleBy(e.By, x) })
	case network.ReadIf:
		return p.readIf(e)
	case network.Pack:
		return p.packed.pack(p.elements(e.Of))
	case network.Unpack:
		return fieldOf(p.packed.spec.Type, p.element(e.X), e.At)
	case network.FieldAt:
		return p.fieldAt(p.element(e.X), e.Fields)
	case network.Permute:
		return p.packed.pick(e, p.element(e.A), p.element(e.B), p.conditions)
	case network.Select:
		if p.winner != nil && p.winner.encodes(n) {
			return p.winner.encoded(p)
		}
		if p.floatKeys != nil && n == p.floatKeys.mine {
			return expr{}
		}
		if p.composite != nil && p.clamps(e) {
			return p.element(e.Then)
		}
		c := p.conditions.of(e.If)
		if c.none() {
			return p.element(e.Then)
		}
		return p.choose(c, p.element(e.Then), p.element(e.Else))
	case network.Product:
		return p.product(e)
	case network.WarpReduce:
		return p.reduced(e)
	case network.Combine:
		return p.combine(n, e)
	case network.Join:
		return p.join(e)
	case network.Exchange:
		return p.sorting.exchange(p, e)
	case network.FromRank:
		return p.sorting.fromRank(p, e.X)
	case network.RankInGroup:
		return p.rankInGroup()
	case network.Load:
		return name("partial").entry(e.Slot)
	case network.LoadLeft:
		return name("left").entry(e.Slot)
	case network.LoadBefore:
		return before(e)
	case network.Input, network.Identity:
		return expr{}
	}
	if network.SortOf(n) == network.Element {
		p.report("unexpected node %T", n.Expr)
	}
	return expr{}
}

// moved is an element moved between lanes.
func (p *printer) moved(n *network.Node, move func(expr) expr) expr {
	return p.ctype.travel(p.element(n), move)
}

// choose is element a where the condition holds, else b.
func (p *printer) choose(when, a, b expr) expr {
	if p.composite == nil {
		return when.choose(a, b)
	}
	e, helper := p.composite.choose(when, a, b)
	p.calls(helper)
	return e
}

// calls notes functions that the code calls, each once.
func (p *printer) calls(helpers ...string) {
	for _, h := range helpers {
		if !slices.Contains(p.helpers, h) {
			p.helpers = append(p.helpers, h)
		}
	}
}

// element is an element: a local, an input or the identity.
func (p *printer) element(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Input:
		switch {
		case p.shape.Array():
			return p.registers.of(e.Register)
		case p.winner != nil && p.winner.encoding != "":
			return encodedInput
		case p.sorting != nil && (p.sorting.encoding != "" || p.sorting.half > 0):
			p.sorting.used = true
			return encodedInput
		case p.encoded != nil:
			p.encoded.used = true
			return encodedInput
		case p.floatKeys != nil:
			return encodedInput
		}
		return p.scope.param(spec.ElementRole)
	case network.Identity:
		p.usesIdentity = p.usesIdentity || isIdentityLocal(p.combined) && p.spec.Op != spec.User
		return p.identity
	}
	local, ok := p.names[n]
	if !ok {
		p.report("node %d has no local", n.ID)
	}
	return local
}

func (p *printer) elements(nodes []*network.Node) []expr {
	all := make([]expr, len(nodes))
	for i, n := range nodes {
		all[i] = p.element(n)
	}
	return all
}

// result ends the function. Lanes that no segment holds keep their value.
func (p *printer) result() step {
	if p.shape.Array() {
		return p.registers.results(p)
	}
	var lines []string
	if p.shape.HasPred() {
		ok := p.conditions.of(p.net.Pred())
		if ok.none() {
			ok = name("true")
		}
		lines = append(lines, fmt.Sprintf("*%s = %s;", p.scope.param(spec.PredRole), ok))
	}
	if p.winner != nil {
		return p.winner.result(p)
	}
	lines = append(lines, p.counts()...)
	if p.sorting != nil {
		lines = append(lines, p.sorting.from(p)...)
	}
	value, title := p.decoded(p.net.Result()), "The result."
	if p.spec.Map == nil && !staysPast(p.net.Result()) && p.at.count%p.at.width > 0 {
		title = "The result; lanes past the last segment keep their value."
		value = p.inSegments(value, p.scope.param(spec.ElementRole))
	}
	return step{Title: title, Lines: append(lines, fmt.Sprintf("return %s;", value))}
}

// inSegments is a in the lanes of segments, b past the last one.
func (p *printer) inSegments(a, b expr) expr {
	if rest := p.at.count % p.at.width; rest > 0 {
		return p.choose(p.at.lane().less(number(p.at.count-rest)), a, b)
	}
	return a
}
