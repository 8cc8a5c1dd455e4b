package exec

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// instr is an instruction ready to run.
type instr struct {
	parse.Place
	opcode  string
	form    *form
	mods    []string // one a slot of the form, "" for one left out
	types   []typ    // that mods name
	guard   int      // register of the predicate, -1 for none
	negated bool
	args    []arg
	target  int    // of a branch
	used    uint64 // of a load: [parse.Instr.Used]
	kind    string // of an access, see [instr.unsynchronised]

	loop  *swapLoop // of a compare-and-swap: the operation of the loop around it
	guess bool      // it loads what such a loop compares first, and nothing else sees
}

// Program is a kernel that has a row of the table for every instruction. The
// functions that it calls stand in it where they are called.
type Program struct {
	Kernel  *parse.Kernel
	File    string
	instrs  []instr
	widths  []int              // of the registers
	regions []*region          // variables and parameters
	params  []*region          // of the kernel, in order
	dynamic *region            // shared memory that a launch sizes; nil: none
	joins   []int              // by instruction, filled when first asked for
	voted   bv.Memo[int, bool] // by read: see votes
	met     bv.Memo[int, bool] // by branch: whether threads meet on its ways
	loose   loose

	slabs sync.Pool // registers of machines that are of no use

	unsynchronised bool // an access is: see [instr.unsynchronised]
	constants      []uint64

	kind   Kind
	bodies bool // functions of users are compiled into it
}

// Kind says what a kernel is executed for.
type Kind uint8

const (
	// Function is a kernel that calls a function: what that gives must not depend on which block calls it.
	Function Kind = iota
	// Rows is a kernel that a [Grid] executes by itself, so it may ask which block it is.
	Rows
	// Meeting is the same, and its blocks may ask how many there are, and meet in an [Exchange].
	Meeting
	// Standalone is a kernel that a launch of known size executes by itself, all blocks of it. Instructions that
	// approximate are functions of their operands, and products may be fused into sums: the domain has to allow for that.
	Standalone
)

// maxInstrs bounds a program with all its calls in place.
const maxInstrs = 1 << 18

// Load checks kernel k of m against the opcode table. Calls of functions that are known stay calls. The error is a
// *parse.Refusal: every instruction is checked, executed or not.
func Load(m *parse.Module, k *parse.Kernel, kind Kind, user ...*Known) (*Program, error) {
	p := &Program{Kernel: k, File: m.File, kind: kind}
	needs, err := needsOf(m)
	if err != nil {
		return nil, err
	}
	p.widths = append(p.widths, flagWidths...)
	l := &loader{p: p, m: m, user: user, needs: needs, static: map[*parse.Variable]*region{},
		names: map[*parse.Kernel]map[string]bool{}}
	f := l.frame(k)
	for _, v := range k.Params {
		r := l.region(v, "param")
		r.input = true
		f.vars[v.Name] = r
		p.params = append(p.params, r)
	}
	if err := l.body(f); err != nil {
		return nil, err
	}
	if err := p.limited(needs); err != nil {
		return nil, err
	}
	p.constants = constantsOf(p.instrs)
	if kind == Standalone {
		p.alignDynamic()
		if err := p.swapLoops(); err != nil {
			return nil, err
		}
		return p, p.withoutClusters()
	}
	return p, l.contracts()
}

// Shared are the names of the variables in shared memory of the kernel, and of what it calls.
func (p *Program) Shared() []string {
	var names []string
	for _, r := range p.regions {
		if r.space == "shared" {
			names = append(names, r.name)
		}
	}
	return names
}

// Threads is how many threads a block may have, as the kernel says; 0: it does not.
func (p *Program) Threads() int { return max(p.Kernel.MaxNTID, p.Kernel.ReqNTID) }

// MeetsBlock reports whether threads of more than a warp may meet, or share memory.
func (p *Program) MeetsBlock() bool {
	return len(p.Shared()) > 0 || slices.ContainsFunc(p.instrs, func(in instr) bool {
		return in.form.sync.meets() && in.form.sync != warpSync
	})
}

// Alone refuses a program with a thread that does not compute its results alone: one that reads its thread number,
// meets others or shares memory with them. One thread's run says nothing of others then.
func (p *Program) Alone() error {
	refuse := func(at parse.Place, what string) error {
		return parse.Refuse(p.File, at, "%s in a function of values, which gives the same to every thread", what)
	}
	for _, in := range p.instrs {
		if in.form.sync.meets() {
			return refuse(in.Place, in.opcode)
		}
		for _, a := range in.args {
			for _, a := range append([]arg{a}, a.parts...) {
				if a.kind == argSpecial {
					return refuse(in.Place, a.name)
				}
			}
		}
	}
	if names := p.Shared(); len(names) > 0 {
		return refuse(p.Kernel.Place, "shared memory "+names[0])
	}
	return nil
}

// MeetsCluster reports whether blocks may meet.
func (p *Program) MeetsCluster() bool {
	return slices.ContainsFunc(p.instrs, func(in instr) bool { return in.form.sync.ofCluster() })
}

// launched checks the bounds that the kernel sets itself against a launch. A block or a cluster of another
// size would not start.
func (p *Program) launched(l Launch) error {
	k, n := p.Kernel, l.ofBlock()
	switch {
	case k.ReqCluster != 0 && k.ReqCluster != l.blocks():
		return parse.Refuse(p.File, k.Place, "%s is for clusters of %d blocks (.reqnctapercluster), and is launched with %d",
			k.Name, k.ReqCluster, l.blocks())
	case k.ReqNTID != 0 && k.ReqNTID != n, k.MaxNTID != 0 && k.MaxNTID < n:
		return parse.Refuse(p.File, k.Place, "%s is for %d threads (.reqntid, .maxntid), and is launched with %d", k.Name,
			max(k.ReqNTID, k.MaxNTID), n)
	}
	return nil
}

// loader fills a program.
type loader struct {
	p      *Program
	m      *parse.Module
	needs  needs
	user   []*Known                          // functions that are not followed
	static map[*parse.Variable]*region       // shared memory: one for all calls
	names  map[*parse.Kernel]map[string]bool // see named
	stack  []*parse.Kernel                   // functions that are being put in place
	from   *parse.Position                   // of the call that is being put in place, or of one around it
}

// frame is a function where it is called: its own registers and variables.
type frame struct {
	k    *parse.Kernel
	regs map[string]int
	vars map[string]*region
}

// frame makes registers and variables for one call of k.
func (l *loader) frame(k *parse.Kernel) *frame {
	f := &frame{k, map[string]int{}, map[string]*region{}}
	// In a fixed order, which is that of the terms where threads meet again.
	for _, name := range slices.Sorted(maps.Keys(k.Regs)) {
		f.regs[name] = len(l.p.widths)
		l.p.widths = append(l.p.widths, parse.TypeBits(k.Regs[name]))
	}
	for _, v := range k.Local {
		f.vars[v.Name] = l.region(v, "local")
	}
	for _, v := range k.Passed {
		f.vars[v.Name] = l.region(v, "param")
	}
	for n, v := range slices.Concat(l.m.Shared, k.Shared) {
		if n < len(l.m.Shared) && !l.named(k)[v.Name] { // another function's: a module has those of all
			continue
		}
		switch {
		case l.static[v] != nil:
		case v.Dynamic:
			l.static[v] = l.dynamic(v)
		default:
			l.static[v] = l.region(v, "shared")
		}
		f.vars[v.Name] = l.static[v]
	}
	return f
}

// named are the names of variables and labels among the operands of a function. One that is not found here is refused
// where an instruction reads it.
func (l *loader) named(k *parse.Kernel) map[string]bool {
	if l.names[k] != nil {
		return l.names[k]
	}
	all := map[string]bool{}
	var add func(o parse.Operand)
	add = func(o parse.Operand) {
		switch o := o.(type) {
		case parse.Name:
			all[o.Name] = true
		case parse.Address:
			all[o.Base] = true
		case parse.Vector:
			for _, p := range o.Parts {
				add(p)
			}
		case parse.List:
			for _, p := range o.Parts {
				add(p)
			}
		}
	}
	for _, in := range k.Body {
		for _, o := range in.Operands {
			add(o)
		}
	}
	l.names[k] = all
	return all
}

func (l *loader) region(v *parse.Variable, space string) *region {
	r := &region{name: v.Name, space: space, size: v.Size, align: max(v.Align, 1), index: len(l.p.regions)}
	l.p.regions = append(l.p.regions, r)
	return r
}

// body puts the instructions of a function into the program.
func (l *loader) body(f *frame) error {
	start := len(l.p.instrs)
	at := make([]int, len(f.k.Body)+1) // where each instruction stands
	branches := map[int]int{}          // where a branch stands → the instruction it goes to
	for i, in := range f.k.Body {
		at[i] = len(l.p.instrs)
		if len(l.p.instrs) >= maxInstrs {
			return l.refuse(in, parse.Unsupported, "more than %d instructions, with all calls in place", maxInstrs)
		}
		if why := in.Unknown(); why != "" && in.Name != "mov" {
			return l.refuse(in, parse.Unsupported, "%s", why)
		}
		if in.Name == "call" {
			if err := l.call(f, in); err != nil {
				return err
			}
			continue
		}
		out, err := l.instr(f, in)
		if err != nil {
			return err
		}
		switch {
		case in.Name == "bra":
			branches[len(l.p.instrs)] = f.k.Labels[in.Operands[0].(parse.Name).Name]
		case in.Name == "ret" && len(l.stack) > 0: // to after the call
			out.form, out.args, out.mods = forms["bra"][0], nil, []string{""}
			branches[len(l.p.instrs)] = len(f.k.Body)
		}
		l.p.instrs = append(l.p.instrs, out)
	}
	at[len(f.k.Body)] = len(l.p.instrs)
	for b, to := range branches {
		l.p.instrs[b].target = at[to]
	}
	if last := len(l.p.instrs); len(l.stack) > 0 && last > start && !l.p.instrs[last-1].leaves() {
		return l.refuse(f.k.Body[len(f.k.Body)-1], parse.Malformed, "%s ends without ret", f.k.Name)
	}
	return nil
}

// leaves reports whether what follows the instruction is never executed after it.
func (in *instr) leaves() bool {
	return in.form.sync == jump && in.guard < 0 || in.form.name == "exit" || in.form.name == "trap"
}

// placeOf is the place of an instruction. An instruction of a function without a known position has the position of
// the call.
func (l *loader) placeOf(in *parse.Instr) parse.Place {
	at := in.Place
	if at.At == nil {
		at.At = l.from
	}
	return at
}

func (l *loader) refuse(in *parse.Instr, kind parse.Kind, format string, args ...any) error {
	return &parse.Refusal{File: l.p.File, Place: l.placeOf(in), Kind: kind, Why: fmt.Sprintf(format, args...)}
}

// instr checks one instruction, and resolves its operands.
func (l *loader) instr(f *frame, in *parse.Instr) (instr, error) {
	refuse := func(kind parse.Kind, format string, args ...any) (instr, error) {
		return instr{}, l.refuse(in, kind, format, args...)
	}
	out := instr{Place: l.placeOf(in), opcode: in.Opcode(), guard: -1, negated: in.Negated, target: -1, used: in.Used}
	if in.Guard != "" {
		r, ok := f.regs[in.Guard]
		if !ok || l.p.widths[r] != 1 {
			return refuse(parse.Malformed, "%s is no predicate", in.Guard)
		}
		out.guard = r
	}
	if in.Name == "bra" {
		ok := len(in.Operands) == 1
		if ok {
			n, named := in.Operands[0].(parse.Name)
			_, label := f.k.Labels[n.Name]
			ok = named && label
		}
		if !ok {
			return refuse(parse.Malformed, "bra without a label")
		}
	}
	for _, o := range in.Operands {
		a, err := f.arg(o)
		if in.Data != "" && o == parse.Operand(parse.Name{Name: in.Data}) {
			a, err = arg{kind: argData, name: in.Unknown()}, nil
		}
		if err != nil {
			return refuse(parse.Malformed, "%s: %v", in.Opcode(), err)
		}
		of := func(prefix string) bool { return a.kind == argSpecial && strings.HasPrefix(a.name, prefix) }
		if of("%ctaid.") && l.p.kind == Function || of("%nctaid.") && l.p.kind < Meeting {
			return refuse(parse.Unsupported, "%s in a function: what it gives must not depend on which block calls it", a.name)
		}
		if of("%cluster_") && (l.needs.arch < clusterArch || l.needs.isa < clusterISA) {
			return refuse(parse.Malformed, "%s: .target or .version is before clusters", a.name)
		}
		out.args = append(out.args, a)
	}
	shape := false
	for _, row := range l.forms(in.Name) {
		mods, ok := row.match(in.Mods)
		if !ok {
			continue
		}
		shape = true
		if fits(row.operands, out.args) {
			out.form, out.mods, out.types = row, mods, typesOf(mods)
			for _, why := range []string{out.mistyped(), out.misused(), out.discards()} {
				if why != "" {
					return refuse(parse.Malformed, "%s: %s", in.Opcode(), why)
				}
			}
			if why := l.needs.lack(row, mods); why != "" {
				return refuse(parse.Malformed, "%s: %s", in.Opcode(), why)
			}
			if r := out.twice(); r {
				return refuse(parse.Malformed, "%s writes one register twice", in.Opcode())
			}
			if row.name == "st" && f.passed(out.args[0].region) {
				return refuse(parse.Malformed, "%s writes what was passed to %s", in.Opcode(), f.k.Name)
			}
			out.kind = out.unsynchronised()
			l.p.unsynchronised = l.p.unsynchronised || out.kind != ""
			return out, nil
		}
	}
	if shape {
		return refuse(parse.Unknown, "operands of %s", in.Opcode())
	}
	kind, why := refusal(in)
	return refuse(kind, "%s", why)
}
