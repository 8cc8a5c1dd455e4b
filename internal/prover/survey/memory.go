package survey

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// MemoryForms are the ways by which the threads of a block call a function on an array in shared memory that has an
// element of each. It returns the result, or leaves it in the thread's place of that array, or of another one. The
// caller waits before and after.
func MemoryForms(f cxx.Function, name string, names map[string]string) (all []Form) {
	params := f.Params()
	result, returns := TypeOf(f.Result(), names)
	void := strings.HasSuffix(" "+cxx.Resolved(f.Result(), names), " void")
	if strings.Contains(textOf(f.Head), "*") || !returns && !void {
		return nil
	}
	for array, p := range params {
		t, ok := TypeOf(p.Type, names)
		if !ok || p.Indirect != "*" || p.Length != "" || returns && t != result || !reads(f, p.Name) {
			continue
		}
		form, fits := Form{Type: t, Mask: spec.Full, Memory: true}, true
		args := make([][]argument, len(params))
		for i, beside := range params {
			args[i] = slices.DeleteFunc(arguments(beside, names, true, reads(f, beside.Name)), func(a argument) bool {
				return a.number && !slices.Contains([]string{"i", "{threads}", "0xffffffffu"}, a.text)
			})
			fits = fits && (i == array || len(args[i]) > 0)
		}
		elements := argument{text: "e", before: threadsPlace(t, "e") + "; e[i] = x; __syncthreads()"}
		args[array] = []argument{elements}
		if fits && returns {
			all = append(all, form.calls(name, args, false)...)
		}
		for i, out := range params { // that has the results
			of, ok := TypeOf(out.Type, names)
			if !fits || !ok || out.Const || out.Indirect != "*" || out.Length != "" || of != t || !p.Const && i != array {
				continue
			}
			results := argument{text: "r", before: threadsPlace(t, "r"), after: "__syncthreads(); r[i]"}
			if i == array {
				results = elements
				results.after = "__syncthreads(); e[i]"
			}
			if returns {
				results.unread = returned
			}
			with := slices.Clone(args)
			with[i] = []argument{results}
			all = append(all, form.calls(name, with, false)...)
			results.after, results.unread = strings.Replace(results.after, "[i]", "[{threads} + i]", 1), behind
			with[i] = []argument{results}
			all = append(all, form.calls(name, with, false)...)
		}
	}
	return all
}

// behind is what a form reads that looks behind the elements of the threads.
const behind = "the memory behind the elements"

// returned is what a form does not look at that looks at another result.
const returned = "the value that it returns"

// threadsPlace declares an array in shared memory that has the elements of the threads, and as many behind them.
func threadsPlace(t spec.Type, name string) string {
	return fmt.Sprintf("__shared__ %s %s[2 * {threads}]", compile.TypeName(t), name)
}

// Behind reports whether a call looks behind the elements of the threads.
func (f Form) Behind() bool { return f.Unread == behind }

// LeavesBehind reports whether a call of a function on shared memory leaves something behind the elements of the
// threads. No pattern speaks of that.
func (o Observed) LeavesBehind() bool {
	return o.Form.Behind() && slices.ContainsFunc(o.calls, func(call observed) bool {
		return slices.ContainsFunc(call.left.Calls[0].Elements, func(c check.Cell) bool {
			def, known := (bv.Numbers{}).Known(c.Def)
			return !known || def == 1
		})
	})
}

// LeavesScan reports whether a call of a function on shared memory leaves a scan there, beside the value that it
// returns.
func (o Observed) LeavesScan(ctx context.Context) bool {
	return o.Form.Memory && o.Form.Unread == returned && slices.ContainsFunc(o.With(ctx), func(a Agrees) bool {
		return a.Spec.Pattern.Scans()
	})
}
