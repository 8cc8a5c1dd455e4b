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

	identityOf *spec.Spec // the op's identity is a local, as a value of the type; nil: it is none
	at         *position
	scope      *scope
	conditions *conditions
	registers  registers
	packed     *packedOps
	coding     coding     // of keys
	beside     *beside    // of a sort with slots beside its keys
	composite  *composite // of elements that are no scalars

	ops     map[spec.Op]binary     // that nodes combine by
	names   map[*network.Node]expr // locals
	made    int                    // locals so far
	sent    int                    // of the last shuffle: the number of its local, from 1 on
	loaded  expr                   // what was loaded from shared memory last
	threads func() expr            // the mask of the threads that take part in a shuffle

	combines bool   // the op is used
	opHelper string // the function that the op is, if it is one
	grouped  bool   // members that have the lane's key are counted
	usesRest bool   // of a distance of the caller, which is a local

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
		scope: newScope(shape), names: map[*network.Node]expr{}, ops: map[spec.Op]binary{},
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
	switch {
	case n.Keys != nil:
		p.holdsKeys(n.Keys)
		if n.Keys.Beside {
			p.beside = &beside{slots: map[*network.Node]expr{}, first: map[[2]*network.Node]expr{}, none: number(s.NoSlot())}
		}
		return p
	case s.Pattern.Sorts(): // of one element
		p.combined.Op = s.Best()
		p.identity = identity(p.combined, p.problem)
	case s.Op == spec.User:
		p.op, p.identity = calling(userOpName(p.shared(s))), call(userIdentityName(s))
	case s.Pattern.Reduces() && !shape.HasIndex():
		p.op, p.opHelper = p.operation(p.shared(s))
		p.identity = identity(s, problem)
	}
	p.ops[s.Op] = p.op
	return p
}

// shared is s under the name from which those of helpers are made.
func (p *printer) shared(s spec.Spec) spec.Spec {
	if p.net.Kernel != "" {
		s.Name = p.net.Kernel
	}
	return s
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

// ofNetwork are the steps of the network.
func (p *printer) ofNetwork() (steps []step) {
	for _, s := range p.net.Steps {
		if lines := p.lines(s.Nodes); lines != nil {
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	return steps
}

// warpSteps are the steps of a function that one warp calls, each after those that define
// what it uses.
func (p *printer) warpSteps() []step {
	steps, last := p.ofNetwork(), p.result()
	if p.spec.Pattern.Sorts() && p.coding.encode != "" {
		p.calls(p.coding.encode)
	}
	steps = slices.Concat(p.registers.steps(p), p.givenSteps(), p.groupSteps(), steps)
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
	var lines, registers []string
	for _, n := range nodes {
		if n.Name != "" {
			lines = append(lines, p.conditions.named(n)...)
			continue
		}
		switch n.Expr.(type) {
		case network.Input, network.Identity, network.Decode, network.Keep, network.AtLane: // stand where they are used
			continue
		}
		if e, ok := n.Expr.(network.Encode); ok && e.If == nil || ok && e.Else != nil {
			switch {
			case p.shape.Array():
				local := fmt.Sprintf("v%d", e.X.Expr.(network.Input).Register)
				registers = append(registers, fmt.Sprintf("%s = %s", local, p.key(e)))
				p.names[n] = name(local)
			case !p.inline(e):
				p.names[n] = encodedInput
				lines = append(lines, fmt.Sprintf("%s %s = %s;", p.ctype.name, encodedInput, p.key(e)))
			}
			continue
		}
		if p.beside != nil {
			lines = append(lines, p.beside.lines(p, n)...)
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
		switch n.Expr.(type) {
		case network.Shuffle, network.Fetch:
			if p.sent == p.made+1 {
				p.made++
			}
			local, p.sent = fmt.Sprintf("from%d", p.made), p.made+1
			if p.shape.Array() { // several may follow each other
				p.made++
			}
		default:
			p.made++
		}
		p.names[n] = name(local)
		typ := p.typeOf(n).name
		if n.Packed {
			typ = packedType
		}
		lines = append(lines, fmt.Sprintf("%s %s = %s;", typ, local, e))
	}
	return append(p.declared(registers), lines...)
}

// typeOf is the type of a node: of a key, or of an element.
func (p *printer) typeOf(n *network.Node) ctype {
	if n.Key || !p.net.HoldsKeys() {
		return p.ctype
	}
	return p.elem
}

// expression is the value of a node that gets a local.
func (p *printer) expression(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Fetch:
		return p.moved(e.X, func(x expr) expr { return p.at.fetch(p.threads(), x, p.conditions.slot(e.P)) })
	case network.Shuffle:
		move := func(x expr) expr { return p.shuffle(e.By, x) }
		if n.Packed {
			return move(p.element(e.X))
		}
		if x := p.fromHome(e); !x.none() {
			return x
		}
		return p.moved(e.X, move)
	case network.ReadIf:
		return p.readIf(e)
	case network.Pack:
		return p.packed.pack(p.elements(e.Of))
	case network.Unpack:
		return fieldOf(p.packed.spec.Type, p.element(e.X), e.At)
	case network.FieldAt:
		return ofWord(p.spec.Type, p.element(e.X).shr(p.at.shift(e.Fields, p.spec.Type.Bits())), packedType)
	case network.Permute:
		return p.packed.pick(e, p.element(e.A), p.element(e.B), p.conditions)
	case network.Select:
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
		return p.exchange(e)
	case network.FromRank:
		source := p.at.rank(p.scope.param(spec.MaskRole))
		return p.moved(e.X, func(x expr) expr { return fetch(p.threads(), x, source) })
	case network.Encode:
		return p.key(e)
	case network.RankInGroup:
		return p.rankInGroup()
	}
	if network.SortOf(n) == network.Element {
		p.report("unexpected node %T", n.Expr)
	}
	return expr{}
}

// moved is an element moved between lanes.
func (p *printer) moved(n *network.Node, move func(expr) expr) expr {
	return p.typeOf(n).travel(p.element(n), move)
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

// element is an element: a local, or what stands where it is used.
func (p *printer) element(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Input:
		switch {
		case !p.shape.Array():
			return p.scope.param(spec.ElementRole)
		case p.net.HoldsKeys():
			return p.scope.param(spec.ElementRole).entry(e.Register)
		}
		return p.registers.of(e.Register)
	case network.Identity:
		return p.nothing(n)
	case network.Encode:
		if p.inline(e) && e.If == nil {
			return p.element(e.X)
		}
	case network.Decode:
		return p.decode(p.element(e.X))
	case network.Keep:
		return p.conditions.of(e.If).choose(p.element(e.X), p.element(e.Own))
	case network.AtLane:
		return call("__shfl_sync", p.threads(), p.element(e.X), name("first"))
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
	if p.shape.HasIndex() {
		return p.winner()
	}
	lines = slices.Concat(lines, p.counts(), p.from())
	value, title := p.element(p.net.Result()), "The result."
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
