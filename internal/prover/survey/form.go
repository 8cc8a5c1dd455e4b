// Package survey finds the specs that a function of someone's own agrees with on numbers. It decides nothing: its
// results are candidates for a proof.
package survey

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// Form is one way to call a function.
type Form struct {
	Call  string // the expression; {threads} stands for the number of threads of the block
	Type  spec.Type
	Mask  spec.MaskMode
	N     int  // registers of a lane; 0: no array
	Index bool // the number of a lane is left, too
	Lent  bool // the caller lends shared memory
	Given bool // the caller gives a distance
	Own   bool // the result is in a place of its own, which holds nothing before
	Role  spec.Role

	Memory    bool // the elements are in an array in shared memory
	NamesMask bool // a parameter has mask in its name
	Chosen    bool // a number of the call is nobody's but its own
	Guessed   bool // a pointer that the function indexes leads to one element: nobody may call it so

	Of     string // the name of the function and its arguments
	Unread string // a parameter that leaves a result which the call does not look at: such a call proves nothing
}

// Called is the call in a block of some threads.
func (f Form) Called(threads int) string {
	return strings.ReplaceAll(f.Call, "{threads}", strconv.Itoa(threads))
}

// words are the spellings of a type that are none of [compile.TypeName].
var words = map[string]spec.Type{
	"unsigned int": spec.Uint32, "uint": spec.Uint32, "uint32_t": spec.Uint32, "signed": spec.Int32,
	"signed int": spec.Int32, "int32_t": spec.Int32,
	"long long int": spec.Int64, "int64_t": spec.Int64, "unsigned long long int": spec.Uint64, "uint64_t": spec.Uint64,
	"long long unsigned": spec.Uint64, "long long unsigned int": spec.Uint64,
	"short int": spec.Int16, "int16_t": spec.Int16, "unsigned short int": spec.Uint16, "uint16_t": spec.Uint16,
	"int8_t": spec.Int8, "uint8_t": spec.Uint8,
	"half": spec.Float16, "half2": spec.Float16x2,
}

// TypeOf is the element type of a type as written.
func TypeOf(written string, names map[string]string) (spec.Type, bool) {
	written = strings.TrimPrefix(strings.ReplaceAll(cxx.Resolved(written, names), " :: ", "::"), "std::")
	for _, t := range spec.Types() {
		if compile.TypeName(t) == written {
			return t, true
		}
	}
	t, ok := words[written]
	return t, ok
}

// mostForms bounds how many ways to call one function are tried.
const mostForms = 24

// Forms are the ways to call a function that fit its signature. names are those that the file gives to types and
// numbers, and tokens the file's. inBlock says that the threads of a block call it. The error says why there is none.
func Forms(f cxx.Function, name string, names map[string]string, tokens []cxx.Token, inBlock bool) ([]Form, error) {
	whole, err := wholeForms(f, name, names, inBlock)
	parts := partForms(f, name, names, tokens, inBlock)
	all := append(parts[:min(len(parts), mostForms/2)], whole...)
	if len(all) > 0 {
		return all[:min(len(all), mostForms)], nil
	}
	return nil, err
}

// wholeForms are the ways to call a function on elements without parts.
func wholeForms(f cxx.Function, name string, names map[string]string, inBlock bool) (all []Form, err error) {
	params := f.Params()
	result, returns := TypeOf(f.Result(), names)
	pointer := strings.Contains(textOf(f.Head), "*")
	returns = returns && !pointer
	err = fmt.Errorf("%s is not called on a lane's element: audit takes T f(T v), void f(T &v), and these with a mask, "+
		"a number, an index or shared memory beside v", Signature(f))
	if void := strings.HasSuffix(" "+cxx.Resolved(f.Result(), names), " void"); !returns && (pointer || !void) {
		return nil, fmt.Errorf("%s: no pattern that shflgen knows says what it returns", Signature(f))
	}
	for value, p := range params {
		t, ok := TypeOf(p.Type, names)
		byValue := p.Indirect == "" || p.Const && p.Indirect == "&"
		inPlace := !p.Const && (p.Indirect == "&" || p.Indirect == "*")
		if !ok || returns && !(byValue && t == result && p.Length == "") || !returns && !inPlace {
			continue
		}
		form := Form{Type: t, Mask: spec.Full, Guessed: strings.HasPrefix(p.Indirect, "*") && indexes(f, p.Name)}
		args := make([][]argument, len(params))
		args[value] = []argument{valueArgument(p, names, &form)}
		fits := true
		for i, beside := range params {
			if i == value {
				continue
			}
			if args[i] = form.beside(beside, names, inBlock, returns, reads(f, beside.Name)); len(args[i]) == 0 {
				fits, err = false, fmt.Errorf("%s: %s is no mask, number, index or shared memory", Signature(f), described(beside))
			}
		}
		if fits {
			all = append(all, form.calls(name, args, !returns)...)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	return nil, err
}

// calls are the calls by every choice of arguments, at most so many as are tried: the first arguments of all parameters
// come before later ones of any.
func (f Form) calls(name string, args [][]argument, inPlace bool) (all []Form) {
	most := 0 // how many arguments are before those of a call
	for _, of := range args {
		most += len(of) - 1
	}
	var choose func(chosen []argument, later int)
	choose = func(chosen []argument, later int) {
		switch i := len(chosen); {
		case len(all) >= mostForms:
		case i == len(args) && later == 0:
			all = append(all, f.with(name, chosen, inPlace)...)
		case i < len(args):
			for n, a := range args[i][:min(len(args[i]), later+1)] {
				choose(append(slices.Clone(chosen), a), later-n)
			}
		}
	}
	for later := range most + 1 {
		choose(nil, later)
	}
	return all
}

// textOf is tokens with blanks between them.
func textOf(tokens []cxx.Token) string {
	var all []string
	for _, t := range tokens {
		all = append(all, t.Text)
	}
	return strings.Join(all, " ")
}

// Signature is a function and the types of its parameters, as sentences name it.
func Signature(f cxx.Function) string { return Instance(f, f.Name, nil) }

// Instance is the signature of a template's instance, by the types of its parameters.
func Instance(f cxx.Function, called string, names map[string]string) string {
	var all []string
	for _, p := range f.Params() {
		if of, ok := names[p.Type]; ok {
			p.Type = of
		}
		all = append(all, described(p))
	}
	return called + "(" + strings.Join(all, ", ") + ")"
}

// described is a parameter in a signature.
func described(p cxx.Param) string {
	text := p.Type
	if p.Const {
		text = "const " + text
	}
	switch {
	case p.Length != "":
		return text + " (&)[" + p.Length + "]"
	case p.Indirect != "":
		return text + " " + p.Indirect
	}
	return text
}
