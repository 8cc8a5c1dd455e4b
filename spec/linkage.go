package spec

// Linkage is that of the functions of a CUDA file. It changes nothing in Go.
type Linkage uint8

// The linkages.
const (
	InternalLinkage Linkage = iota // static: each translation unit has its own
	ExternLinkage                  // that of C: an unmangled name, for linkers of device code
)

var linkageTable = [...]string{InternalLinkage: "internal", ExternLinkage: "extern"}

// Linkages lists every linkage.
func Linkages() []Linkage { return enum[Linkage](len(linkageTable)) }

// String is the name that -linkage takes.
func (l Linkage) String() string { return nameIn(linkageTable[:], int(l), "no linkage") }

// QualifiedName is the name of the emitted CUDA function, from the global namespace on.
func (s Spec) QualifiedName() string {
	if s.Namespace != "" {
		return "::" + s.Namespace + "::" + s.FileName()
	}
	return "::" + s.FileName()
}

// namesUsers reports whether the CUDA of s names functions or types of users.
func (s Spec) namesUsers() bool {
	return s.CallsUsers() || s.Elem != nil || s.Sort().Value != nil && !s.Sort().Value.IsNumber()
}

// validateLinkage rejects namespaces and linkages that a CUDA file cannot have.
func (s Spec) validateLinkage(wrong report) {
	if why := checkNamespace(s.Namespace); why != "" {
		wrong("namespace", s.Namespace, "%s", why)
	}
	for _, f := range []struct {
		flag  string
		value any
		given bool
	}{{"namespace", s.Namespace, s.Namespace != ""}, {"linkage", s.Linkage, s.Linkage != InternalLinkage}} {
		switch {
		case !f.given:
		case s.Pattern.InMemory():
			wrong(f.flag, f.value, "a kernel has C linkage already; leave -%s out", f.flag)
		case s.namesUsers():
			wrong(f.flag, f.value, "functions and types of yours are found from the global namespace; leave -%s out", f.flag)
		}
	}
	if s.Namespace != "" && s.Linkage == ExternLinkage {
		wrong("linkage", s.Linkage, "C linkage knows no namespaces; leave -namespace or -linkage out")
	}
}
