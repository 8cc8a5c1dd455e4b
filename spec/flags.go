package spec

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
)

// Bind registers the flags of a spec on fs, to be parsed into s. A value that
// cannot be read is passed to wrong and parsing goes on, so that one run reports
// every error. Call [Spec.Settle] after parsing.
func (s *Spec) Bind(fs *flag.FlagSet, wrong func(FlagError)) {
	bindName(fs, wrong, &s.Pattern, Patterns(), "pattern", "which lanes' values reach which lane")
	bindInt(fs, wrong, &s.Width, "width", "`lanes` in a segment, 1..32; 32 if left out")
	s.bindType(fs, wrong)
	s.bindOp(fs, wrong)
	s.bindMap(fs, wrong)
	s.bindCUDAType(fs, wrong)
	bindName(fs, wrong, &s.Mask, MaskModes(), "mask", "which lanes contribute")
	bindName(fs, wrong, &s.Order, Orders(), "order", "shape of the tree")
	bindDistance(fs, wrong, &s.Src, "src", "`lane` of the segment that shfl reads; var: a parameter; each: a parameter of each lane's own")
	bindDistance(fs, wrong, &s.Delta, "delta", "`lanes` that shfl-up, shfl-down and rotate move by; rotate takes a negative one too; var: a parameter")
	bindDistance(fs, wrong, &s.Xor, "xor", "`mask` on the lane number, for shfl-xor, array-exchange and swap; var: a parameter of shfl-xor")
	s.bindMovement(fs, wrong)
	s.bindMemory(fs, wrong)
	bindBool(fs, wrong, &s.Partial, "partial", "load and store: the caller says how many elements are left for the warp, so that the last warp takes what it has")
	s.bindRow(fs, wrong)
	s.bindLaunch(fs, wrong)
	bindName(fs, wrong, &s.Key, KeyTypes(), "key", "type of the keys, for keyed-reduce and rank")
	bindInt(fs, wrong, &s.N, "n", "`registers` a lane, 1..64, for batch-reduce, block-reduce, array-exchange, swap, transpose, permute, sort, topk, select and compact")
	bindInt(fs, wrong, &s.K, "k", "topk: the `number` of elements that every lane gets; select: the rank of the one, counted from 1")
	bindInt(fs, wrong, &s.Block, "block", "`threads` in a block, 1..1024, for block patterns")
	bindBool(fs, wrong, &s.All, "all", "block-reduce: every thread gets the result, not thread 0 alone; batch-reduce: every lane gets every result")
	bindBool(fs, wrong, &s.Total, "total", "block-inclusive-scan and block-exclusive-scan: every thread also gets the reduction of the block")
	bindBool(fs, wrong, &s.Descending, "descending", "sort, topk and select: the greatest element first")
	bindBool(fs, wrong, &s.Stable, "stable", "sort: promise that equal elements stay in the order of lanes, then of registers; every sort is stable, and pays nothing for it")
	bindBool(fs, wrong, &s.From, "from", "sort: also give the lane that each element was in, by which values follow their keys; equal ones stay in the order of lanes")
	s.bindValue(fs, wrong)
	s.bindGoal(fs, wrong)
	s.bindCluster(fs, wrong)
	bindName(fs, wrong, &s.Arch, Arches(), "arch", "architecture that the CUDA is for")
	s.bindLinkage(fs, wrong)
	s.bindForms(fs, wrong)
	fs.Func("name", "`identifier` of the Go function; its snake_case names the files and the CUDA function", func(text string) error {
		if text == "" {
			wrong(FlagError{"name", text, "want an identifier, or leave -name out"})
		}
		s.Name = text
		return nil
	})
	Once(fs, wrong)
}

// Once makes every current flag of fs report a second value to wrong. A later call does not
// change the flags of an earlier call.
func Once(fs *flag.FlagSet, wrong func(FlagError)) {
	fs.VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(*onceValue); !ok {
			f.Value = &onceValue{Value: f.Value, flag: f.Name, wrong: wrong}
		}
	})
}

// onceValue is a flag's value that is set once.
type onceValue struct {
	flag.Value
	flag  string
	wrong func(FlagError)
	set   bool
	text  string // as given
}

// Set sets the first value and reports any other.
func (o *onceValue) Set(text string) error {
	if o.set {
		o.wrong(FlagError{o.flag, text, "given twice; want it once"})
		return nil
	}
	o.set, o.text = true, text
	return o.Value.Set(text)
}

// String is the text that was given.
func (o *onceValue) String() string { return o.text }

// IsBoolFlag reports whether the flag may be given without a value.
func (o *onceValue) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// bindName registers a flag that takes the name of one of a vocabulary's values.
func bindName[T fmt.Stringer](fs *flag.FlagSet, wrong func(FlagError), to *T, all []T, name, usage string) {
	set := func(text string) error {
		for _, v := range all {
			if v.String() == text {
				*to = v
				return nil
			}
		}
		wrong(FlagError{name, text, "want one of " + oneOf(all) + spelling.Suggestion(text, namesOf(all), "")})
		return nil
	}
	bindChoices(fs, namesOf(all), name, usage+": "+oneOf(all), set)
}

// bindInt registers a flag with an integer value.
func bindInt(fs *flag.FlagSet, wrong func(FlagError), to *int, name, usage string) {
	fs.Func(name, usage, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil {
			wrong(FlagError{name, text, "want a whole number"})
			return nil
		}
		*to = n
		return nil
	})
}

// bindBool registers a flag without a value.
func bindBool(fs *flag.FlagSet, wrong func(FlagError), to *bool, name, usage string) {
	fs.BoolFunc(name, usage, func(text string) error {
		given, err := strconv.ParseBool(text)
		if err != nil {
			wrong(FlagError{name, text, "want true or false"})
			return nil
		}
		*to = given
		return nil
	})
}

// Settle sets the defaults that depend on other flags: the width, the mask mode and the type, if they
// were not given.
func (s *Spec) Settle(given func(flag string) bool) {
	if !given("mask") {
		s.Mask = NewSpec(s.Pattern).Mask
	}
	if !given("width") {
		s.Width = NewSpec(s.Pattern).Width
	}
	if !given("type") && s.Pattern.Applies() { // which computes in nothing else
		s.Type = Float32
	}
}

// Args are the flags that make s, in a fixed order, defaults left out: the
// canonical command line of a spec. [ParseArgs] reads them back.
func (s Spec) Args() []string {
	def := NewSpec(s.Pattern)
	args := []string{"-pattern", s.Pattern.String()}
	add := func(differs bool, flag string, value any) {
		if differs {
			args = append(args, "-"+flag, fmt.Sprint(value))
		}
	}
	add(s.Width != 0, "width", s.Width)
	add(s.Pattern.Block(), "block", s.Block)
	add(s.Pattern.Row(), "cols", s.ColsText())
	add(s.Key != def.Key, "key", s.Key)
	add(s.N > 0, "n", s.N)
	add(s.K > 0, "k", s.K)
	if d := s.Pattern.Distance(); d != NoParam {
		add(true, d.Flag(), distanceText(s.Distance()))
	}
	args = append(args, s.movementArgs()...)
	if s.Partial {
		args = append(args, "-partial")
	}
	add(s.Memory != def.Memory, "memory", s.Memory)
	add(s.Type != def.Type && s.User == nil && !s.Map.User(), "type", s.TypeText())
	add(s.In != def.In, "in", s.In)
	add(s.F != def.F, "f", s.FText())
	add(s.Op != def.Op, "op", s.OpText())
	if s.Map != nil {
		args = append(args, "-map", s.Map.Ref)
	}
	add(s.CUDAType != "", "cuda-type", s.CUDAType)
	add(s.Mask != def.Mask, "mask", s.Mask)
	add(s.Order != def.Order, "order", s.Order)
	if s.All {
		args = append(args, "-all")
	}
	if s.Total {
		args = append(args, "-total")
	}
	if s.Descending {
		args = append(args, "-descending")
	}
	if s.Stable {
		args = append(args, "-stable")
	}
	if s.From {
		args = append(args, "-from")
	}
	add(s.Value != nil, "value", s.ValueText())
	args = append(args, s.launchArgs()...)
	add(s.For != def.For, "for", s.For)
	add(s.Cluster != def.Cluster, "cluster", s.Cluster)
	add(s.Arch != def.Arch, "arch", s.Arch)
	add(s.Namespace != "", "namespace", s.Namespace)
	add(s.Linkage != def.Linkage, "linkage", s.Linkage)
	add(s.Forms != 0, "form", s.Forms)
	add(s.Name != "", "name", s.Name)
	return args
}

// ParseArgs reads the canonical command line of a spec. The error joins every
// [FlagError] in it.
func ParseArgs(args []string) (Spec, error) {
	s := NewSpec(0)
	var found []error
	fs := flag.NewFlagSet("spec", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	s.Bind(fs, func(m FlagError) { found = append(found, m) })
	if err := fs.Parse(args); err != nil {
		return Spec{}, err
	}
	if fs.NArg() > 0 {
		return Spec{}, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["pattern"] {
		found = append(found, errors.New("-pattern is missing"))
	}
	s.Settle(func(flag string) bool { return given[flag] })
	if found == nil {
		found = append(s.Unused(fs), s.Validate())
	}
	if err := errors.Join(found...); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// HeaderPrefix starts the first line of every emitted file.
const HeaderPrefix = "// Code generated by shflgen "

// headerSuffix ends it, so that Go tools see generated code.
const headerSuffix = "; DO NOT EDIT."

// Header is the first line of a file emitted for s.
func (s Spec) Header() string {
	return HeaderPrefix + strings.Join(s.Args(), " ") + headerSuffix
}

// ParseHeader reads the spec from the first line of an emitted file, whose end may
// be \n or \r\n.
func ParseHeader(line string) (Spec, error) {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), HeaderPrefix)
	if !ok {
		return Spec{}, fmt.Errorf("the first line does not start with %q", HeaderPrefix)
	}
	args, ok := strings.CutSuffix(rest, headerSuffix)
	if !ok {
		return Spec{}, fmt.Errorf("the first line does not end with %q", headerSuffix)
	}
	if len(args) > maxHeader {
		return Spec{}, fmt.Errorf("the first line has %d bytes; want at most %d", len(line), maxHeader)
	}
	return ParseArgs(strings.Fields(args))
}

// maxHeader bounds the command of a header in bytes. The longest emitted, of a permutation of 2048
// slots, has 11 KB.
const maxHeader = 1 << 16

func oneOf[T fmt.Stringer](all []T) string { return strings.Join(namesOf(all), ", ") }

// wanted says which of some values are right.
func wanted[T fmt.Stringer](all []T) string {
	if len(all) == 1 {
		return all[0].String()
	}
	return "one of " + oneOf(all)
}

func namesOf[T fmt.Stringer](all []T) []string {
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = v.String()
	}
	return names
}
