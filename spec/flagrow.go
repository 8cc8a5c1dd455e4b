package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
)

// flagRow is all that is known of one flag of a spec, but for which values are right beside those of others: see
// [Spec.Validate].
type flagRow struct {
	name   string
	names  []string // that it takes; nil: other texts alone
	joined bool     // takes several names, joined by commas
	alone  bool     // is given without a value

	set   func(s *Spec, text string) (want string) // reads a value into s, and says what would be right where it is wrong
	value func(Spec) string                        // as set reads it
	known func(Spec) (value int, ok bool)          // of a vocabulary, whether the value is one of it; nil: of no other
	words func(Spec) []string                      // of a function's name, that the value makes; nil: none

	takers  func(Pattern) bool   // the patterns that take the flag; nil: all
	family  bool                 // its value is one of [Spec.Params]
	lacks   func(Pattern) string // why others do not, such as "has no rows"; "": the takers alone are named
	states  func(Pattern) bool   // the patterns that state the flag in command lines also at its default; nil: none
	always  bool                 // names have its words at its default, too
	implied func(Spec) bool      // whether other flags decide the value; nil: never
	cuda    bool                 // changes the CUDA alone
}

func (f flagRow) of(takers func(Pattern) bool, lacks string) flagRow {
	return f.unless(takers, func(Pattern) string { return lacks })
}

func (f flagRow) unless(takers func(Pattern) bool, lacks func(Pattern) string) flagRow {
	f.takers, f.lacks = takers, lacks
	return f
}

func (f flagRow) stated(by func(Pattern) bool) flagRow { f.states = by; return f }

func (f flagRow) part(words func(Spec) []string) flagRow { f.words = words; return f }

func (f flagRow) named(words func(Spec) []string) flagRow {
	f.words, f.always = words, true
	return f
}

func (f flagRow) impliedBy(others func(Spec) bool) flagRow { f.implied = others; return f }

func (f flagRow) onlyCUDA() flagRow { f.cuda = true; return f }

// given reports whether a command line of s has the flag.
func (f *flagRow) given(s, def Spec) bool {
	if f.implied != nil && f.implied(s) {
		return false
	}
	return f.states != nil && f.states(s.Pattern) || f.value(s) != f.value(def)
}

// args are the flag and its value on a command line.
func (f *flagRow) args(s Spec) []string {
	if f.alone {
		return []string{"-" + f.name}
	}
	return []string{"-" + f.name, f.value(s)}
}

// validate rejects the flag where the pattern does not take it.
func (f *flagRow) validate(s Spec, wrong report) {
	value, elsewhere := s.elsewhere(f.name)
	if !elsewhere {
		value = f.value(s)
		if f.takers == nil || f.takers(s.Pattern) || value == f.value(NewSpec(s.Pattern)) {
			return
		}
	}
	if why := f.lacks(s.Pattern); why != "" {
		wrong(f.name, value, "%s %s; leave -%s out", s.Pattern, why, f.name)
		return
	}
	takers, verb := namesOf(patternsThat(f.takers)), "takes"
	if len(takers) > 1 {
		verb = "take"
	}
	wrong(f.name, value, "only %s %s -%s; leave it out", spelling.List(takers), verb, f.name)
}

// nameFlag takes the name of one of a vocabulary's values.
func nameFlag[T interface {
	~uint8
	fmt.Stringer
}](name string, all []T, at field[T]) flagRow {
	return flagRow{
		name: name, family: at.family, names: namesOf(all),
		set: func(s *Spec, text string) string {
			for _, v := range all {
				if v.String() == text {
					at.set(s, v)
					return ""
				}
			}
			return spelling.Question(text, namesOf(all)) + "want one of " + oneOf(all)
		},
		value: func(s Spec) string { return at.get(s).String() },
		known: func(s Spec) (int, bool) { v := at.get(s); return int(v), v == 0 || slices.Contains(all, v) },
		words: func(s Spec) []string { return []string{at.get(s).String()} },
	}
}

// numberFlag takes a whole number, which a letter precedes in names.
func numberFlag(name, letter string, at field[int]) flagRow {
	return flagRow{
		name: name, family: at.family,
		set: func(s *Spec, text string) string {
			n, err := strconv.Atoi(text)
			switch {
			case err != nil && strings.Contains(text, ","):
				return "want one whole number; -config FILE makes many functions, listed in a YAML file"
			case err != nil:
				return "want a whole number"
			}
			at.set(s, n)
			return ""
		},
		value: func(s Spec) string { return strconv.Itoa(at.get(s)) },
		words: func(s Spec) []string { return []string{letter + strconv.Itoa(at.get(s))} },
	}
}

// boolFlag takes no value. Names have its own.
func boolFlag(name string, at field[bool]) flagRow {
	return flagRow{
		name: name, family: at.family, alone: true,
		set: func(s *Spec, text string) string {
			given, err := strconv.ParseBool(text)
			if err != nil {
				return "want true or false"
			}
			at.set(s, given)
			return ""
		},
		value: func(s Spec) string { return strconv.FormatBool(at.get(s)) },
		words: func(Spec) []string { return []string{name} },
	}
}

// textFlag takes any text but an empty one.
func textFlag(name, want string, at field[string]) flagRow {
	return flagRow{
		name: name,
		set: func(s *Spec, text string) string {
			if text == "" {
				return fmt.Sprintf("want %s, or leave -%s out", want, name)
			}
			at.set(s, text)
			return ""
		},
		value: func(s Spec) string { return at.get(s) },
	}
}

// refFlag takes the name of a value of a vocabulary, which known gets, or a reference to a function, such as like,
// which user gets.
func refFlag[T fmt.Stringer](
	name, like string, all []T, known func(*Spec, T), user func(s *Spec, ref string), value func(Spec) string,
) flagRow {
	return flagRow{
		name: name, names: namesOf(all), value: value,
		set: func(s *Spec, text string) string {
			if i := slices.IndexFunc(all, func(v T) bool { return v.String() == text }); i >= 0 {
				known(s, all[i])
				return ""
			}
			ref := packageRef(text, spelling.Nearest(text, namesOf(all)))
			want := CheckOpRef(ref)
			if want == "" {
				user(s, ref)
				return ""
			}
			if !strings.ContainsAny(text, "./[(") {
				want = "want one of " + oneOf(all) + ", or a function of a package, such as ./stats.Merge"
			}
			return spelling.Question(text, namesOf(all)) + strings.ReplaceAll(want, "./stats.Merge", like)
		},
	}
}

// elementFlag takes a scalar, or a type of a package, which stays unresolved.
func elementFlag(name string, set func(*Spec, *Element), value func(Spec) string) flagRow {
	return flagRow{
		name: name, names: namesOf(Types()), value: value,
		set: func(s *Spec, text string) string {
			e, want := parseElement(text)
			if want == "" {
				set(s, e)
			}
			return want
		},
	}
}

// ofTaker is the spec of the first pattern that takes the flag.
func (f *flagRow) ofTaker() Spec { return NewSpec(patternsThat(f.takers)[0]) }

// ofFamily says that the value is one of [Spec.Params].
func (f flagRow) ofFamily() flagRow { f.family = true; return f }

// read reads a value into s, and says what would be right where it is wrong. One of a family waits for [Spec.assign],
// since the pattern may follow.
func (f *flagRow) read(s *Spec, text string) (want string) {
	if !f.family {
		return f.set(s, text)
	}
	of := f.ofTaker()
	if want = f.set(&of, text); want == "" {
		s.misplace(f.name, f.value(of))
	}
	return want
}
