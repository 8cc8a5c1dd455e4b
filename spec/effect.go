package spec

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Unused reports each flag of fs that was given and changes nothing in s: its value is the default, and the other
// flags rule out every other value. It reports -n 0, too, which is as if -n were left out. Flags that a header states
// are accepted. fs are flags that [Spec.Bind] registered and that were parsed into s; [Spec.Validate] reports values
// that are not the default.
func (s Spec) Unused(fs *flag.FlagSet) (found []error) {
	if int(s.Pattern) >= len(patternTable) {
		return nil
	}
	before := problems(s.Validate())
	stated := s.Args()
	fs.Visit(func(f *flag.Flag) {
		wrong := slices.ContainsFunc(before, func(m FlagError) bool { return m.Flag == f.Name })
		checked := f.Name == "type" && s.typeChecked()
		if f.Name == "n" && s.N == 0 && s.Pattern.MayBatch() { // as if it were left out
			found = append(found, FlagError{Flag: f.Name, Value: f.Value.String(), Want: registersWanted})
			return
		}
		if alternatives(f) == nil || wrong || checked || slices.Contains(stated, "-"+f.Name) {
			return
		}
		if why, unused := s.unused(f, before); unused {
			found = append(found, FlagError{Flag: f.Name, Value: f.Value.String(), Want: why})
		}
	})
	return found
}

// unused reports whether every other value of a flag is an error, and says why.
func (s Spec) unused(f *flag.Flag, before []FlagError) (why string, unused bool) {
	why = fmt.Sprintf("always so with %s; leave -%s out", s.Pattern, f.Name)
	for _, text := range alternatives(f) {
		other, read := s, true
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		other.Bind(fs, func(FlagError) { read = false })
		if fs.Lookup(f.Name) == nil || fs.Set(f.Name, text) != nil {
			return "", false // a flag of the command
		}
		other.assign()
		if !read || other == s {
			continue
		}
		var more []FlagError
		for _, m := range problems(other.Validate()) {
			if !slices.Contains(before, m) {
				more = append(more, m)
			}
		}
		if len(more) == 0 {
			return "", false
		}
		for _, m := range more {
			leave := strings.Contains(m.Want, "leave -"+f.Name+" out") || strings.Contains(m.Want, "leave it out")
			if m.Flag == f.Name && leave {
				why = m.Want
			}
		}
	}
	return why, true
}

// problems are the parts of an error of [Spec.Validate].
func problems(err error) (all []FlagError) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	for _, e := range joined.Unwrap() {
		var m FlagError
		if errors.As(e, &m) {
			all = append(all, m)
		}
	}
	return all
}

// typeChecked reports whether a function of a user decides the type: -type is then compared with it.
func (s Spec) typeChecked() bool { return s.User != nil || s.Map.User() }

// alternatives are values of a flag that has a default. For numbers there are two, so that one differs from any given
// number. Nil if every value that can be given means something.
func alternatives(f *flag.Flag) []string {
	o, ok := f.Value.(*onceValue)
	if !ok {
		return nil
	}
	switch {
	case o.Choices() != nil:
		return o.Choices()
	case o.IsBoolFlag():
		return []string{"true", "false"}
	}
	return []string{"1", "2"}
}

// ChangesGo reports whether a flag that s takes changes the Go that is emitted, beside names.
func (s Spec) ChangesGo(flag string) bool {
	switch flag {
	case "arch": // a function of a cluster is rejected without it
		return s.Pattern.Block() && s.Cluster() > 1
	case "cluster": // of a block function, how many elements a call takes
		return s.Pattern.Block()
	}
	return !slices.ContainsFunc(flagTable, func(f flagRow) bool { return f.name == flag && f.cuda })
}

// ChangesCUDA reports whether a flag changes the CUDA that is emitted.
func (s Spec) ChangesCUDA(flag string) bool { return flag != "form" }
