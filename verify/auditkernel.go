//go:build !js

package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/kernels"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/survey"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// kernelBlocks are the sizes of blocks that launch kernels, the likelier first.
var kernelBlocks = []int{128, 256, 64, 32}

// MaxAuditCols is how many elements a row of a launch may have.
const MaxAuditCols = kernels.MaxCols

// kernelTime bounds the work on one kernel by one compiler.
const kernelTime = 4 * time.Minute

// Launches is what an audit of a kernel shows.
type Launches struct {
	Computes           string // "": it is not known
	Called             string // who calls a function: a warp or a block; "": it is a kernel
	Asked              bool   // Computes is what the caller asks for
	Shown, Wrong, Open []Launch
	Limits             []string // conditions of what is shown
	Build              Build
}

// Launch is one launch of a kernel that was looked at.
type Launch struct {
	Blocks  int    `json:"blocks,omitempty"` // 0: one for each tile
	Across  int    `json:"across,omitempty"` // along x, of a grid of two dimensions; else 0
	Threads int    `json:"threads"`
	N       int    `json:"n"` // elements of a row, or of the array
	Where   string `json:"-"`
	Fault   string `json:"fault,omitempty"`   // of a wrong one: where an execution ends
	Witness string `json:"witness,omitempty"` // of another wrong one: a result
	Why     string `json:"why,omitempty"`     // of an undecided one
}

// launchesOf is an outcome as a finding has it.
func launchesOf(o kernels.Outcome, b Build) *Launches {
	list := func(all []kernels.Checked) (of []Launch) {
		for _, c := range all {
			of = append(of, Launch{c.Blocks, c.Across, c.Threads, c.Cols, c.Launch, c.Fault, c.Witness, c.Why})
		}
		return of
	}
	return &Launches{Computes: o.Computes, Asked: o.Asked, Shown: list(o.Holds), Wrong: list(o.Wrong), Open: list(o.Open),
		Limits: o.Limits, Build: b}
}

// MarshalJSON is what is known of each launch in the fields that docs/judge.md lists.
func (l Launches) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Build Build    `json:"build"`
		Shown []Launch `json:"shown,omitempty"`
		Wrong []Launch `json:"wrong,omitempty"`
		Open  []Launch `json:"undecided,omitempty"`
	}{l.Build, l.Shown, l.Wrong, l.Open})
}

// kernel audits one kernel: by the first compiler that can compile it, and by the next where that decides nothing.
func (a *audit) kernel(ctx context.Context, t target) (f Finding, err error) {
	defer catch(&err)
	if t.missing {
		return undecided("a template without an instance in the file; -instance '%s<…>' names one", t.Name), nil
	}
	params, err := kernelParams(t)
	if err != nil {
		return undecided("%s", err), nil
	}
	arch := usual[len(usual)-1]
	if a.Arches != nil {
		arch = a.Arches[0]
	}
	why := "no compiler here can compile it"
	for _, c := range a.compilers {
		of := entry{name: t.Name, text: a.instantiation(t), params: params}
		o, b, err := a.launched(ctx, t, a.compiled(ctx, c, arch, of), of)
		if ctx.Err() != nil {
			return f, context.Cause(ctx)
		}
		switch {
		case err != nil:
			why = oneLine(err.Error())
		case o.Verdict == kernels.Undecided:
			f.Launches, f.Verdict, f.Why = launchesOf(o, b), NotProved, oneLine(o.Why)
			if o.Computes == "" { // the code of another compiler computes the same
				return f, nil
			}
			why = f.Why
		default:
			f.Launches, f.Verdict = launchesOf(o, b), Listed
			if o.Verdict == kernels.Refuted {
				f.Verdict = Refuted
				f.Excerpt = a.files.excerpt(" " + o.Wrong[0].Fault)
			}
			return f, nil
		}
	}
	f.Verdict, f.Why = NotProved, why
	return f, nil
}

// launched looks at launches of a kernel that is compiled.
func (a *audit) launched(ctx context.Context, t target, m made, of entry) (o kernels.Outcome, b Build, err error) {
	if m.err != nil {
		return o, b, m.err
	}
	program, err := m.file.Standalone(of.name)
	if err != nil {
		return o, b, err
	}
	k := &kernels.Kernel{Params: of.params, Code: program, Fns: m.fns, Cols: a.Cols,
		Computes: a.Computes, AnyTie: a.AnyTie, LowestTie: a.LowestTie, Blocks: a.blocksOf(program), Called: of.called}
	if of.called == kernels.OfWarps {
		k.Blocks = []int{spec.WarpSize}
	}
	k.Fixed = a.Blocks != nil || len(k.Blocks) == 1
	k.Spread, k.Vectors, k.Multiple = a.traits(t)
	k.Asserts = slices.ContainsFunc(a.tokens, func(t cxx.Token) bool { return t.Text == "assert" })
	version, err := m.by.Version(ctx)
	if err != nil {
		return o, b, err
	}
	within, done := context.WithTimeout(ctx, kernelTime)
	defer done()
	o = k.Judge(within)
	o.Limits = append(of.limits(program), o.Limits...)
	return o, Build{Compiler: m.by.Name(), Version: version, Arch: m.build.Arch, Level: m.build.Level}, nil
}

// blocksOf are the sizes of blocks that launch a kernel.
func (a *audit) blocksOf(of *ptx.Standalone) []int {
	most, exactly := of.Threads()
	switch {
	case exactly > 0:
		return []int{exactly}
	case a.Blocks != nil && most > 0:
		return slices.DeleteFunc(slices.Clone(a.Blocks), func(n int) bool { return n > most })
	case a.Blocks != nil:
		return a.Blocks
	case !of.Reads("%tid") && !of.Reads("%lane"): // every thread does the same
		return []int{1}
	case most > 0:
		return []int{most}
	}
	return append(a.blocksNamed(), kernelBlocks...)
}

// blocksNamed are numbers of the text that may be sizes of blocks, beside the usual ones.
func (a *audit) blocksNamed() (all []int) {
	for _, t := range a.tokens {
		n, err := strconv.Atoi(strings.TrimRight(t.Text, "uU"))
		if err == nil && n > spec.WarpSize && n <= spec.MaxBlock && n%spec.WarpSize == 0 && len(all) < mostNamed &&
			!slices.Contains(kernelBlocks, n) && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// mostNamed bounds the sizes of blocks that are taken from the text.
const mostNamed = 2

// wide are types of integers with a size that depends on the host, and whether it is that of an address.
var wide = map[string]bool{"size_t": true, "std::size_t": true, "ptrdiff_t": true, "ssize_t": true,
	"long": false, "unsigned long": false, "long int": false}

// kernelParams are the parameters of a kernel: numbers, and pointers to numbers.
func kernelParams(t target) (all []kernels.Param, err error) {
	pointers := 0
	for _, p := range t.Params() {
		of, ok := survey.TypeOf(p.Type, t.names)
		if of64, known := wide[cxx.Resolved(p.Type, t.names)]; known { // PTX says how many bits it has
			of, ok = spec.Int64, p.Indirect == "" || of64 && p.Indirect == "*"
		}
		boolean := cxx.Resolved(p.Type, t.names) == "bool"
		if boolean {
			of, ok = spec.Uint8, p.Indirect == "*"
		}
		if !ok || p.Indirect != "" && p.Indirect != "*" || p.Length != "" || of.Packed() {
			return nil, errors.New("audit takes kernels of pointers to numbers of 8 to 64 bits, and of numbers")
		}
		pointers += bit(p.Indirect == "*")
		pointer := p.Indirect == "*"
		all = append(all, kernels.Param{Name: p.Name, Type: of, Pointer: pointer, Const: p.Const && pointer,
			Bool: boolean})
	}
	if pointers == 0 {
		return nil, errors.New("a kernel without pointers leaves nothing")
	}
	return all, nil
}

// instantiation makes the instance of a template that is audited, unless the file makes it.
func (a *audit) instantiation(t target) string {
	if t.Template() == nil {
		return ""
	}
	for i, token := range a.tokens[:len(a.tokens)-1] {
		if token.Text != "template" || a.tokens[i+1].Text == "<" {
			continue
		}
		rest := a.tokens[i:]
		end := slices.IndexFunc(rest, func(t cxx.Token) bool { return t.Text == ";" })
		made := func(list string) bool { return t.Name+"<"+list+">" == t.called }
		if end > 0 && slices.ContainsFunc(cxx.Instances(rest[:end], t.Name), made) {
			return ""
		}
	}
	var params []string
	for _, p := range t.Params() {
		text := cxx.Resolved(p.Type, t.names) + " " + p.Indirect
		if p.Const {
			text = "const " + text
		}
		params = append(params, text)
	}
	return fmt.Sprintf("template __global__ void %s(%s);\n", t.called, strings.Join(params, ", "))
}

// traits are what the text of a kernel shows about its launches.
func (a *audit) traits(t target) (spread, vectors, multiple bool) {
	for i, token := range t.Body {
		if i+1 == len(t.Body) {
			break
		}
		switch next := t.Body[i+1].Text; {
		case token.Text == "/" && (next == "32" || strings.Contains(strings.ToLower(next), "warp")),
			token.Text == ">>" && next == "5",
			token.Text == ">" && next == ">" && i+2 < len(t.Body) && t.Body[i+2].Text == "5":
			spread = true
		case strings.HasSuffix(token.Text, "4") && slices.Contains([]string{"float4", "int4", "uint4"}, token.Text):
			vectors = true
		}
	}
	for _, token := range a.tokens {
		text := strings.ToLower(token.Text)
		multiple = multiple || token.Kind == cxx.Comment && (strings.Contains(text, "multiple") ||
			strings.Contains(text, "divisible"))
	}
	return spread, vectors, multiple
}

// sizes are the sizes of blocks of launches, and the numbers of elements: those of one size after another, unless
// they are the same.
func sizes(all []Launch) string {
	cols, blocks := map[int][]int{}, map[int]string{}
	for _, c := range all {
		cols[c.Threads], blocks[c.Threads] = append(cols[c.Threads], c.N), fmt.Sprintf("%d blocks of %%s threads", c.Blocks)
		switch {
		case c.Across > 0 && c.Blocks == 0:
			blocks[c.Threads] = "grids of two dimensions with blocks of %s threads, one for each tile of a row,"
		case c.Across > 0:
			blocks[c.Threads] = fmt.Sprintf("%d×%d blocks of %%s threads", c.Across, c.Blocks/c.Across)
		case c.Blocks == 0:
			blocks[c.Threads] = "blocks of %s threads, one for each tile,"
		case c.Blocks == 1:
			blocks[c.Threads] = "one block of %s threads"
		}
	}
	var texts []string
	threads := map[string][]int{}
	for _, t := range slices.Sorted(maps.Keys(cols)) {
		text := blocks[t] + " and n = " + numbersText(cols[t])
		if threads[text] == nil {
			texts = append(texts, text)
		}
		threads[text] = append(threads[text], t)
	}
	for i, text := range texts {
		texts[i] = fmt.Sprintf(text, numbersText(threads[text]))
	}
	return "for " + strings.Join(texts, ", ")
}

// numbersText are numbers in words.
func numbersText(all []int) string {
	slices.Sort(all)
	var words []string
	for _, n := range all {
		words = append(words, strconv.Itoa(n))
	}
	return spelling.List(words)
}

// words are what is shown of a kernel, and in which launches.
func (l Launches) words() string {
	text := l.Computes + "; " + l.sizes(l.Shown)
	if len(l.Open) > 0 {
		text += "; not decided " + l.sizes(l.Open)
	}
	if len(l.Wrong) > 0 {
		text += "; wrong " + l.sizes(l.Wrong) + ", such as " + l.witness()
	}
	for _, limit := range l.Limits {
		if l.Called != "" {
			limit = strings.Replace(limit, "the kernel's", "the function's", 1)
		}
		text += "; " + limit
	}
	return text + "; " + l.build()
}

// refutation are a wrong launch, and those by blocks of the same size in which the kernel is right.
func (l Launches) refutation() string {
	same := slices.DeleteFunc(slices.Clone(l.Shown), func(c Launch) bool { return c.Threads != l.Wrong[0].Threads })
	text := l.Computes + ", " + l.sizes(same) + "; but wrong in "
	switch {
	case l.Computes == "":
		text = "wrong in "
	case len(same) == 0 && l.Asked:
		text = "it has to be so that " + l.Computes + "; but wrong in "
	case len(same) == 0:
		text = "on ordinary numbers, " + l.Computes + "; but wrong in "
	}
	return text + l.witness() + "; " + l.build()
}

// witness is a wrong launch.
func (l Launches) witness() string {
	c := l.Wrong[0]
	if c.Fault != "" {
		return c.Where + ": " + oneLine(c.Fault)
	}
	return c.Witness
}

// build is what was compiled.
func (l Launches) build() string {
	return fmt.Sprintf("as %s builds it for %s by -%s", l.Build.Compiler, l.Build.Arch, l.Build.Level)
}
