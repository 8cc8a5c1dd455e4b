// Package cuda prints networks as CUDA C++: a device function for one warp or
// block, without branches at warp level, and without headers but for halves.
package cuda

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/contract"
	"github.com/shflgen/shflgen/gen/network"
	"github.com/shflgen/shflgen/templates"
)

var tmpl = template.Must(template.ParseFS(templates.FS, "function.cu.tmpl"))

// file is what the template prints.
type file struct {
	Header     string
	Parameters []string
	Include    string
	Helpers    []string   // functions that the code calls
	Plan       []function // what comes before the function, of the same spec
	function
}

// function is one function of the file, with its contract.
type function struct {
	Contract []string
	Unused   bool // not every file that includes it calls it
	Type     string
	Name     string
	Params   string
	Steps    []step
}

type step struct {
	First  bool
	Before string // a directive of the preprocessor
	Title  string
	Lines  []string
	After  string // as Before
}

// Emit prints the network as a .cu file.
func Emit(n *network.Network) ([]byte, error) {
	s := n.Spec
	on := anyArch
	if c := s.Arch.Capability(); c > 0 {
		on = arches{c, c + 1}
	} else if n.Faster != nil {
		on.below = n.Faster.Arch
	}
	p, helper, err := newPrinter(n, on)
	if err != nil {
		return nil, err
	}
	shape := s.Shape()
	f := file{
		Header: s.Header(), Parameters: contract.Parameters(s), Include: p.elem.include,
		function: function{Type: returns(shape), Name: s.FileName(), Params: paramsOf(shape).String(), Unused: s.Mask == shflgen.Active || shape.Keyed()},
	}
	if f.Contract, err = p.contract(); err != nil {
		return nil, err
	}
	if network.HasPlaces(n) {
		if f.Plan, f.Steps, err = p.planned(); err != nil {
			return nil, err
		}
	} else if f.Steps, err = p.steps(); err != nil {
		return nil, err
	}
	f.Helpers = append(f.Helpers, p.helpers...)
	if helper != "" && p.combines && !s.HasLane() {
		f.Helpers = append(f.Helpers, helper)
	}
	words, err := p.wordHelpers()
	if err != nil {
		return nil, err
	}
	f.Helpers = append(f.Helpers, words...)
	if n.Faster != nil {
		if err := f.faster(n.Faster); err != nil {
			return nil, err
		}
	}
	if helper != "" && s.HasLane() { // keys, which either way takes
		f.Helpers = append([]string{helper}, f.Helpers...)
	}
	f.Steps[0].First = true
	for _, g := range f.Plan {
		g.Steps[0].First = true
	}
	var out bytes.Buffer
	err = tmpl.Execute(&out, f)
	return out.Bytes(), err
}

// faster adds another way to do the same, for where hardware has it, each way
// with the functions that it calls.
func (f *file) faster(n *network.Faster) error {
	p, err := f.function.faster(n, "")
	if err != nil {
		return err
	}
	f.Helpers = eitherHelpers(n.Arch, p.helpers, f.Helpers)
	return nil
}

// eitherHelpers are functions of one way from an architecture on, else those of the
// other, after those that both call.
func eitherHelpers(arch int, one, other []string) []string {
	var both []string
	for _, h := range one {
		if slices.Contains(other, h) {
			both = append(both, h)
		}
	}
	without := func(h string) bool { return slices.Contains(both, h) }
	one, other = slices.DeleteFunc(slices.Clone(one), without), slices.DeleteFunc(slices.Clone(other), without)
	test, text := ">=", strings.Join(one, "\n\n")
	if text == "" {
		test = "<"
	} else if len(other) > 0 {
		text += "\n#else\n"
	}
	if text += strings.Join(other, "\n\n"); text == "" {
		return both
	}
	return append(both, fmt.Sprintf("#if __CUDA_ARCH__ %s %d\n%s\n#endif", test, 10*arch, text))
}

// faster puts another network's steps before an architecture's, for the threads of
// a mask if one is given. It returns what printed them.
func (f *function) faster(n *network.Faster, threads string) (*printer, error) {
	p, _, err := newPrinter(n.Net, arches{n.Arch, anyArch.below})
	if err != nil {
		return nil, err
	}
	if threads != "" {
		p.threads = threads
	}
	steps, err := p.stepsOf(f.Params)
	if err != nil {
		return nil, err
	}
	f.Steps = either(n.Arch, steps, f.Steps)
	return p, nil
}

// arches are the architectures that code is for: from a compute capability, times
// ten, on, and below another.
type arches struct{ from, below int }

// anyArch leaves it to the compiler.
var anyArch = arches{0, 1 << 30}

// newPrinter is a printer of n for architectures, and the helper function that
// its op needs there.
func newPrinter(n *network.Network, on arches) (p *printer, helper string, err error) {
	s := n.Spec
	p = &printer{
		net: n, spec: s, on: on, elem: ctypes[s.Type], ctype: ctypes[s.Type], input: "v", demand: network.Demand(n), names: map[*network.Node]string{},
		position: position{width: s.Width, count: s.Lanes()}, threads: "0xffffffffu",
	}
	if s.Mask == shflgen.Active {
		p.threads = "mask"
	}
	p.test = p.condition
	if s.Pattern.Block() {
		p.position.block, p.position.width = true, shflgen.WarpSize
		p.test = p.blockCondition
	}
	if s.HasLane() {
		if p.mine, p.member = contributed(n); p.member != nil {
			p.names[p.member] = "member"
		}
		helper, err = p.keyed(on)
		return p, helper, err
	}
	if s.Pattern.Reduces() {
		p.combined = s
		if p.op, helper, err = operation(s, on); err != nil {
			return nil, "", err
		}
		p.identity, err = identity(s)
	}
	return p, helper, err
}

// either joins two ways to do the same: the steps that both begin with, then
// those of the one from an architecture on, else those of the other.
func either(arch int, one, other []step) []step {
	var joined []step
	for len(one) > 0 && len(other) > 0 && reflect.DeepEqual(one[0], other[0]) {
		joined = append(joined, one[0])
		one, other = one[1:], other[1:]
	}
	one[0].Before = fmt.Sprintf("#if __CUDA_ARCH__ >= %d", 10*arch)
	other[0].Before = "#else"
	other[len(other)-1].After = "#endif"
	return append(append(joined, one...), other...)
}

// printer holds what the parts of a function need.
type printer struct {
	net      *network.Network
	spec     shflgen.Spec
	on       arches
	elem     ctype // of the caller's elements
	ctype    ctype // of what is combined: the same, or a key
	input    string
	combined shflgen.Spec // the spec of what is combined
	op       string       // format of the op on two operands
	identity string
	demand   map[*network.Node]network.Lanes
	position
	names   map[*network.Node]string
	made    int    // locals so far
	threads string // mask of the threads that take part in a shuffle
	plan    *plan  // from which places are taken
	test    func(*network.Node) (string, error)

	mine, member *network.Node // of an op that gives a lane: what the lane brings, if it is a member

	combines bool     // the op is used
	unkey    string   // the function from a key to its element
	helpers  []string // that a reduction over all lanes calls, and what ends it

	usesIdentity bool // which is a local
	batch
}

func (p *printer) contract() ([]string, error) {
	shape := p.spec.Shape()
	membership := contract.LaneBit
	if shape.Level == shflgen.BlockLevel {
		membership = "A thread with member true is one"
	}
	lines := contract.Gives(p.spec, membership)
	if shape.HasIndex() && p.spec.Mask == shflgen.Member {
		lines = append(lines, "What element a segment without members gets is unspecified.")
	}
	switch {
	case shape.Level == shflgen.BlockLevel:
		lines = append(lines, blockContract(p.spec)...)
	case shape.Element().Array:
		lines = append(lines, p.batchContract()...)
	case !p.spec.EveryLane() && p.spec.Width > 1:
		who := map[bool]string{true: "members", false: "lanes"}[p.spec.Mask == shflgen.Active]
		lines = append(lines, fmt.Sprintf("What the other %s of a segment get is unspecified.", who))
	}
	if shape.Level == shflgen.WarpLevel {
		lines = append(lines, p.whoCalls())
	}
	algebra, err := contract.Algebra(p.spec)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	if algebra != nil {
		lines = append(append(lines, ""), algebra...)
	}
	if network.HasPlaces(p.net) {
		lines = append(lines, p.costOfCall())
	}
	if f := p.net.Faster; f != nil {
		lines = append(lines, fmt.Sprintf("From sm_%d on: %s.", f.Arch, f.Why))
	}
	if p.net.Choice != "" {
		lines = append(lines, p.net.Choice)
	}
	return lines, nil
}

// steps are the blocks of the function's body.
func (p *printer) steps() ([]step, error) { return p.stepsOf(paramsOf(p.spec.Shape()).String()) }

// stepsOf are the steps of a function of these parameters.
func (p *printer) stepsOf(params string) ([]step, error) {
	var steps []step
	if p.spec.Pattern.Block() {
		var err error
		if steps, err = p.blockSteps(); err != nil {
			return nil, err
		}
	} else {
		for _, s := range p.net.Steps {
			lines, err := p.lines(s.Nodes)
			if err != nil {
				return nil, err
			}
			if lines != nil {
				steps = append(steps, step{Title: s.Title, Lines: lines})
			}
		}
		if p.spec.Pattern.Batch() {
			steps = append(p.registers(), steps...)
		}
		result, err := p.result()
		if err != nil {
			return nil, err
		}
		first, err := p.keySteps()
		if err != nil {
			return nil, err
		}
		steps = append(first, steps...)
		if result.Lines != nil {
			steps = append(steps, result)
		}
		if steps, err = p.withIdentity(steps); err != nil {
			return nil, err
		}
		if lines := p.position.lines(); lines != nil {
			where := "The lane, by its number in the warp."
			if p.usesPos || p.usesBase {
				where = "The lane, by its number in the warp and its place in its segment."
			}
			steps = append([]step{{Title: where, Lines: lines}}, steps...)
		}
	}
	if unused := p.unused(params, steps); unused != nil {
		steps = append([]step{{Title: "Nothing depends on what is left out here.", Lines: unused}}, steps...)
	}
	return steps, nil
}

// words find the parameters in code.
var words = map[string]*regexp.Regexp{
	"plan": regexp.MustCompile(`\bplan\b`), "key": regexp.MustCompile(`\bkey\b`),
	"mask": regexp.MustCompile(`\bmask\b`), "member": regexp.MustCompile(`\bmember\b`),
	"v": regexp.MustCompile(`\bv\b`), "pred": regexp.MustCompile(`\bpred\b`), "idx": regexp.MustCompile(`\bidx\b`),
}

// unused casts away the parameters that no step reads, as in a scan of one lane.
func (p *printer) unused(params string, steps []step) []string {
	text := ""
	for _, s := range steps {
		text += strings.Join(s.Lines, "\n") + "\n"
	}
	var lines []string
	for _, param := range strings.Split(params, ", ") {
		name, _, _ := strings.Cut(param[strings.LastIndexAny(param, " *&")+1:], ")")
		if !words[name].MatchString(text) {
			lines = append(lines, "(void)"+name+";")
		}
	}
	return lines
}

// result ends the function. Lanes that no segment holds keep their value.
func (p *printer) result() (step, error) {
	if p.spec.Pattern.Batch() {
		return p.batchResult()
	}
	var lines []string
	if p.spec.Pattern.HasPred() {
		ok, err := p.condition(p.net.Pred())
		if err != nil {
			return step{}, err
		}
		if ok == "" {
			ok = "true"
		}
		lines = append(lines, fmt.Sprintf("*pred = %s;", ok))
	}
	if p.net.Index() != nil {
		return p.winner()
	}
	value, err := p.element(p.net.Result())
	if err != nil {
		return step{}, err
	}
	title := "The result."
	if rest := p.count % p.width; rest > 0 && value != "v" {
		title = "The result; lanes past the last segment keep their value."
		value = fmt.Sprintf("%s < %du ? %s : v", p.lane(), p.count-rest, value)
	}
	return step{Title: title, Lines: append(lines, fmt.Sprintf("return %s;", value))}, nil
}

// lines are the statements of nodes. Conditions, inputs and identities stand
// where they are used.
func (p *printer) lines(nodes []*network.Node) ([]string, error) {
	var lines []string
	for _, n := range nodes {
		if n.Name != "" {
			line, err := p.namedCondition(n)
			if err != nil {
				return nil, err
			}
			if line != "" {
				lines = append(lines, line)
			}
			continue
		}
		text, err := p.expression(n)
		if err != nil {
			return nil, err
		}
		if text == "" {
			continue
		}
		name := fmt.Sprintf("x%d", p.made)
		switch n.Expr.(type) {
		case network.Shuffle, network.Fetch:
			name = fmt.Sprintf("from%d", p.made)
			if p.spec.Pattern.Batch() { // several may follow each other
				p.made++
			}
		default:
			p.made++
		}
		p.names[n] = name
		lines = append(lines, fmt.Sprintf("%s %s = %s;", p.typeOf(n), name, text))
	}
	return lines, nil
}

// expression is the value of a node that gets a local, or nothing.
func (p *printer) expression(n *network.Node) (string, error) {
	switch e := n.Expr.(type) {
	case network.Input, network.Identity, network.IsMember, network.InLanes, network.All,
		network.Found, network.Neighbour, network.Leap, network.Lowest, network.First, network.Shared:
		return "", nil
	case network.Fetch:
		return p.fetched(e)
	case network.Shuffle:
		if n.Wide {
			x, err := p.element(e.X)
			if err != nil {
				return "", err
			}
			return p.shuffle(e.By, p.threads, x)
		}
		return p.moved(e)
	case network.Pack:
		return p.packed(e)
	case network.Field:
		return p.fieldOf(e)
	case network.Pick:
		return p.picked(e)
	case network.Select:
		if p.input == "key" && n == p.mine {
			return fmt.Sprintf("%s_key(member, v)", p.spec.FileName()), nil
		}
		c, err := p.test(e.If)
		if err != nil {
			return "", err
		}
		return p.choice(c, e)
	case network.Whole:
		format, helpers, err := whole(p.combined, p.threads, p.on)
		if err != nil {
			return "", err
		}
		p.calls(helpers...)
		x, err := p.element(e.X)
		if _, own := e.X.Expr.(network.Input); own && p.spec.HasLane() && p.input == "v" && p.ctype.name != p.elem.name {
			x = fmt.Sprintf("(%s)%s", p.ctype.name, x) // not what it is promoted to
		}
		return fmt.Sprintf(format, x), err
	case network.Combine:
		if n.Wide {
			return p.with(p.wideOp(), e.Left, e.Right)
		}
		p.combines = true
		return p.with(p.op, e.Left, e.Right)
	}
	return "", fmt.Errorf("cuda: unexpected node %T", n.Expr)
}

// moved is a shuffle. Narrow integers travel as int.
func (p *printer) moved(e network.Shuffle) (string, error) {
	x, err := p.element(e.X)
	if err != nil {
		return "", err
	}
	return p.travels(x, func(x string) (string, error) { return p.shuffle(e.By, p.threads, x) })
}

// fetched is a shuffle from a place of the plan.
func (p *printer) fetched(e network.Fetch) (string, error) {
	x, err := p.element(e.X)
	if err != nil {
		return "", err
	}
	return p.travels(x, func(x string) (string, error) {
		return fmt.Sprintf("__shfl_sync(%s, %s, (int)plan[%d])", p.threads, x, p.plan.slots[e.P]), nil
	})
}

// travels casts an element to the type in which it is moved, and back.
func (p *printer) travels(x string, move func(string) (string, error)) (string, error) {
	if p.ctype.shuffle == "" {
		return move(x)
	}
	text, err := move("(" + p.ctype.shuffle + ")" + x)
	return "(" + p.ctype.name + ")" + text, err
}

// choice is the text of a select on a condition.
func (p *printer) choice(condition string, e network.Select) (string, error) {
	if condition == "" {
		return p.element(e.Then)
	}
	text, err := p.with("%[1]s : %[2]s", e.Then, e.Else)
	return condition + " ? " + text, err
}

// with fills a format with two elements.
func (p *printer) with(format string, a, b *network.Node) (string, error) {
	x, err := p.element(a)
	if err != nil {
		return "", err
	}
	y, err := p.element(b)
	return fmt.Sprintf(format, x, y), err
}

// calls notes functions that the code calls, each once.
func (p *printer) calls(helpers ...string) {
	for _, h := range helpers {
		if h != "" && !slices.Contains(p.helpers, h) {
			p.helpers = append(p.helpers, h)
		}
	}
}

// element is the text of an element: a local, the input or the identity.
func (p *printer) element(n *network.Node) (string, error) {
	switch e := n.Expr.(type) {
	case network.Input:
		return p.register(e.Register), nil
	case network.Identity:
		p.usesIdentity = p.identity == identityLocal
		return p.identity, nil
	}
	name, ok := p.names[n]
	if !ok {
		return "", fmt.Errorf("cuda: node %d has no local", n.ID)
	}
	return name, nil
}

// condition is the text of a condition, in parentheses; empty if it always holds.
func (p *printer) condition(n *network.Node) (string, error) {
	if name, ok := p.names[n]; ok {
		return name, nil
	}
	switch e := n.Expr.(type) {
	case network.InLanes:
		return p.inLanes(e.Set, p.demand[n]), nil
	case network.IsMember:
		if p.spec.Pattern.Block() {
			return "member", nil
		}
		source, err := p.source(e.Of)
		return fmt.Sprintf("((mask >> %s & 1u) != 0u)", source), err
	case network.Found:
		return fmt.Sprintf("(plan[%d] < 32u)", p.plan.slots[e.P]), nil
	case network.All:
		var terms []string
		for _, term := range e.Of {
			text, err := p.condition(term)
			if err != nil {
				return "", err
			}
			if text != "" {
				terms = append(terms, text)
			}
		}
		switch len(terms) {
		case 0:
			return "", nil
		case 1:
			return terms[0], nil
		}
		return "(" + strings.Join(terms, " & ") + ")", nil
	}
	return "", fmt.Errorf("cuda: unexpected condition %T", n.Expr)
}
