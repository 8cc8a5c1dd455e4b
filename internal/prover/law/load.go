package law

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// Load is the operator that a reference names as seen from a folder, such as ./stats.Merge or
// example.com/stats.Merge, with what its directive claims.
func Load(dir, ref string) (Op, error) {
	i := strings.LastIndexByte(ref, '.')
	path, name := ref[:max(i, 0)], ref[i+1:]
	if i < 0 || name == "" || strings.ContainsAny(name, "/\\") {
		return Op{}, errors.New("want a package and its function, such as ./stats.Merge")
	}
	pkg, err := userpkg.Load(dir, path)
	if err != nil {
		return Op{}, err
	}
	var errs []error
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			errs = append(errs, userpkg.Complaint(e))
		}
	})
	if len(errs) > 0 {
		return Op{}, errors.Join(errs...)
	}
	f, err := userpkg.Claimed(pkg, name)
	if err != nil {
		return Op{}, err
	}
	return Of(f)
}

// Of is the operator that a function is, with what its directive claims.
func Of(f *userpkg.Func) (Op, error) {
	pkg := gofunc.Loaded(f.Pkg)
	run, err := gofunc.New(pkg, f.Fn.Name())
	if err != nil {
		return Op{}, err
	}
	op := Op{Func: run, Claims: Claimed(f.Claims.Laws), Identity: f.Claims.Identity}
	if f.Claims.Valid != "" {
		if op.Valid, err = gofunc.New(pkg, f.Claims.Valid); err != nil {
			return Op{}, fmt.Errorf("%s: valid=%s: %w", f.Claims.At["valid"], f.Claims.Valid, err)
		}
	}
	return op, nil
}

// Claimed are the laws that a directive claims.
func Claimed(claims spec.Laws) (all []Law) {
	for law, claimed := range map[Law]bool{Associative: claims.Associative, Commutative: claims.Commutative,
		Idempotent: claims.Idempotent} {
		if claimed {
			all = append(all, law)
		}
	}
	slices.Sort(all)
	return all
}
