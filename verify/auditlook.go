//go:build !js

package verify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/survey"
	"github.com/shflgen/shflgen/spec"
)

// Sizes of the blocks that call functions: those of a block, and those of a warp with member masks that leave lanes
// out.
var (
	blockSizes   = []int{32, 64, 96, 128, 256, 512, 1024}
	memorySizes  = []int{32, 64, 128, 256, 512} // of functions on an array in shared memory
	partialSizes = sizesTo(spec.WarpSize - 1)
)

func sizesTo(most int) (all []int) {
	for n := 2; n <= most; n++ {
		all = append(all, n)
	}
	return all
}

// trial is one form of a function in one launch.
type trial struct {
	form    survey.Form
	threads int // of a block; 0: a warp
	base    spec.Spec
}

// caller is the kernel of the trial.
func (t trial) caller() compile.Caller {
	return compile.Caller{Spec: t.base, Call: t.form.Called(t.threads)}
}

// look calls a function on numbers, by every form and in every launch.
func (a *audit) look(ctx context.Context, t target) (s sighting) {
	defer catch(&s.err)
	defer func() { s.suspects, s.partial = suspects(ctx, s.seen) }()
	if t.missing {
		return sighting{err: fmt.Errorf("a template without an instance in the file; -instance '%s<…>' names one", t.Name)}
	}
	sizes, memory := blockSizes, memorySizes
	switch {
	case !t.inBlock:
		memory = []int{spec.WarpSize}
	case a.Blocks != nil:
		sizes, memory = a.Blocks, a.Blocks
	}
	s = a.plainly(ctx, t, sizes)
	if forms := survey.MemoryForms(t.Function, t.called, t.names); len(forms) > 0 {
		if in := a.tries(ctx, t, forms, memory); in.err == nil {
			in.seen = append(in.seen, s.seen...)
			return in
		}
	}
	return s
}

// plainly are the calls in which each thread gives its element, in blocks of some sizes where the function is one of
// blocks.
func (a *audit) plainly(ctx context.Context, t target, sizes []int) sighting {
	if t.inBlock {
		return a.called(ctx, t, true, sizes)
	}
	s := a.called(ctx, t, false, []int{0})
	sound := func(o survey.Observed) bool { return o.Err == nil && o.Fault == "" }
	if s.err == nil && !slices.ContainsFunc(s.seen, sound) {
		if partial := a.called(ctx, t, true, partialSizes); partial.err == nil {
			s.seen = append(s.seen, partial.seen...)
		}
	}
	return s
}

// called are the calls by forms of one level, in launches of some sizes.
func (a *audit) called(ctx context.Context, t target, inBlock bool, sizes []int) sighting {
	forms, err := survey.Forms(t.Function, t.called, t.names, a.tokens, inBlock)
	if err != nil {
		return sighting{err: err}
	}
	return a.tries(ctx, t, forms, sizes)
}

// tries are the calls by some forms, in launches of some sizes.
func (a *audit) tries(ctx context.Context, t target, forms []survey.Form, sizes []int) sighting {
	var err error
	var all []trial
	for _, f := range forms {
		for _, threads := range sizes {
			if base, ok := survey.Base(f, threads); ok {
				all = append(all, trial{f, threads, base})
			}
		}
	}
	arches := a.Arches
	if arches == nil {
		arches = usual
	}
	for i, arch := range arches {
		seen, failed := a.run(ctx, arch, all)
		if len(seen) > 0 || ctx.Err() != nil {
			s := sighting{seen: seen, arches: a.Arches}
			if i > 0 {
				s.arches = arches[i:]
			}
			return s
		}
		err = failed
	}
	if strings.Contains(err.Error(), survey.WithState) {
		err = fmt.Errorf("%s: a parameter is of %s", t.signature, survey.WithState)
	}
	return sighting{err: err}
}

// run compiles all trials and executes each; or, where that does not compile, one by one.
func (a *audit) run(ctx context.Context, arch string, all []trial) (seen []survey.Observed, err error) {
	if seen, err = a.unit(ctx, arch, all); err == nil {
		return seen, nil
	}
	for len(all) > 0 { // those of one form are alike
		n := slices.IndexFunc(all, func(t trial) bool { return t.form != all[0].form })
		if n < 0 {
			n = len(all)
		}
		some, failed := a.unit(ctx, arch, all[:n])
		if failed != nil {
			err = failed
		}
		seen, all = append(seen, some...), all[n:]
	}
	return seen, err
}

// unit compiles trials together, by the first compiler that does.
func (a *audit) unit(ctx context.Context, arch string, all []trial) ([]survey.Observed, error) {
	var callers []compile.Caller
	kernel := make([]int, len(all)) // of each trial: its caller
	texts := map[string]int{}
	for i, t := range all {
		c := t.caller()
		n, ok := texts[c.Kernel("k")]
		if !ok {
			n = len(callers)
			texts[c.Kernel("k")], callers = n, append(callers, c)
		}
		kernel[i] = n
	}
	u := compile.NewUnit(callers...)
	build := compile.Build{Arch: arch, Define: a.Define, Include: absolute(a.Include), Lax: true, Lines: true,
		Beside: absolute([]string{filepath.Dir(a.subject.Path)})[0], Own: a.files.included}
	var code []byte
	err := errors.New("no compiler here can compile it")
	for _, c := range a.compilers {
		build.Flags = a.Flags[c.Name()]
		levels := compile.Levels(build.Flags)
		build.Level = levels[len(levels)-1]
		if code, err = c.Compile(ctx, u.Files(a.src), u.File, build); err == nil {
			break
		}
	}
	if err != nil {
		nameIn(err, u, a.subject.Path)
		return nil, err
	}
	seen, failed := make([]survey.Observed, len(all)), make([]error, len(all))
	waiting(func() { // as this work has a slot of its own
		inSlots(len(all), len(all), func() func(int) bool {
			return func(i int) bool {
				defer catch(&failed[i])
				t := all[i]
				w := way{own: true, calls: u.Kernels[kernel[i]], sources: a.files.named(u.Subject),
					promises: ptx.Promises{Dimensions: 1, AnyTie: !a.LowestTie, Together: true}}
				text, _ := w.inLaunch(t.base, code)
				file, err := w.read(a.subject.Path, text)
				if failed[i] = err; err == nil {
					seen[i] = survey.Observe(ctx, t.form, t.threads, file, w.calls, t.base)
				}
				return err == nil
			}
		})
	})
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return seen, nil
}

// chosenLevel reports whether flags or options choose how much is optimised.
func chosenLevel(o Options) bool {
	for _, flags := range o.Flags {
		if len(compile.Levels(flags)) == 1 {
			return true
		}
	}
	return o.Levels != nil
}
