package spec

import (
	"slices"
	"strings"
)

// Forms are further forms of a Go function, which call it: a set of bits. They change nothing in CUDA.
type Forms uint8

// The forms.
const (
	SliceForm Forms = 1 << iota // takes slices in place of arrays
	ValueForm                   // returns the result that every lane receives
)

// formRow is one form.
type formRow struct {
	form         Forms
	name, suffix string // of the function
}

var formTable = [...]formRow{{SliceForm, "slice", "Slice"}, {ValueForm, "value", "Value"}}

// String is the list that -form takes.
func (f Forms) String() string {
	var names []string
	for _, row := range formTable {
		if f&row.form != 0 {
			names = append(names, row.name)
		}
	}
	return strings.Join(names, ",")
}

// FormName is the name of the Go function in one form.
func (s Spec) FormName(form Forms) string {
	for _, row := range formTable {
		if row.form == form {
			return s.FuncName() + row.suffix
		}
	}
	return s.FuncName()
}

// GoNames are the names of the exported functions in the Go file of s.
func (s Spec) GoNames() []string {
	names := []string{s.FuncName()}
	for _, row := range formTable {
		if s.Forms&row.form != 0 {
			names = append(names, s.FormName(row.form))
		}
	}
	return names
}

func formNames() (all []string) {
	for _, row := range formTable {
		all = append(all, row.name)
	}
	return all
}

// setForms reads -form.
func (s *Spec) setForms(text string) (want string) {
	for name := range strings.SplitSeq(text, ",") {
		at := slices.IndexFunc(formTable[:], func(row formRow) bool { return row.name == name })
		if at < 0 || s.Forms&formTable[at].form != 0 {
			return "want slice, value, or slice,value"
		}
		s.Forms |= formTable[at].form
	}
	return ""
}

// OneValue reports whether a function of s leaves one value, the same in every lane of the warp.
func (s Spec) OneValue() bool {
	row := s.Pattern.row()
	return row.reduces && !row.scans && !row.some && !s.Pattern.Block() && !s.Pattern.Keyed() && s.Width == s.Warp() &&
		s.N == 0 && s.Map == nil && s.Mask != Active && !s.HasLane()
}

// validateForms rejects forms that a function cannot have.
func (s Spec) validateForms(wrong report) {
	if s.Forms == 0 {
		return
	}
	switch {
	case s.Pattern.InMemory() || s.Pattern.Block():
		wrong("form", s.Forms, "functions of a warp have other forms; leave -form out")
	case s.namesUsers():
		wrong("form", s.Forms, "a function with types or functions of yours has one form; leave -form out")
	case s.Forms&ValueForm != 0 && !s.OneValue():
		wrong("form", s.Forms,
			"value goes with reduce and xor-reduce of 32 lanes by an op without a lane, mask member or full, no -map")
	}
}
