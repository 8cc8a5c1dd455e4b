package spec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Params are what a family of patterns takes beside what all patterns share. [NewSpec] gives the zero value of the
// pattern's family. It is nil for a pattern that takes nothing else. Only this package implements it.
type Params interface {
	// validate rejects what the family does not allow in s.
	validate(s Spec, wrong report)
}

// paramsOf are the parameters of s in one family; the zero value if s belongs to another one.
func paramsOf[P Params](s Spec) P {
	p, _ := s.held().(P)
	return p
}

// held are the parameters of s, whatever flags it does not take.
func (s Spec) held() Params {
	if m, ok := s.Params.(misplaced); ok {
		return m.Params
	}
	return s.Params
}

// takes reports whether p belongs to a family.
func takes[P Params](p Pattern) bool {
	_, ok := p.row().params.(P)
	return ok
}

// field is one value of a spec that a flag sets.
type field[T any] struct {
	get    func(Spec) T
	set    func(*Spec, T)
	family bool // is one of [Spec.Params]
}

// shared is a field that every spec has.
func shared[T any](at func(*Spec) *T) field[T] {
	return field[T]{get: func(s Spec) T { return *at(&s) }, set: func(s *Spec, v T) { *at(s) = v }}
}

// in is a field of a family.
func in[P Params, T any](at func(*P) *T) field[T] {
	return field[T]{
		get:    func(s Spec) T { p := paramsOf[P](s); return *at(&p) },
		set:    func(s *Spec, v T) { p := paramsOf[P](*s); *at(&p) = v; s.Params = p },
		family: true,
	}
}

// or is a field that patterns have in another family.
func (f field[T]) or(patterns func(Pattern) bool, other field[T]) field[T] {
	at := func(s Spec) field[T] {
		if patterns(s.Pattern) {
			return other
		}
		return f
	}
	return field[T]{
		get:    func(s Spec) T { return at(s).get(s) },
		set:    func(s *Spec, v T) { at(*s).set(s, v) },
		family: true,
	}
}

// misplaced are parameters with flags that the pattern does not take. Flags leave them, and [Spec.Validate] rejects
// them. Before [Spec.Settle] they are all flags of families.
type misplaced struct {
	Params
	flags string // lines of a flag's name and its value
}

// misplace notes a flag that another family takes.
func (s *Spec) misplace(name, value string) {
	m, _ := s.Params.(misplaced)
	if m.flags == "" {
		m.Params = s.Params
	}
	m.flags += name + " " + value + "\n"
	s.Params = m
}

// misplaced are the flags that s was given and does not take: names and values.
func (s Spec) misplaced() (all [][2]string) {
	m, _ := s.Params.(misplaced)
	for line := range strings.Lines(m.flags) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		all = append(all, [2]string{name, value})
	}
	return all
}

// elsewhere is the value of a flag that s was given and does not take.
func (s Spec) elsewhere(name string) (value string, given bool) {
	for _, f := range s.misplaced() {
		if f[0] == name {
			return f[1], true
		}
	}
	return "", false
}

// assign gives the flags that were read to the pattern's family. Those that it does not take stay misplaced, but for
// defaults.
func (s *Spec) assign() {
	all := s.misplaced()
	s.Params = s.family()
	others := slices.DeleteFunc(all, func(given [2]string) bool {
		f, value := flagNamed(given[0]), given[1]
		if f.takers(s.Pattern) {
			f.set(s, value)
		}
		return f.takers(s.Pattern) || value == f.value(f.ofTaker())
	})
	for _, given := range others {
		s.misplace(given[0], given[1])
	}
}

// family are the parameters of s that belong to the family of its pattern.
func (s Spec) family() Params {
	if none := s.Pattern.row().params; reflect.TypeOf(s.held()) != reflect.TypeOf(none) {
		return none
	}
	return s.held()
}

// With is s with a flag set to a value, which the flag takes as text. [Spec.Validate] rejects a flag that the pattern
// does not take.
func (s Spec) With(flag string, value any) Spec {
	if want := flagNamed(flag).read(&s, fmt.Sprint(value)); want != "" {
		panic(fmt.Sprintf("-%s %v: %s", flag, value, want))
	}
	s.assign()
	return s
}
