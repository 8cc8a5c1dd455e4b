// Package gen compiles a spec to source: spec → network → passes → target →
// bytes. It writes no files; what it returns is for its caller to place.
package gen

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/cuda"
	"github.com/shflgen/shflgen/gen/golang"
	"github.com/shflgen/shflgen/gen/network"
)

// Lang is a language that shflgen emits.
type Lang int8

// The languages.
const (
	Go Lang = iota
	CUDA
)

// Options is what a spec leaves open.
type Options struct {
	Package string // of the Go file
	Langs   []Lang // to emit, in any order
}

// target prints networks in one language.
type target struct {
	name   string // as -lang takes it
	ending string // of its files
	passes []pass
	emit   func(*network.Network, Options) ([]byte, error)
}

// pass rewrites a network into one that computes the same contract.
type pass struct {
	name string
	run  func(*network.Network) (*network.Network, error)
}

// check is a pass that changes nothing: it refuses a malformed network.
var check = pass{"check", network.Check}

var targets = [...]target{
	Go:   {"go", ".go", []pass{check, {"serial scans", network.Serial}, check}, func(n *network.Network, o Options) ([]byte, error) { return golang.Emit(n, o.Package) }},
	CUDA: {"cuda", ".cu", []pass{check, {"jump", network.Jump}, check, {"lanewise", network.Lanewise}, {"butterfly", network.Butterfly}, check, {"prune", network.Prune}, {"redux", network.Redux}, check}, func(n *network.Network, _ Options) ([]byte, error) { return cuda.Emit(n) }},
}

// Langs lists every language.
func Langs() []Lang {
	all := make([]Lang, len(targets))
	for i := range all {
		all[i] = Lang(i)
	}
	return all
}

// String is the name that -lang takes.
func (l Lang) String() string { return targets[l].name }

// Ending is the ending of the language's files, with its dot.
func (l Lang) Ending() string { return targets[l].ending }

// Generate compiles a spec. It returns the files by name; the same spec and
// options give the same bytes everywhere. The error holds every mistake.
func Generate(s shflgen.Spec, o Options) (map[string][]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, l := range o.Langs {
		if l < 0 || int(l) >= len(targets) {
			return nil, fmt.Errorf("gen: unexpected language %d", l)
		}
		if l == Go {
			if why := shflgen.CheckPackage(o.Package); why != "" {
				return nil, shflgen.FlagError{Flag: "pkg", Value: o.Package, Want: why}
			}
		}
		n, err := network.Build(s)
		if err != nil {
			return nil, err
		}
		for _, p := range targets[l].passes {
			if n, err = p.run(n); err != nil {
				return nil, fmt.Errorf("gen: pass %s: %w", p.name, err)
			}
		}
		if files[s.FileName()+l.Ending()], err = targets[l].emit(n, o); err != nil {
			return nil, err
		}
	}
	return files, nil
}
