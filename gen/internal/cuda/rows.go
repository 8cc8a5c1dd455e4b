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

// kernel prints the program of rows, of an array or of a scan: the text of its primitives and networks, and what the
// kernels promise.
type kernel struct {
	*printer
	network.Row
	grid   network.Grid
	of     spec.Spec // the rows, or the array
	name   string
	inputs []spec.Port // in memory
	least  int         // blocks that a multiprocessor has at least, for the compiler; 0: it chooses
}

// newAlone is the printer of what one thread combines by the op of s.
func newAlone(s spec.Spec) *printer {
	n, err := network.Represent(&network.Network{Spec: s})
	p := newPrinter(n, archesOf(s))
	if err != nil {
		p.report("%w", err)
	}
	return p
}

// programFile is the file of a program.
func programFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	k := &kernel{printer: &printer{problem: &problem{}}, of: s, name: s.FileName(), inputs: s.Shape().Matrices(),
		least: n.Program.Least}
	if !s.Pattern.Applies() {
		k.printer = newAlone(network.Alone(s))
	}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	var err error
	switch {
	case s.Pattern.GridScan():
		err = k.scans(f, n.Program, users)
	case s.Pattern.Applies():
		k.Row = *n.Row
		err = k.applies(f, n.Program, users)
	case n.Grid != nil:
		k.grid = *n.Grid
		k.callsOnce(s, k.name)
		err = k.put(f, n, []*network.Network{n.Grid.Across, n.Grid.Places}, "block", users)
	default:
		k.Row = *n.Row
		err = k.put(f, n, []*network.Network{n.Row.Across, n.Row.Columns}, "row", users)
	}
	if err != nil {
		return nil, err
	}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	if s.Pattern.Applies() {
		algebra = contract.Applied(s)
	}
	f.Contract = slices.Concat(k.promises(f), []string{""}, algebra)
	f.Frame, f.Type, f.Host = k.frame(), "", k.host(f.function)
	return f, k.err
}

// promises say what the kernels of a file do, and how they are launched.
func (k *kernel) promises(f *file) []string {
	switch s := k.of; {
	case s.Pattern.GridScan():
		return k.promiseOfScan()
	case s.Pattern.Applies():
		return k.promiseOfApplied(f.Params)
	case s.Pattern.Columns():
		return k.promiseOfColumns()
	case s.Shape().Grid():
		k.promiseAfter(f)
		return k.promiseOfArray(f.Params)
	}
	return k.promise(f.Params)
}

// put puts the functions of a program in a file: the networks by which the threads of a row or a block combine what
// each has, users' functions, and those of the program.
func (r *kernel) put(f *file, n *network.Network, across []*network.Network, of string, users Users) error {
	var err error
	if f.Structs, err = structsOf(n.Spec); err != nil {
		return err
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
func (r *kernel) primitives() map[string][]string {
	all := map[string][]string{}
	if r.of.In() != spec.AsType {
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
func (r *kernel) promise(ps params) []string {
	also := ""
	if r.of.HasLane() {
		also = ", its column idx[i]"
	}
	var names []string
	for _, p := range ps {
		names = append(names, p.name)
	}
	return append(r.gives(), fmt.Sprintf("Row i is %s, %s, and its result is out[i]%s.", r.where(),
		contract.Aligned(r.of), also),
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

// indented are the lines of a block.
func indented(lines []string) []string {
	all := slices.Clone(lines)
	for i := range all {
		if all[i] != "" {
			all[i] = "    " + all[i]
		}
	}
	return all
}

// gives says what the kernel gives each row.
func (r *kernel) gives() []string {
	gives := contract.Gives(r.of, "")
	if r.of.Ranged() {
		gives = append(gives, "Of any other number of columns nothing is read or written.")
	}
	return gives
}

// last is the number of the last column.
func (r *kernel) last() string {
	if r.of.Ranged() {
		return "cols - 1"
	}
	return fmt.Sprint(r.of.Cols() - 1)
}

// where says where a row is, in each input.
func (r *kernel) where() string {
	var all []string
	last := r.last()
	for _, in := range r.names() {
		pitch := "pitch"
		if r.of.Map != nil {
			pitch = in + "_pitch"
		}
		all = append(all, fmt.Sprintf("%s[i * %s] to %[1]s[i * %[2]s + %s]", in, pitch, last))
	}
	return strings.Join(all, " and ")
}

// launchWith says how a kernel of some arguments is launched.
func (r *kernel) launchWith(args string) string {
	if r.Blocks > 1 {
		return fmt.Sprintf("Launch: a cluster of %d blocks of %d threads for each row, %s<<<rows * %[1]d, %[2]d>>>(%[4]s).",
			r.Blocks, r.Block(), r.name, args)
	}
	if r.Rows == 1 {
		return fmt.Sprintf("Launch: one block of %d threads for each row, %s<<<rows, %[1]d>>>(%[3]s).", r.Block(), r.name,
			args)
	}
	return fmt.Sprintf("Launch: a block of %d threads for %d rows, %s<<<(rows + %d) / %[2]d, %[1]d>>>(%[5]s).", r.Block(),
		r.Rows, r.name, r.Rows-1, args)
}

// A row may be shared by the blocks of a cluster: each combines consecutive threads of the order, and block 0
// what all have. The tree and so the bits are the same as for one block. Below sm_90 the launch is the same, and
// the first of these blocks has the row to itself.

// bounds are the threads of a block, and of some kernels how many blocks a multiprocessor has at least.
func (r *kernel) bounds() string {
	switch s := r.of; {
	case s.Pattern.GridScan():
		threads := s.ScanOrder().Threads()
		return fmt.Sprintf("%d, %d", threads, scanThreads/threads)
	case s.Pattern.Columns():
		return fmt.Sprint(s.ColumnLaunch().Threads)
	case s.Shape().Grid():
		return fmt.Sprintf("%d, 2", r.grid.Threads)
	case r.least == 0:
		return fmt.Sprint(r.Block())
	}
	return fmt.Sprintf("%d, %d", r.Block(), r.least)
}

// frame is what stands before the kernel's name. Below sm_90 registers of row-apply are not bounded: some
// multiprocessors have fewer threads, and where a block has the whole row, on sm_80, the bound of a softmax of 50,257
// float32 put 4 KB of each thread into memory.
func (r *kernel) frame() string {
	global, void := `extern "C" __global__`, fmt.Sprintf("void __launch_bounds__(%s)", r.bounds())
	dims := ""
	if r.Blocks > 1 {
		dims = fmt.Sprintf("__cluster_dims__(%d, 1, 1) ", r.Blocks)
	}
	switch {
	case r.of.Arch != spec.AnyArch, dims == "" && (r.least == 0 || !r.of.Pattern.Applies()):
		return global + " " + dims + void
	case r.least > 0:
		return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s__launch_bounds__(%s)\n"+
			"#else\n__launch_bounds__(%d)\n#endif\nvoid", global, 10*clusterArch, dims, r.bounds(), r.Block())
	}
	return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s\n#endif\n%s", global, 10*clusterArch, strings.TrimSpace(dims),
		void)
}

// element is what is combined of an element of each input.
func (r *kernel) element(all []expr) expr {
	mapped := r.of.Map == nil
	if r.of.MapsStored() {
		all, mapped = []expr{call(mapName(r.of), all...)}, true
	}
	if r.of.In() != spec.AsType {
		for i, e := range all {
			if !r.of.Shape().In[i].Role.OfRow() {
				all[i] = call(r.name+"_widen", e)
			}
		}
	}
	return r.ofWide(all, mapped)
}

// ofWide is what is combined of an element of each input, as the type that is computed in.
func (r *kernel) ofWide(all []expr, mapped bool) expr {
	e := all[0]
	if !mapped {
		e = call(mapName(r.of), all...)
	}
	return r.encode(e)
}

// mapHelpers are the functions by which a map of the table makes an element of the inputs.
func (r *kernel) mapHelpers() ([]string, error) {
	s := r.of
	if s.MapsStored() {
		s.Name, s.Type = s.FileName(), s.InType()
		s = s.Widened()
	}
	text, err := knownMap(s, r.on)
	return []string{text}, err
}

// widenHelper turns an element of memory into a float.
func (r *kernel) widenHelper() string {
	from := r.of.InType()
	if r.of.In().Integer() {
		wide := ctypes[r.of.Type].name
		return helper{
			does: "The value of an element in memory.", result: wide, name: r.name + "_widen",
			params: ctypes[from].name + " narrow",
			body:   lines(fmt.Sprintf("return (%s)narrow;", wide)),
		}.String()
	}
	ptx := "cvt.f32.f16 %0, %1;"
	if from == spec.Bfloat16 {
		ptx = "mov.b32 %0, {0, %1};"
	}
	return helper{
		does: fmt.Sprintf("The value of a %s, exactly.", from), result: "float", name: r.name + "_widen",
		params: ctypes[from].name + " narrow",
		body: lines("float wide;", fmt.Sprintf(`asm("%s" : "=f"(wide) : "h"(%s));`, ptx,
			fmt.Sprintf(operands[from].to, "narrow")), "return wide;"),
	}.String()
}
