//go:build !js

package verify

import (
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/compile"
)

// job is one build and one call.
type job struct {
	pick
	build   compile.Build
	caller  compile.Caller
	inlined bool // functions of users are no calls
}

// jobs lists the builds, each with every call.
func (p *cuda) jobs(picks []pick) []job {
	var all []job
	for _, k := range picks {
		flags := p.Flags[k.compiler.Name()]
		beside, own := "", func(string) bool { return false }
		if p.Spec != nil {
			own = p.files.included
			beside = absolute([]string{filepath.Dir(p.report.File)})[0]
		}
		for _, level := range p.levels(k) {
			b := compile.Build{Arch: k.arch, Level: level, Flags: flags, Define: p.defines(), Include: absolute(p.Include),
				Beside: beside, Lax: p.Spec != nil, Lines: p.Spec != nil, Checked: p.traps(), Own: own}
			for _, c := range p.callers {
				all = append(all, job{pick: k, build: b, caller: c})
			}
		}
	}
	return all
}

// levels are those at which a compiler builds.
func (p *cuda) levels(k pick) []string {
	if p.Levels != nil {
		return p.Levels
	}
	return compile.Levels(p.Flags[k.compiler.Name()])
}

// defines are the macros of each build: functions of users stay calls.
func (p *cuda) defines() []string {
	all := p.declares()
	if p.report.Spec.CallsUsers() && p.Spec == nil {
		all = append(all, "SHFLGEN_CALLS")
	}
	return all
}

// declares are the macros of a build by itself, in which an emitted file declares the struct that a
// user declares elsewhere.
func (p *cuda) declares() []string {
	all := slices.Clone(p.Define)
	if p.report.Spec.CUDAType != "" && p.Spec == nil {
		all = append(all, "SHFLGEN_DECLARES")
	}
	return all
}

func absolute(folders []string) []string {
	var all []string
	for _, f := range folders {
		if a, err := filepath.Abs(f); err == nil {
			f = a
		}
		all = append(all, f)
	}
	return all
}
