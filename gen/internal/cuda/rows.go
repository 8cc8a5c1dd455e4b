package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// rows prints a kernel that gives one value a row, which [lower.RowReduce] makes: the text of its primitives and
// networks, and what the kernel promises.
type rows struct {
	*printer
	network.Row
	of     spec.Spec // the row
	name   string    // of the kernel
	inputs []rowInput
	least  int // blocks that a multiprocessor has at least, for the compiler; 0: it chooses
}

// rowFile is the file of a row's kernel.
func rowFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	r := &rows{
		printer: newAlone(network.Alone(s)), Row: *n.Row,
		of: s, name: s.FileName(), inputs: inputsOf(s), least: n.Program.Least,
	}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	if err := r.put(f, n, []*network.Network{n.Row.Across, n.Row.Columns}, "row", users); err != nil {
		return nil, err
	}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	f.Contract = slices.Concat(r.promise(f.Params), []string{""}, algebra)
	f.Frame, f.Type = r.frame(), ""
	return f, r.err
}

// put puts the functions of a program in a file: the networks by which the threads of a row or a block combine what
// each has, users' functions, and those of the program.
func (r *rows) put(f *file, n *network.Network, across []*network.Network, of string, users Users) error {
	types, err := structsOf(n.Spec)
	if err != nil {
		return err
	}
	if types != nil {
		f.Structs = types.decls
	}
	for _, a := range across {
		if a == nil {
			continue
		}
		file, err := fileOf(a, users)
		if err != nil {
			return err
		}
		file.Contract = append([]string{fmt.Sprintf("The threads of a %s combine what each has.", of), ""},
			contract.Gives(a.Spec, "")...)
		f.helps(file.Helpers)
		f.Plan = append(f.Plan, file.function)
	}
	user, err := userFunctions(n.Spec, users)
	if err != nil {
		return err
	}
	f.helps(user)
	if isIdentityLocal(r.combined) && n.Spec.User == nil {
		r.identityOf = &r.combined
	}
	p := &program{problem: r.problem, none: r.identity, before: r.withIdentity, inline: map[string]func(...expr) expr{
		"_op": r.combining, "_made": func(in ...expr) expr { return r.element(in) },
		"_wide": func(in ...expr) expr { return r.ofWide(in, r.of.Map == nil) },
	}}
	primitives := r.primitives()
	p.put(f, n.Program, func(primitive *ir.Func) []string {
		return primitives[strings.TrimPrefix(primitive.Name, r.name)]
	})
	return nil
}

// primitives are the functions that primitives are made of, by the ends of their names.
func (r *rows) primitives() map[string][]string {
	all := map[string][]string{}
	if r.of.In != spec.AsType {
		all["_made"] = append(all["_made"], r.widenHelper())
	}
	if r.of.Map != nil && !r.of.Map.User() {
		maps, err := r.mapHelpers()
		if err != nil {
			r.report("%w", err)
		}
		all["_made"], all["_wide"] = append(all["_made"], maps...), maps
	}
	if r.opHelper != "" {
		all["_op"] = []string{r.opHelper}
	}
	if r.composite != nil {
		_, shuffle := r.composite.shuffle("__shfl_down_sync", nil)
		all["_from_down"] = []string{shuffle}
	}
	if r.of.HasLane() && r.of.Type.Class() == spec.Float {
		alone := network.Alone(r.of)
		alone.Op = r.of.Op
		w := newAlone(alone)
		if w.err != nil {
			r.report("%w", w.err)
		}
		all["_key"], all["_unkey"] = []string{w.coding.encode}, []string{w.coding.decode}
	} else if r.coding.encode != "" {
		all["_unkey"] = []string{r.coding.encode, r.coding.decode}
	}
	return all
}

// promise says what the kernel does, and how it is launched.
func (r *rows) promise(ps params) []string {
	promise := contract.Gives(r.of, "")
	if r.of.Ranged() {
		promise = append(promise, "Of any other number of columns nothing is read or written.")
	}
	also := ""
	if r.of.HasLane() {
		also = ", its column idx[i]"
	}
	var names []string
	for _, p := range ps {
		names = append(names, p.name)
	}
	return append(promise, fmt.Sprintf("Row i is %s, of any alignment, and its result is out[i]%s.", r.where(), also),
		r.launchWith(strings.Join(names, ", ")))
}

// archesOf are the architectures that the code of s is for.
func archesOf(s spec.Spec) arches {
	if c := s.Arch.Capability(); c > 0 {
		return arches{c, c + 1}
	}
	return anyArch
}

// combining is the op on two expressions, as a call of a function of a program.
func (p *printer) combining(of ...expr) expr { return p.op(of[0], of[1]) }

// combined2 is the op on two elements of the caller's type.
func (p *printer) combined2(a, b expr) expr {
	p.combines = true
	if p.coding.encode == "" {
		return p.op(a, b)
	}
	return p.decode(p.op(p.encode(a), p.encode(b)))
}

// takesIn is a statement by which the local a takes in b.
func (p *printer) takesIn(a, b string) string {
	return fmt.Sprintf("%s = %s;", a, p.combined2(name(a), name(b)))
}

func indented(lines []string) []string {
	all := slices.Clone(lines)
	for i := range all {
		if all[i] != "" {
			all[i] = "    " + all[i]
		}
	}
	return all
}
