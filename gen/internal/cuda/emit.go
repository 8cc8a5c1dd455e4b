// Package cuda prints networks as CUDA C++: a device function for one warp or
// block, without branches at warp level, and without headers but for halves.
package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// file is what is printed of a network.
type file struct {
	Header     string
	Parameters []string
	Guard      string
	Includes   []string
	Namespace  string
	Structs    []string   // types that the element is made of
	Helpers    []string   // functions that the code calls
	Plan       []function // what comes before the function, of the same spec
	After      []function // what comes after it
	Host       string     // functions of the host
	function
}

// helps adds functions that the code calls, each once.
func (f *file) helps(helpers []string) {
	for _, h := range helpers {
		if !slices.Contains(f.Helpers, h) {
			f.Helpers = append(f.Helpers, h)
		}
	}
}

// function is one function of the file, with its contract.
type function struct {
	Contract []string
	Frame    string // what stands before a kernel or a function with C linkage; empty for a static one
	Type     string
	Name     string
	Params   params
	Steps    []step
}

// step is a block of statements under a title.
type step struct {
	First  bool
	Before string // a directive of the preprocessor
	Title  string
	Lines  []string
	After  string // as Before
}

// Emit prints the network as a .cu file.
func Emit(n *network.Network, users Users) ([]byte, error) {
	of := fileOf
	switch {
	case n.Block != nil:
		of = func(n *network.Network, _ Users) (*file, error) { return clusterFile(n) }
	case n.Words != nil:
		of = func(n *network.Network, _ Users) (*file, error) { return wordsFile(n) }
	case n.Program != nil:
		of = programFile
	}
	f, err := of(n, users)
	if err != nil {
		return nil, err
	}
	for _, g := range slices.Concat(f.Plan, []function{f.function}, f.After) {
		g.Steps[0].First = true
	}
	return []byte(f.String()), nil
}

// String is the text of a file. It needs no template: a program with package text/template keeps every exported method,
// which makes that of the playground a tenth larger.
func (f *file) String() string {
	var b strings.Builder
	line := func(format string, of ...any) { fmt.Fprintf(&b, format+"\n", of...) }
	line("%s\n//", f.Header)
	for _, p := range f.Parameters {
		line("//   %s", p)
	}
	line("\n#ifndef %s\n#define %[1]s", f.Guard)
	line("#if defined(__CUDACC__) || defined(__CUDA__) // nothing for the compiler of a host")
	for i, header := range f.Includes {
		if i == 0 {
			line("")
		}
		line("#include <%s>", header)
	}
	if f.Namespace != "" {
		line("\nnamespace %s {", f.Namespace)
	}
	for _, text := range slices.Concat(f.Structs, f.Helpers) {
		line("\n%s", text)
	}
	line("")
	for _, g := range f.Plan {
		line("%s", g)
	}
	b.WriteString(f.function.String())
	for _, g := range f.After {
		line("")
		b.WriteString(g.String())
	}
	if f.Host != "" {
		line("\n%s", f.Host)
	}
	if f.Namespace != "" {
		line("\n} // namespace %s", f.Namespace)
	}
	line("\n#endif\n#endif")
	return b.String()
}

// String is the text of a function under its contract.
func (f function) String() string {
	var b strings.Builder
	line := func(format string, of ...any) { fmt.Fprintf(&b, format+"\n", of...) }
	for _, text := range f.Contract {
		line("%s", strings.TrimSpace("// "+text))
	}
	frame := f.Frame
	if frame == "" {
		frame = "[[maybe_unused]] static __device__ __forceinline__"
	}
	if f.Type != "" {
		frame += " " + f.Type
	}
	line("%s %s(%s)\n{", frame, f.Name, f.Params)
	for _, s := range f.Steps {
		if !s.First && s.Before != "#else" {
			line("")
		}
		if s.Before != "" {
			line("%s", s.Before)
		}
		line("    // %s", s.Title)
		for _, text := range s.Lines {
			if text != "" {
				text = "    " + text
			}
			line("%s", text)
		}
		if s.After != "" {
			line("%s", s.After)
		}
	}
	line("}")
	if mask := f.FloatMask(); mask != "" {
		line("\n// A mask is no floating-point number.\n%s", mask)
	}
	return b.String()
}

// fileOf is the file of a network of a warp or a block.
func fileOf(n *network.Network, users Users) (*file, error) {
	s, shape := n.Spec, n.Spec.Shape()
	on := archesOf(s)
	if on == anyArch && n.Faster != nil {
		on.below = n.Faster.Arch
	}
	planned := network.HasPointers(n)
	promise, err := promiseOf(n, planned)
	if err != nil {
		return nil, err
	}
	structs, err := structsOf(s)
	if err != nil {
		return nil, err
	}
	p := newPrinter(n, on)
	f := file{
		Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: includesOf(shape),
		Structs: structs,
		function: function{
			Contract: promise,
			Type:     returns(shape), Name: s.FileName(), Params: append(paramsOf(shape), memoryParam(s)...),
		},
	}
	if planned {
		f.Plan, f.Steps = p.planned(f.Params)
	} else {
		f.Steps = p.steps(f.Params)
	}
	if bytes := lentBytes(n); bytes > 0 {
		f.Helpers = append(f.Helpers, memoryType(s, bytes))
	}
	f.Helpers = append(f.Helpers, p.helpers...)
	if p.opHelper != "" && p.combines {
		f.Helpers = append(f.Helpers, p.opHelper)
	}
	f.Helpers = append(f.Helpers, p.packed.helpers()...)
	if n.Faster != nil {
		faster := f.function.faster(n.Faster, p.problem, nil)
		if faster.opHelper != "" && faster.combines {
			faster.helpers = append(faster.helpers, faster.opHelper)
		}
		f.Helpers = eitherHelpers(n.Faster.Arch, faster.helpers, f.Helpers)
	}
	user, err := userFunctions(p.shared(s), users)
	if err != nil {
		return nil, err
	}
	f.Helpers = append(user, f.Helpers...)
	f.links(s)
	return &f, p.err
}

// links gives the functions of a file their namespace and linkage.
func (f *file) links(s spec.Spec) {
	f.Namespace = s.Namespace
	if s.Linkage == spec.ExternLinkage {
		f.Frame = `extern "C" __device__`
		f.Contract = append(f.Contract, "",
			"C linkage: one translation unit of a program includes this file; others declare the function.")
		for i := range f.Plan {
			f.Plan[i].Frame = f.Frame
		}
	}
}
