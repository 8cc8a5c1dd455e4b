//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/kernels"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/survey"
	"github.com/shflgen/shflgen/spec"
)

// entry is a kernel that is launched: of the file, or one of ours that calls a function.
type entry struct {
	name, text string
	params     []kernels.Param
	called     string   // who calls the function: kernels.OfWarps or kernels.OfBlocks; "": the kernel is the file's
	some       bool     // some lanes call it, and others do not
	shared     []string // parameters to memory that all lanes change
	guessed    bool     // whether callers call it so is not known: a fault refutes nothing
	call       string   // with the names of the parameters; "" where each has an element of the thread
}

// mostCallers bounds how many ways to call one function from a kernel are compiled.
const mostCallers = 24

// likeKernel judges a function that agrees with no spec as kernels are: floats are real numbers. A kernel of ours calls
// it, which gives each thread an element of each input and keeps each result. ok is false where that decides nothing.
func (a *audit) likeKernel(ctx context.Context, t target) (f Finding, ok bool) {
	arch := usual[len(usual)-1]
	if a.Arches != nil {
		arch = a.Arches[0]
	}
	some := "" // what is known of calls by some lanes
	within, done := context.WithTimeout(ctx, kernelTime)
	defer done()
	callers := a.callers(t)
	together := make([]made, len(a.compilers)) // of all callers: one file costs no more than one caller
	for _, of := range callers {
		for n, c := range a.compilers {
			if together[n].by == nil {
				together[n] = a.compiled(within, c, arch, callers...)
			}
			m := together[n]
			if m.err != nil && len(callers) > 1 {
				m = a.compiled(within, c, arch, of)
			}
			o, b, err := a.judged(within, t, m, of)
			if of.some && err == nil && o.Verdict == kernels.Undecided {
				if some = "calls by some lanes leave something else"; o.Computes != "" && len(o.Wrong) == 0 {
					some = "by some lanes on numbers alone: " + o.Computes
				}
			}
			if err != nil || o.Verdict == kernels.Undecided || o.Verdict == kernels.Refuted && of.guessed {
				if err == nil && o.Computes == "" { // the code of another compiler computes the same
					break
				}
				continue
			}
			if f.Verdict = Listed; o.Verdict == kernels.Refuted {
				f.Verdict = Refuted
			}
			for _, p := range of.shared {
				o.Limits = slices.Insert(o.Limits, 0, "while no other thread changes "+p)
			}
			if some != "" && !of.some {
				o.Limits = slices.Insert(o.Limits, 0, some)
			}
			if of.call != "" {
				o.Limits = slices.Insert(o.Limits, 0, "by the call "+of.call)
			}
			f.Launches = launchesOf(o, b)
			f.Launches.Called = of.called
			return f, true
		}
	}
	return f, false
}

// limits are conditions on the callers of a function.
func (e entry) limits(program *ptx.Standalone) (all []string) {
	switch {
	case e.called == kernels.OfBlocks:
		all = append(all, "called once", "for blocks of one dimension")
	case e.called == kernels.OfWarps && (program.Reads("%tid") || program.Reads("%ntid")):
		all = append(all, oneWarp)
	}
	return all
}

// judged is launched, and what cannot be executed is an error.
func (a *audit) judged(ctx context.Context, t target, m made, of entry) (o kernels.Outcome, b Build, err error) {
	defer catch(&err)
	return a.launched(ctx, t, m, of)
}

// asWritten are the names of the variables of our kernels, for readers.
var asWritten = map[string]*strings.Replacer{
	kernels.OfWarps:  strings.NewReplacer("i % 32", "lane", "i", "lane", "n", "32"),
	kernels.OfBlocks: strings.NewReplacer("i", "threadIdx.x", "n", "blockDim.x"),
}

// given is what a parameter is given in a call from a kernel.
type given struct {
	before string // statements that declare it
	then   string // statements after the variables have their values
	text   string
	number bool // it is one that the call chooses
	shared bool // it is one that all lanes of the warp change by atomic operations
	vars   []heldBy
}

// heldBy is a variable of the call that an array of the kernel has before it, or after it.
type heldBy struct {
	cxx.Param
	text    string
	in, out bool
}

// callers are kernels that call a function: by elements alone first.
func (a *audit) callers(t target) (all []entry) {
	params := t.Params()
	options := make([][]given, len(params)+1)
	for i, p := range params {
		if options[i] = a.givenTo(t, p, fmt.Sprintf("a%d", i)); options[i] == nil {
			return nil
		}
	}
	options[len(params)] = []given{a.result(t)}
	lists := [][]given{nil}
	for _, of := range options {
		var longer [][]given
		for _, list := range lists {
			for _, g := range of {
				longer = append(longer, append(slices.Clone(list), g))
			}
		}
		lists = longer[:min(len(longer), mostCallers)]
	}
	for _, list := range lists {
		var by []string
		if slices.ContainsFunc(list, func(g given) bool { return g.shared }) {
			i := slices.IndexFunc(params, func(p cxx.Param) bool { return cxx.Resolved(p.Type, t.names) == "bool" })
			if by = []string{someLanes}; i >= 0 && !list[i].number {
				by = []string{list[i].text}
			}
		}
		for _, who := range append(by, "") {
			if of, ok := a.caller(t, params, list, who); ok {
				all = append(all, of)
			}
		}
	}
	return all
}

// someLanes is the truth value of the lanes that call a function; others do not.
const someLanes = "calls"

// held are the variables of a type: one number, or the members of a struct; nil of others.
func (a *audit) held(t target, p cxx.Param, text string, in, out bool) (all []heldBy) {
	typ := strings.TrimSpace(cxx.Resolved(p.Type, t.names))
	if _, ok := numberOf(typ, t.names); ok {
		return []heldBy{{cxx.Param{Type: typ, Name: p.Name}, text, in, out}}
	}
	for _, m := range cxx.MembersOf(typ, a.tokens) {
		if _, ok := numberOf(m.Type, t.names); !ok || m.Indirect != "" || m.Length != "" {
			return nil
		}
		all = append(all, heldBy{cxx.Param{Type: m.Type, Name: m.Name}, text + "." + m.Name, in, out})
	}
	return all
}

// numberOf is the type of a number that is no vector: of a truth value that of its byte.
func numberOf(typ string, names map[string]string) (spec.Type, bool) {
	if cxx.Resolved(typ, names) == "bool" {
		return spec.Uint8, true
	}
	of, ok := survey.TypeOf(typ, names)
	return of, ok && !of.Packed()
}

// givenTo is what a parameter may be given: an element, or a number that the call chooses; nil: nothing is known.
func (a *audit) givenTo(t target, p cxx.Param, name string) (all []given) {
	typ := strings.TrimSpace(cxx.Resolved(p.Type, t.names))
	value := p.Indirect == "" || p.Const && p.Indirect == "&"
	place := p.Indirect == "&"
	if p.Indirect == "*" && !p.Const { // to an element, or to several: what it points to is not known
		return a.pointed(t, p, name)
	}
	if p.Length != "" || !value && !place {
		return nil
	}
	g := given{before: typ + " " + name + "; ", text: name,
		vars: a.held(t, p, name, true, place && !p.Const)}
	of, number := numberOf(typ, t.names)
	if whole := number && value && of.Class() != spec.Float && of.Bits() >= spec.WarpSize; whole {
		for _, text := range []string{"0xffffffffu", "0", "n", "i", "i % 32", "32"} {
			all = append(all, given{text: text, number: true})
		}
		if !strings.Contains(strings.ToLower(p.Name), "mask") {
			return append([]given{g}, all...)
		}
		bit := "bit_" + name
		voted := given{before: "bool " + bit + "; unsigned " + name + "; ", then: fmt.Sprintf(ballot, name, bit), text: name,
			vars: []heldBy{{cxx.Param{Type: "bool", Name: p.Name}, bit, true, false}}}
		return append([]given{voted}, all...)
	}
	if g.vars != nil {
		all = append(all, g)
	}
	return all
}

// pointed is what a pointer may be given: the memory that atomic operations change, or shared memory to work in.
func (a *audit) pointed(t target, p cxx.Param, name string) []given {
	of, number := numberOf(p.Type, t.names)
	switch {
	case number && of.Class() != spec.Float && atomic(t.Function):
		return []given{{shared: true, vars: a.held(t, p, "", true, true)}}
	case number && t.inBlock:
		typ := strings.TrimSpace(cxx.Resolved(p.Type, t.names))
		return []given{{before: fmt.Sprintf(sharedMemory+"%s %s[1024]; ", typ, name), text: name}}
	}
	return nil
}

// sharedMemory begins the declaration of memory that a function is lent.
const sharedMemory = "__attribute__((shared)) "

// atomic reports whether a function has atomic operations.
func atomic(f cxx.Function) bool {
	return slices.ContainsFunc(f.Body, func(t cxx.Token) bool { return strings.HasPrefix(t.Text, "atomic") })
}

// ballot makes a mask of truth values of the lanes.
const ballot = `asm volatile("{ .reg .pred q; setp.ne.u32 q, %%1, 0; vote.sync.ballot.b32 %%0, q, 0xffffffff; }" ` +
	`: "=r"(%s) : "r"((unsigned)%s)); `

// result is what a function returns.
func (a *audit) result(t target) given {
	typ := strings.TrimSpace(cxx.Resolved(t.Result(), t.names))
	if strings.HasSuffix(" "+typ, " void") {
		return given{}
	}
	return given{before: typ + " result = {}; ", vars: a.held(t, cxx.Param{Type: typ}, "result", false, true)}
}

// threadNumbers are statements that number a thread, its block, and the threads of that.
var threadNumbers = map[string]string{
	kernels.OfWarps: `asm("mov.u32 %0, %%laneid; mov.u32 %1, %%ctaid.x;" : "=r"(i), "=r"(b)); `,
	kernels.OfBlocks: `asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%ctaid.x; mov.u32 %2, %%ntid.x;" ` +
		`: "=r"(i), "=r"(b), "=r"(n)); `,
}

// caller is the kernel of a call, with what each parameter is given, and the result at the end. The result is 0 of
// lanes that do not call, and of those that get none by a parameter.
func (a *audit) caller(t target, params []cxx.Param, list []given, who string) (of entry, ok bool) {
	var declared, args, shown []string
	var before, after strings.Builder
	ins, outs, chosen := 0, 0, false
	add := func(v heldBy, isConst bool) string {
		typ, name := v.Type, fmt.Sprintf("p%d", len(declared))
		number, _ := numberOf(typ, t.names)
		of.params = append(of.params, kernels.Param{Name: v.Name, Type: number, Pointer: true, Const: isConst,
			Bool: isConst && cxx.Resolved(typ, t.names) == "bool"})
		if isConst {
			typ = "const " + typ
		}
		declared = append(declared, typ+" *"+name)
		return name + "[b * n + i]"
	}
	shared := slices.ContainsFunc(list, func(g given) bool { return g.shared })
	of.called, of.some = kernels.OfWarps, who == someLanes
	if t.inBlock && !shared {
		of.called = kernels.OfBlocks
	}
	if of.some {
		fmt.Fprintf(&before, "bool calls = %s; ", add(heldBy{Param: cxx.Param{Type: "bool"}}, true))
		ins++
	}
	for i, g := range list {
		if g.shared {
			in, out := add(g.vars[0], true), add(g.vars[0], false)
			fmt.Fprintf(&before, "if (i == 0) %s = %s; ", out, in)
			g.text, g.vars = "&"+strings.Replace(out, " + i", "", 1), nil
			of.shared = append(of.shared, params[i].Name)
			ins, outs = ins+1, outs+1
		}
		before.WriteString(g.before)
		for _, v := range g.vars {
			if v.in {
				ins++
				fmt.Fprintf(&before, "%s = %s; ", v.text, add(v, true))
			}
			if v.out {
				outs++
				fmt.Fprintf(&after, "%s = %s; ", add(v, false), v.text)
			}
		}
		before.WriteString(g.then)
		if i == len(params) {
			break
		}
		args = append(args, g.text)
		text := params[i].Name
		if g.number {
			chosen, text = true, asWritten[of.called].Replace(g.text)
		}
		shown = append(shown, text)
	}
	call, stores := fmt.Sprintf("%s(%s); ", t.called, strings.Join(args, ", ")), after.String()
	if list[len(params)].vars != nil {
		call = "result = " + call
	}
	switch {
	case of.some:
		call = stores + "if (!calls) return; " + call
	case who != "":
		call += "result = " + who + " ? result : 0; "
	}
	if shared {
		call = `asm volatile("bar.sync 0;" : : : "memory"); ` + call
	}
	of.guessed = chosen || shared || slices.ContainsFunc(list, func(g given) bool {
		return g.then != "" || strings.HasPrefix(g.before, sharedMemory)
	})
	if chosen {
		of.call = fmt.Sprintf("%s(%s)", t.called, strings.Join(shown, ", "))
	}
	of.name = compile.RandomName()
	of.text = fmt.Sprintf("extern \"C\" __attribute__((global)) void %s(%s) { unsigned i, n = 32, b; %s%s%s%s}\n", of.name,
		strings.Join(declared, ", "), threadNumbers[of.called], before.String(), call, stores)
	return of, ins > 0 && outs > 0 && (who == "" || list[len(params)].vars != nil)
}

// sizes are those of launches; for a function, the threads that call it.
func (l Launches) sizes(all []Launch) string {
	switch l.Called {
	case kernels.OfWarps:
		return "called by all 32 lanes of a warp"
	case kernels.OfBlocks:
		var threads []int
		for _, c := range all {
			threads = append(threads, c.Threads)
		}
		return "called by all threads of blocks of " + numbersText(threads) + " threads"
	}
	return sizes(all)
}
