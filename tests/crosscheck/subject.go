package crosscheck

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// Subject is PTX with one kernel that calls a function of the given spec, or the CUDA that becomes PTX.
type Subject struct {
	Name string
	Spec spec.Spec
	PTX  []byte
}

// Compiler makes PTX of an emitted CUDA file for one architecture.
type Compiler struct {
	Name string
	Arch string
	One  func(s spec.Spec, src []byte, arch string) ([]byte, error)
}

// Compilers are the compilers of this machine: clang and nvcc, each for three
// architectures. A compiler that is missing is left out.
func Compilers() []Compiler {
	var all []Compiler
	if c, err := compile.FindClang(); err == nil {
		for _, arch := range []string{"sm_70", "sm_80", "sm_90"} {
			all = append(all, Compiler{"clang", arch, c.One})
		}
	}
	if c, err := compile.FindNVCC(); err == nil {
		for _, arch := range []string{"sm_80", "sm_90", "sm_100a"} {
			all = append(all, Compiler{"nvcc", arch, c.One})
		}
	}
	return all
}

// specsIn are the files of a folder with an ending, each with the spec that its first line gives.
func specsIn(dir, ending string, read func(first string) (spec.Spec, error)) ([]Subject, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+ending))
	if err != nil {
		return nil, err
	}
	var all []Subject
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(text), "\n")
		s, err := read(first)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, Subject{filepath.Base(name), s, text})
	}
	return all, nil
}

// sampledSources emits n specs of the catalogue, chosen by the seed.
func sampledSources(n int, seed uint64) ([]Subject, error) {
	specs := slices.Collect(catalogue.All())
	rng := rand.New(rand.NewPCG(seed, 0x5a))
	rng.Shuffle(len(specs), func(i, j int) { specs[i], specs[j] = specs[j], specs[i] })
	var all []Subject
	for _, s := range specs[:min(n, len(specs))] {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			return nil, err
		}
		for name, text := range files {
			all = append(all, Subject{name, s, text})
		}
	}
	return all, nil
}

// Generated compiles every CUDA file of dir with every compiler. cache is a
// folder that keeps the PTX.
func Generated(dir, cache string, compilers []Compiler) ([]Subject, error) {
	sources, err := specsIn(dir, ".cu", spec.ParseHeader)
	if err != nil {
		return nil, err
	}
	return compileAll(sources, cache, func(int) []Compiler { return compilers })
}

// Sampled compiles n specs of the catalogue, the compilers alternating.
func Sampled(n int, seed uint64, cache string, compilers []Compiler) ([]Subject, error) {
	sources, err := sampledSources(n, seed)
	if err != nil {
		return nil, err
	}
	return compileAll(sources, cache, func(i int) []Compiler {
		if len(compilers) == 0 {
			return nil
		}
		if sources[i].Spec.Shape().Halves() { // clang lacks the toolkit's headers
			for _, c := range compilers[i%len(compilers):] {
				if c.Name == "nvcc" {
					return []Compiler{c}
				}
			}
		}
		return compilers[i%len(compilers) : i%len(compilers)+1]
	})
}

// compileAll compiles each source with the compilers that by returns for it, two at a time. A
// compiler skips sources that it does not support.
func compileAll(sources []Subject, cache string, by func(i int) []Compiler) ([]Subject, error) {
	type job struct {
		source Subject
		Compiler
	}
	var jobs []job
	for i, s := range sources {
		for _, c := range by(i) {
			jobs = append(jobs, job{s, c})
		}
	}
	subjects := make([]Subject, len(jobs))
	errs := make([]error, len(jobs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for i := range next {
				j := jobs[i]
				name := fmt.Sprintf("%s.%s.%s.ptx", strings.TrimSuffix(j.source.Name, ".cu"), j.Name, j.Arch)
				ptx, err := cached(filepath.Join(cache, name), func() ([]byte, error) {
					return j.One(j.source.Spec, j.source.PTX, j.Arch)
				})
				subjects[i], errs[i] = Subject{name, j.source.Spec, ptx}, err
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	workers.Wait()
	var made []Subject
	for i, err := range errs {
		switch {
		case errors.Is(err, compile.ErrHalf) || err != nil && strings.HasPrefix(err.Error(), "written for"):
		case err != nil:
			return nil, err
		default:
			made = append(made, subjects[i])
		}
	}
	return made, nil
}

// cached reads a file, or makes it.
func cached(path string, do func() ([]byte, error)) ([]byte, error) {
	if text, err := os.ReadFile(path); err == nil {
		return text, nil
	}
	text, err := do()
	if err != nil {
		return nil, err
	}
	return text, os.WriteFile(path, text, 0o666)
}

// Fixtures are the PTX files of a folder. The first line of each is a comment with
// the flags of its spec.
func Fixtures(dir string) ([]Subject, error) {
	return specsIn(dir, ".ptx", func(first string) (spec.Spec, error) {
		flags, ok := strings.CutPrefix(strings.TrimSpace(first), "// -")
		if !ok {
			return spec.Spec{}, errors.New("the first line gives no flags")
		}
		return spec.ParseArgs(strings.Fields("-" + flags))
	})
}

// Subjects are all programs that a run compares as they are.
func Subjects(generated, cache string, specs int, seed uint64, fixtures, attacks string) ([]Subject, error) {
	compilers := Compilers()
	all, err := Generated(generated, cache, compilers)
	if err != nil {
		return nil, err
	}
	sampled, err := Sampled(specs, seed, cache, compilers)
	if err != nil {
		return nil, err
	}
	fixed, err := Fixtures(fixtures)
	if err != nil {
		return nil, err
	}
	wrong, err := Attacks(attacks, cache)
	return append(append(append(all, sampled...), fixed...), wrong...), err
}
