// Optwins writes functions by users' operators, in Go and CUDA, as packages under optwins/ that
// register them. The command operators links them in with the tag optwins.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/compare"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

const userops = "github.com/shflgen/shflgen/tests/userops"

// names are the operators of tests/userops.
var names = strings.Fields(`Compose ComposeF Better JoinBoxes MulComplex MulGaussian MergeRegisters LogAdd LogAddByHand MulMatrix Concat
	MulQuaternion LastSet SaturatingSum ComposeMaps MulMod Mean Minus Norm MergeSoftmax Add128 MergeSummaries MergeTop2 MergeMoments`)

// forms are the functions of each operator, with the number of lanes of which the first one has a result.
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

func main() {
	dir := flag.String("dir", "optwins", "write to this `folder`")
	only := flag.String("only", "", "operators whose names match a regular `expression`")
	flag.Parse()
	if err := write(*dir, *only); err != nil {
		fmt.Fprintln(os.Stderr, "optwins:", err)
		os.Exit(1)
	}
}

func write(dir, only string) error {
	choice, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	var imports strings.Builder
	for i, name := range names {
		if !choice.MatchString(name) {
			continue
		}
		pkg := fmt.Sprintf("p%03d", i)
		at := filepath.Join(dir, pkg)
		if err := os.MkdirAll(at, 0o777); err != nil {
			return err
		}
		var embeds, register strings.Builder
		for j, form := range forms {
			row, err := one(at, pkg, fmt.Sprintf("%s -op %s.%s", form.args, userops, name), form.named, j)
			if err != nil {
				return err
			}
			fmt.Fprintf(&embeds, "//go:embed k%d.cu\nvar cuda%[1]d string\n\n", j)
			register.WriteString(row)
		}
		text := fmt.Sprintf("package %s\n\nimport (\n\t_ \"embed\"\n\t\"unsafe\"\n\n\t\"github.com/shflgen/shflgen\"\n\t\"github.com/shflgen/shflgen/gpu/compare\"\n\t%q\n)\n\nvar _ = userops.Mean\n\n%sfunc init() {\n%s}\n",
			pkg, userops, embeds.String(), register.String())
		if err := os.WriteFile(filepath.Join(at, "register.go"), []byte(text), 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&imports, "\t_ \"github.com/shflgen/shflgen/gpu/optwins/%s\"\n", pkg)
	}
	return os.WriteFile(filepath.Join(dir, "optwins.go"), []byte("// Package optwins links every function.\npackage optwins\n\nimport (\n"+imports.String()+")\n"), 0o666)
}

// one writes one function and returns what registers it.
func one(at, pkg, args string, named, number int) (string, error) {
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		return "", err
	}
	warp, err := spec.ParseArgs([]string{"-pattern", "reduce", "-op", s.OpText()})
	if err != nil {
		return "", err
	}
	if known, _, err := operator.Resolve(warp, ".", ".", false); err == nil && known.User.Identity == nil && s.Block > 0 {
		s.Mask = spec.Full // without an identity a block leaves no thread out
	}
	s, fn, err := operator.Resolve(s, ".", ".", false)
	if err != nil {
		return "", err
	}
	files, err := gen.Generate(s, gen.Options{Package: pkg, Langs: gen.Langs(), Operator: gen.Operator{Package: fn.Pkg, Func: fn.Fn}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(at, s.FileName()+"_twin.go"), files[s.FileName()+".go"], 0o666); err != nil {
		return "", err
	}
	kernel, text := compare.OperatorText(s, files[s.FileName()+".cu"])
	if err := os.WriteFile(filepath.Join(at, fmt.Sprintf("k%d.cu", number)), []byte(text), 0o666); err != nil {
		return "", err
	}
	var leaves strings.Builder
	for _, l := range s.Shape().Element().Leaves() {
		fmt.Fprintf(&leaves, "{Path: %q, Offset: %d, Type: spec.Type(%d), Bool: %t}, ", l.Path, l.Offset, l.Type, l.Bool)
	}
	element, mask, sh := s.Type.String(), "", s.Shape()
	if s.Elem != nil {
		element = s.Elem.String()
	}
	switch {
	case sh.Masked() && sh.Block():
		mask = fmt.Sprintf("(*[%d]uint32)(mask[:%[1]d]), ", sh.MaskWords())
	case sh.Masked():
		mask = "mask[0], "
	}
	return fmt.Sprintf("\tcompare.RegisterOperator(compare.Operator{Args: %q, Kernel: %q, CUDA: cuda%d, Size: %d, Leaves: []spec.Leaf{%s}, Lanes: %d, Named: %d, Block: %t, Masked: %t,\n\t\tCall: func(mask *[spec.MaxBlock / 32]uint32, v unsafe.Pointer) { %s(%s(*[%d]%s)(v)) }})\n",
		args, kernel, number, s.Bits()/8, leaves.String(), sh.Lanes, named, sh.Block(), sh.Masked(), s.FuncName(), mask, sh.Lanes, element), nil
}
