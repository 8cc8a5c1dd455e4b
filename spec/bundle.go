package spec

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Bundle is one file of many functions. A CUDA header holds their emitted files one after the other,
// as they are, between the declarations and the bodies of overloads that call them. A Go file holds
// their functions, and each helper once.
type Bundle struct {
	Config    string // base name of the configuration that made it
	Namespace string // of the overloads; "" for none
	Specs     []Spec
	Elsewhere []Elsewhere
}

// Elsewhere is an overload that another header of the same namespace has, and this one has not.
type Elsewhere struct {
	Call   string // such as reduce_prod(mask, v)
	Header string // base name
}

// elsewhereStart starts the line of an overload of another header.
const elsewhereStart = "//   elsewhere  "

// Line is the comment that a bundle has for e.
func (e Elsewhere) Line() string { return elsewhereStart + e.Header + "  " + e.Call }

// Name is the name of the overload.
func (e Elsewhere) Name() string {
	name, _, _ := strings.Cut(e.Call, "(")
	return name
}

// elsewhereIn reads the lines of [Elsewhere.Line] in a text.
func elsewhereIn(text string) (all []Elsewhere, err error) {
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), elsewhereStart)
		if !ok {
			continue
		}
		header, call, _ := strings.Cut(rest, "  ")
		if !elsewhereForm.MatchString(header + "  " + call) {
			return nil, fmt.Errorf("%q: want a header and a call of a function in it", rest)
		}
		all = append(all, Elsewhere{call, header})
	}
	return all, nil
}

// elsewhereForm is a header and a call. Both are printed in a string of C++.
var elsewhereForm = regexp.MustCompile(`^[\w.+-]+  [a-z]\w*\([\w, ]*\)$`)

// bundleStart starts the first line of a bundle, after [HeaderPrefix].
const bundleStart = "-config "

// Header are the lines that start the file.
func (b Bundle) Header() string {
	lines := HeaderPrefix + bundleStart + b.Config + headerSuffix + "\n//\n"
	if b.Namespace != "" {
		lines += "//   namespace  " + b.Namespace + "\n"
	}
	return lines + fmt.Sprintf("//   functions  %d\n\n", len(b.Specs))
}

// IsBundle reports whether the first line of a file is that of a bundle.
func IsBundle(src string) bool { return strings.HasPrefix(src, HeaderPrefix+bundleStart) }

// ParseBundle reads the header of a bundle, and the headers of its functions. Lines end in \n. It returns the text of
// each function's file; text is all of them, with what follows.
func ParseBundle(src string) (b Bundle, text string, err error) {
	first, rest, _ := strings.Cut(src, "\n")
	if b.Config, err = bundleConfig(first); err != nil {
		return b, "", err
	}
	for line := range strings.Lines(rest) {
		if ns, ok := strings.CutPrefix(line, "//   namespace  "); ok {
			b.Namespace = strings.TrimSuffix(ns, "\n")
			break
		}
		if line == "\n" {
			break
		}
	}
	starts := SectionStarts(src)
	if b.Elsewhere, err = elsewhereIn(src[:append(starts, len(src))[0]]); err != nil {
		return b, "", err
	}
	for _, start := range starts {
		line, _, _ := strings.Cut(src[start:], "\n")
		s, err := ParseHeader(line)
		if err != nil {
			return b, "", err
		}
		b.Specs = append(b.Specs, s)
	}
	text, ok := strings.CutPrefix(src, b.Header())
	if !ok {
		return b, "", fmt.Errorf("the header is not that of %d functions", len(b.Specs))
	}
	return b, text, b.Validate()
}

// bundleConfig is the name of the configuration in the first line of a bundle.
func bundleConfig(first string) (string, error) {
	name, ok := strings.CutSuffix(strings.TrimPrefix(first, HeaderPrefix+bundleStart), headerSuffix)
	if !IsBundle(first) || !ok || name == "" || filepath.Base(name) != name {
		return "", fmt.Errorf("the first line is not that of a file of several functions")
	}
	return name, nil
}

// SectionStarts are the offsets in a bundle at which the files of its functions start.
func SectionStarts(src string) []int {
	var starts []int
	for at := 0; ; {
		next := strings.Index(src[at:], "\n"+HeaderPrefix+"-pattern ")
		if next < 0 {
			return starts
		}
		at += next + 1
		starts = append(starts, at)
	}
}

// Validate rejects what one header cannot hold.
func (b Bundle) Validate() error {
	if why := checkNamespace(b.Namespace); why != "" {
		return fmt.Errorf("namespace %q: %s", b.Namespace, why)
	}
	seen := map[string]Spec{}
	for _, s := range b.Specs {
		name := s.FileName()
		other, twice := seen[name]
		switch {
		case s.namesUsers():
			return fmt.Errorf("%s: types and functions of yours have files of their own", strings.Join(s.Args(), " "))
		case s.Namespace != "":
			return fmt.Errorf("-namespace %s: the functions of one header are global, and their overloads in "+
				"the namespace that the configuration names", s.Namespace)
		case s.Name != "": // a name of one could be that of a helper of another
			return fmt.Errorf("-name %s: the functions of one header have the names of their flags; leave -name out", s.Name)
		case twice && other == s:
			return fmt.Errorf("%s: given twice", strings.Join(s.Args(), " "))
		case twice:
			return fmt.Errorf("%s and %s are both %s; want one of them", strings.Join(other.Args(), " "),
				strings.Join(s.Args(), " "), name)
		}
		seen[name] = s
	}
	return nil
}

// checkNamespace says what is wrong with the name of a namespace of C++; "" for a valid one.
func checkNamespace(name string) string {
	if name == "" {
		return ""
	}
	if len(name) > maxName {
		return fmt.Sprintf("want at most %d bytes", maxName)
	}
	for word := range strings.SplitSeq(name, "::") {
		switch {
		case word == "" || !isASCII(word) || !isWord(word):
			return "want identifiers in ASCII letters, digits and _, with :: between them"
		case ReservedInC(word) || word == "std" || word == "cuda" || word == "thrust":
			return "C++, CUDA or a header declares " + word + "; want another name"
		case word[0] == '_' || strings.Contains(word, "__"):
			return "C++ keeps names that start with _ or have two in a row; want another name"
		}
	}
	return ""
}

func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) && (s[0] < '0' || s[0] > '9')
}

// Guard is the macro that keeps a translation unit from reading the overloads twice.
func (b Bundle) Guard() string {
	h := sha256.New()
	h.Write([]byte(b.Header()))
	for _, s := range b.Specs {
		h.Write([]byte(s.Header() + "\n"))
	}
	return fmt.Sprintf("SHFLGEN_OVERLOADS_%X", h.Sum(nil)[:4])
}

// OverloadName is the name of s without its type and its width, or its number of threads: that of its overloads in a
// bundle. It is "" for functions without forms: those of rows, and those that take shared memory.
func (s Spec) OverloadName() string {
	sh := s.Shape()
	var size string
	switch {
	case sh.Memory:
		return ""
	case sh.Level == WarpLevel:
		size = fmt.Sprint("w", s.Width)
	case sh.Level == BlockLevel:
		size = fmt.Sprint("b", s.Block().Threads)
	default:
		return ""
	}
	return snakeName(slices.DeleteFunc(s.nameParts(), func(p string) bool { return p == s.TypeWord() || p == size }))
}
