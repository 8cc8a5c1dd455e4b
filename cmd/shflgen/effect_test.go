package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// needed are the flags that a pattern cannot go without.
func needed(p spec.Pattern) (args []string) {
	add := func(takes bool, more ...string) {
		if takes {
			args = append(args, more...)
		}
	}
	add(true, "-pattern", p.String())
	add(p.Distance() != spec.NoParam, "-"+p.Distance().Flag(), "1")
	add(p.Batch(), "-n", "3")
	add(p.Picks(), "-k", "2")
	add(p.Block(), "-block", "64")
	add(p.Row(), "-cols", "300")
	add(p.Applies(), "-f", "rms-norm")
	add(p.TakesPerm(), "-width", "4", "-perm", "1,0,3,2")
	add(p.Global(), "-type", "../../tests/userops.Quaternion")
	return args
}

// texts are values of flags that name no vocabulary, numbers aside; each is one that some spec takes.
var texts = map[string][]string{
	"name": {"Other"}, "namespace": {"mine::warp"}, "cuda-type": {"Mine"},
	"perm": {"0,2,1,3", "0,1,2,3,7,6,5,4"}, "cols": {"0", "301", "300..310"},
	"op":  {"../../tests/userops.Minus", "../../tests/userops.MergeMoments"},
	"map": {"../../tests/userops.Quotient"}, "f": {"../../tests/userops.Limited"},
	"type":  {"../../tests/userops.Quaternion"},
	"value": {"uint64"}, "pkg": {"other"}, "form": {"slice", "value", "slice,value"},
}

// defaults are the defaults of flags, where these are not the first value, 0 or false.
var defaults = map[string]string{"width": "32", "type": "int32"}

// valuesOf are values of a flag, its default first: all names of a vocabulary, both of a bool, and of a number some.
func valuesOf(f *flag.Flag) []string {
	all := append(choicesOf(f, ""), texts[f.Name]...)
	b, isBool := f.Value.(interface{ IsBoolFlag() bool })
	switch {
	case isBool && b.IsBoolFlag():
		all = []string{"false", "true"}
	case all == nil:
		all = []string{"0", "1", "2", "4"}
	}
	if first := defaults[f.Name]; first != "" {
		all = append([]string{first}, slices.DeleteFunc(all, func(v string) bool { return v == first })...)
	}
	return all
}

// command is a command line with what it prints.
type command struct {
	args []string
	text string
}

// emitted is what a command prints but for the line with the command, and that line.
func emitted(args []string) (text, header string, err error) {
	var out bytes.Buffer
	err = generate(append(slices.Clone(args), "-o", "-"), &out)
	header, text, _ = strings.Cut(out.String(), "\n")
	return text, header, err
}

// walk is a walk over commands and flags.
type walk struct {
	random          *rand.Rand
	most            int // values of a flag beside its default
	pairs, rejected int
	accepted        []command // with one more flag
}

// TestEveryFlagCounts: of every pattern and flag, a value changes what is emitted or is an error that names a flag. A
// default that is given is an error where every other value is one.
func TestEveryFlagCounts(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	w := &walk{random: rand.New(rand.NewPCG(seed, 1)), most: extent.Pick(2, 4)}
	bound := flag.NewFlagSet("", flag.ContinueOnError)
	generateFlags(bound)
	var flags []*flag.Flag
	bound.VisitAll(func(f *flag.Flag) {
		if !slices.Contains([]string{"pattern", "lang", "o", "check", "config"}, f.Name) {
			flags = append(flags, f)
		}
	})
	for _, lang := range langChoices() {
		for _, p := range extent.Few(spec.Patterns(), 5) {
			base := append(needed(p), "-lang", lang)
			text, _, err := emitted(base)
			if err != nil {
				t.Errorf("%s: %v", base, err)
				continue
			}
			for _, f := range flags {
				if w.random.IntN(extent.Pick(6, 2)) == 0 { // a sixth of them, in a full run half
					w.try(t, command{base, text}, f)
				}
			}
		}
	}
	first := w.accepted
	for range extent.Pick(30, 200) { // commands with one more flag
		w.try(t, first[w.random.IntN(len(first))], flags[w.random.IntN(len(flags))])
	}
	t.Logf("%d pairs of a command and a flag, of which %d are rejected", w.pairs, w.rejected)
}

// try gives a command values of a flag. A default says something where another value is accepted, and where headers
// state it.
func (w *walk) try(t *testing.T, c command, f *flag.Flag) {
	if slices.ContainsFunc(c.args, func(a string) bool { return strings.HasPrefix(a, "-"+f.Name+"=") }) {
		return
	}
	w.pairs++
	values := valuesOf(f)
	w.random.Shuffle(len(values)-1, func(i, j int) { values[i+1], values[j+1] = values[j+1], values[i+1] })
	var same []string
	different, stated := 0, false
	for i, value := range values {
		if i > w.most && (different > 0 || len(same) == 0) {
			break
		}
		args := with(c.args, f.Name, value)
		text, header, err := emitted(args)
		switch {
		case slices.Equal(args, c.args):
		case err != nil:
			if !names(err, args) {
				t.Errorf("%s: %v; want a flag in each error", args, err)
			}
		case text == c.text:
			same = append(same, value)
			stated = stated || strings.Contains(header, " -"+f.Name+" "+value)
		default:
			different++
			w.accepted = append(w.accepted, command{args, text})
		}
	}
	switch {
	case f.Name == "type" && len(same) == 1 && callsUsers(c.args): // compared with the type that the function has
	case len(same) > 1 || len(same) == 1 && different == 0 && !stated:
		t.Errorf("%s: -%s %s changes nothing", c.args, f.Name, same)
	case different == 0:
		w.rejected++
	}
}

// callsUsers reports whether a command names a function of a package.
func callsUsers(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return strings.HasPrefix(a, "-op=../") || strings.HasPrefix(a, "-map=../")
	})
}

// with is a command line with another value of a flag.
func with(base []string, name, value string) []string {
	args := slices.Clone(base)
	if at := slices.Index(args, "-"+name); at >= 0 {
		args[at+1] = value
		return args
	}
	return append(args, "-"+name+"="+value)
}

// names reports whether each part of an error names one of the flags of a command line, or the type of its functions.
func names(err error, args []string) bool {
	return !slices.ContainsFunc(flatten(err), func(e error) bool {
		return !slices.ContainsFunc(append(args, "-type"), func(a string) bool {
			name, _, _ := strings.Cut(a, "=")
			return strings.HasPrefix(name, "-") && regexp.MustCompile("^"+name+"[ :]").MatchString(e.Error())
		})
	})
}
