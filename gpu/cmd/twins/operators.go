package main

import (
	"flag"
	"fmt"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/gpu/compare"
	"github.com/shflgen/shflgen/gpu/ends"
)

// names are the operators of tests/userops.
var names = strings.Fields(`Compose ComposeF Better JoinBoxes MulComplex MulGaussian MergeRegisters LogAdd
	LogAddByHand MulMatrix Concat MulQuaternion LastSet SaturatingSum ComposeMaps MulMod Mean Minus Norm MergeSoftmax
	Add128 MergeSummaries MergeTop2 MergeMoments`)

// forms are the functions of each operator. Lanes 0, named, 2*named, … have a result.
var forms = []struct {
	args  string
	named int
}{
	{"-pattern reduce -width 8", 1},
	{"-pattern xor-reduce -width 4 -mask full", 1},
	{"-pattern inclusive-scan -width 8 -mask full", 1},
	{"-pattern down-reduce -width 12 -mask full", 12},
	{"-pattern block-reduce -block 64", 64},
	{"-pattern block-reduce -block 96 -mask full", 96},
	{"-pattern block-reduce -block 128 -all -mask full", 1},
	{"-pattern block-reduce -block 256", 256},
	{"-pattern block-reduce -block 1024 -mask full", 1024},
	{"-pattern block-inclusive-scan -block 64 -mask full", 1},
	{"-pattern block-inclusive-scan -block 96", 1},
	{"-pattern block-exclusive-scan -block 128 -mask full", 1},
	{"-pattern block-inclusive-scan -block 256 -mask full", 1},
	{"-pattern block-exclusive-scan -block 1024 -mask full", 1},
}

// writeOperators writes the functions of the operators with names that match.
func writeOperators(w *writer, args []string) {
	only := ""
	parse(args, func(fs *flag.FlagSet) {
		fs.StringVar(&only, "only", "", "operators with names that match a regular `expression`")
	})
	choice := ends.Must(regexp.Compile(only))
	for _, name := range names {
		if !choice.MatchString(name) {
			continue
		}
		for _, form := range forms {
			w.operator(form.args, name, form.named)
		}
	}
}

// operator writes one function. By its contract lanes 0, named, 2*named, … have a result.
func (w *writer) operator(flags, name string, named int) {
	warp := resolved("-pattern reduce -op @." + name)
	if warp.User.Identity == nil && strings.Contains(flags, "-block") && !strings.Contains(flags, "-mask") {
		flags += " -mask full" // without an identity a block leaves no thread out
	}
	s := resolved(flags + " -op @." + name)
	src, cuda := emitted(s, w.name())
	kernel, text := compare.OperatorText(s, cuda)
	variable := w.embed([]byte(text))
	var leaves strings.Builder
	for _, l := range s.Shape().Element().Leaves() {
		fmt.Fprintf(&leaves, "{Path: %q, Offset: %d, Type: spec.Type(%d), Bool: %t}, ", l.Path, l.Offset, l.Type, l.Bool)
	}
	sh := s.Shape()
	w.add(s.FileName(), src,
		fmt.Sprintf("compare.RegisterOperator(compare.Operator{Args: %q, Kernel: %q, CUDA: %s, "+
			"Size: %d, Leaves: []spec.Leaf{%s}, Lanes: %d, Named: %d, Block: %t, Masked: %t, Func: %s})",
			strings.Join(s.Args(), " "), kernel, variable, s.Bits()/8, leaves.String(), sh.Lanes, named, sh.Block(), sh.Masked(),
			s.FuncName()))
}
