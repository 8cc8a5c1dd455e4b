package spec

import (
	"go/token"
	"slices"
	"strings"
)

// setCUDAType reads -cuda-type.
func (s *Spec) setCUDAType(text string) (want string) {
	if want = checkCUDAType(text); want == "" {
		s.CUDAType = text
	}
	return want
}

// checkCUDAType says what is wrong with a value of -cuda-type, "" for a valid one.
func checkCUDAType(text string) string {
	name, members, listed := strings.Cut(text, ":")
	names := []string{name}
	if listed {
		names = append(names, strings.Split(members, ",")...)
	}
	for i, n := range names {
		switch {
		case strings.HasPrefix(members, ":"):
			return "want a name without namespaces: give the type another by using"
		case token.IsIdentifier(n) && isASCII(n) && cIdentifier(n) == n+"_":
			return n + " means something to C++ or is a name of its headers: give the type " +
				"another by using, or the member another name"
		case !token.IsIdentifier(n) || !isASCII(n) || cIdentifier(n) != n:
			return "want the name of a struct of C++, or NAME:x,y,z with the names of its members"
		case i > 0 && slices.Contains(names[1:i], n):
			return "two members are called " + n
		}
	}
	return ""
}

// validateCUDAType rejects a struct that the elements cannot be.
func (s Spec) validateCUDAType(wrong report) {
	if s.CUDAType == "" {
		return
	}
	e := s.Elem
	switch want := checkCUDAType(s.CUDAType); {
	case want != "":
		wrong("cuda-type", s.CUDAType, "%s", want)
	case e == nil && s.User == nil && !s.Map.User():
		wrong("cuda-type", s.CUDAType, "elements are %s; want -type with a struct, or leave -cuda-type out", s.Type)
	case e == nil && (s.User == nil || !s.User.Resolved()):
	case e == nil:
		wrong("cuda-type", s.CUDAType, "elements are %s, no struct; leave -cuda-type out", s.Type)
	case !e.Resolved():
	case !e.flat():
		wrong("cuda-type", s.CUDAType,
			"%s is no struct of numbers and arrays of numbers without blank fields; leave -cuda-type out", e)
	}
	if _, members, listed := strings.Cut(s.CUDAType, ":"); listed && e != nil && e.flat() &&
		strings.Count(members, ",")+1 != len(e.fields) {
		wrong("cuda-type", s.CUDAType, "%s has %d fields; want as many members", e, len(e.fields))
	}
}

// flat reports whether an element is a struct of numbers and arrays of numbers alone.
func (e *Element) flat() bool {
	return e.kind == StructKind && !slices.ContainsFunc(e.fields, func(f Field) bool {
		of := f.Elem
		for of.kind == ArrayKind {
			of = of.of
		}
		return f.Blank() || !of.IsNumber()
	})
}

// WithCUDAType is s with the name of -cuda-type for its element in CUDA C++. The element is resolved.
func (s Spec) WithCUDAType() Spec {
	if s.CUDAType != "" && s.Elem != nil && s.Elem.Resolved() {
		n := s.Elem.name
		n.CUDA = s.CUDAType
		s.Elem = s.Elem.Named(n)
	}
	return s
}

// Declared reports whether a user declares the element's struct in CUDA C++.
func (n TypeName) Declared() bool { return n.CUDA != "" }

// cudaNames are the name of a user's struct in CUDA C++, and of its members; nil: as the fields.
func (n TypeName) cudaNames() (name string, members []string) {
	name, list, listed := strings.Cut(n.CUDA, ":")
	if listed {
		members = strings.Split(list, ",")
	}
	return name, members
}
