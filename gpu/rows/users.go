package rows

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/userops"
)

// users are functions of package userops that kernels apply to rows, or make and combine elements by. They are linked
// in, as a machine with a GPU need not have the go command that loads them.
var users = map[string]any{
	"Limited": userops.Limited, "OverRoot": userops.OverRoot, "Halved": userops.Halved, "Added": userops.Added,
	"LiftMoments": userops.LiftMoments, "MergeMoments": userops.MergeMoments,
	"LiftSoftmax": userops.LiftSoftmax, "MergeSoftmax": userops.MergeSoftmax,
	"LiftSpread": userops.LiftSpread, "MergeSpreads": userops.MergeSpreads,
	"LiftSummary": userops.LiftSummary, "MergeSummaries": userops.MergeSummaries,
}

// identities are those of operators that have one, and are called on it.
var identities = map[string]any{"Added": userops.Level, "MergeSummaries": userops.Nothing}

// CompareFile compares a kernel in a file. The file's header may name functions of users.
func CompareFile(d *device.Device, path string, seed uint64, r *report.Report) {
	src := ends.Must(os.ReadFile(path))
	defer ends.During("%s", path)
	line, _, _ := strings.Cut(string(src), "\n")
	s := ends.Must(spec.ParseHeader(line))
	if row := s.Row(); row.Fn != nil {
		row.Fn = ends.Must(linked(row.Fn))
		s.Params = row
	}
	if s.Map.User() {
		s.Map = ends.Must(linked(s.Map))
	}
	if s.User != nil {
		s = ends.Must(linkedOp(s))
	}
	comparison{r}.compare(d, s, string(src), seed)
}

// linkedFunc is a function of a user as the one that is linked in.
func linked(m *spec.Map) (*spec.Map, error) {
	f := reflect.ValueOf(users[m.Name])
	if !f.IsValid() {
		return nil, fmt.Errorf("%s is not linked in", m.Ref)
	}
	known := spec.Map{Kind: spec.UserMap, GoFunc: linkedFunc(m.GoFunc), Apply: applied(f)}
	for i := range f.Type().NumIn() {
		known.Params = append(known.Params, operand(f.Type().In(i)))
	}
	known.Result = operand(f.Type().Out(0))
	return known.Intern(), nil
}

// linkedFunc is a function that a flag names, as its package declares it.
func linkedFunc(f spec.GoFunc) spec.GoFunc {
	path, _ := spec.SplitRef(f.Ref)
	return spec.GoFunc{Ref: f.Ref, Path: path, Package: "userops", Name: f.Name}
}

// linkedOp is a spec with the operator as the one that is linked in. Elements are of the operator's type.
func linkedOp(s spec.Spec) (spec.Spec, error) {
	f := reflect.ValueOf(users[s.User.Name])
	if !f.IsValid() {
		return s, fmt.Errorf("%s is not linked in", s.User.Ref)
	}
	of, called := operand(f.Type().Out(0)), applied(f)
	op := spec.UserOp{
		GoFunc: linkedFunc(s.User.GoFunc),
		Apply:  func(a, b []uint64) []uint64 { return called(append(a[:len(a):len(a)], b...)) },
	}
	if e, ok := identities[s.User.Name]; ok {
		op.Laws.Commutative, op.Identity = true, leavesOf(reflect.ValueOf(e))
	}
	s.Type, s.Elem, s.User = of.Type, of.Elem, op.Intern()
	return s, nil
}
