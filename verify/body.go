//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/opbody"
	"github.com/shflgen/shflgen/internal/prover/operator"
)

// bodies is the second level of the proof of a file with functions of users. The first treats each as an unknown
// function, which stays a call. This one proves that the PTX of each computes what the Go function does.
func (p *cuda) bodies(ctx context.Context, r *Report, c choice) error {
	loaded, err := operator.Loaded(r.Spec)
	if err != nil {
		return err
	}
	picks, _, err := c.picks(ctx)
	if err != nil {
		return err
	}
	for _, fn := range loaded {
		if err := p.body(ctx, r, picks, fn); err != nil || !r.shown() {
			return err
		}
	}
	return nil
}

// body is the body of one function.
func (p *cuda) body(ctx context.Context, r *Report, picks []pick, of operator.Function) error {
	name := of.Pkg.Name + "." + of.Fn.Name()
	note := name + " kept as a call in these builds"
	fn, err := operator.Func(of.Func)
	if err != nil {
		return err
	}
	var builds []opbody.Build
	for _, k := range picks {
		for _, level := range p.levels(k) {
			builds = append(builds, opbody.Build{Compiler: k.compiler, Build: compile.Build{
				Arch: k.arch, Level: level, Flags: p.Flags[k.compiler.Name()], Define: p.declares(),
				Include: absolute(p.Include), Checked: true,
			}})
		}
	}
	report, err := opbody.Prove(ctx, opbody.Body{Go: fn, Source: p.src, Name: r.Spec.FileName() + of.Name,
		Exact: of.Exact}, builds)
	if err != nil {
		r.Verdict, r.Differs = NotProved, "the body of "+name+": "+err.Error()
		return ctx.Err()
	}
	results := report
	if of.Flag == "op" && report.Verdict() == opbody.Proved {
		entry, err := p.cABI(ctx, r, opbody.Body{Go: fn, Exact: of.Exact}, builds)
		if err != nil {
			return err
		}
		results = append(results, entry...)
	}
	proved, ways := 0, []string{}
	for _, x := range results {
		p.sees(x.Loose)
		switch x.Verdict {
		case opbody.Proved:
			proved++
			if !slices.Contains(ways, x.By) {
				ways = append(ways, x.By)
			}
		case opbody.Refuted:
			r.Verdict = Refuted
			r.Counterexample = &Counterexample{Spec: r.Spec, Build: x.Build, Fault: "the body of " + name + ": " + x.Why}
			return nil
		default: // the worse of the two levels
			r.Notes = append(r.Notes, "network proved with "+name+" kept as a call")
			r.Verdict, r.Differs = NotProved, fmt.Sprintf("%s: the body of %s: %s", x.Build, name, x.Why)
			if x.Verdict == opbody.Refused {
				r.Verdict = Refused
			}
			return nil
		}
	}
	if proved > 0 {
		byAddress := len(results) - len(report)
		note += fmt.Sprintf(", its body proved equal to the Go function in %d of %d builds, %s", proved-byAddress,
			len(report), strings.Join(ways, " and "))
		if byAddress > 0 {
			note += fmt.Sprintf(", and so called by the C ABI in %d", byAddress)
		}
	}
	r.Notes = append(r.Notes, note)
	return nil
}

// entries call an operator by the address of its operands, as libraries do that link such operators:
// with the result beside the operands, and in the place of one.
var entries = []string{
	"%[1]s result;\n    %[2]s_op_c(&a, &b, &result);\n    return result;",
	"%[2]s_op_c(&a, &b, &a);\n    return a;",
	"%[2]s_op_c(&a, &b, &b);\n    return b;",
}

// cABI proves that the operator of the C ABI computes the result of the Go function, in the builds of one
// architecture. Each build calls it in another way: it calls the body, which is proved in all.
func (p *cuda) cABI(ctx context.Context, r *Report, body opbody.Body, builds []opbody.Build) ([]opbody.Result, error) {
	var all []opbody.Result
	name, typ := r.Spec.FileName(), compile.CombinedName(r.Spec)
	for i, b := range builds {
		if b.Arch != builds[0].Arch {
			continue
		}
		b.Define = append(slices.Clone(b.Define), "SHFLGEN_C_ABI")
		source := fmt.Appendf(slices.Clone(p.src),
			"\nstatic __device__ inline %s %s_entry(%[1]s a, %[1]s b)\n{\n    %[3]s\n}\n", typ, name,
			fmt.Sprintf(entries[i%len(entries)], typ, name))
		body.Source, body.Name = source, name+"_entry"
		report, err := opbody.Prove(ctx, body, []opbody.Build{b})
		if err != nil {
			return nil, err
		}
		for _, x := range report {
			x.Build += " -DSHFLGEN_C_ABI"
			all = append(all, x)
		}
	}
	return all, nil
}
