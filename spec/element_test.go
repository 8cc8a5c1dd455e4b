package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// structOf is a struct of fields given as name, element, name, element, …
func structOf(t *testing.T, parts ...any) *Element {
	t.Helper()
	var fields []Field
	for i := 0; i < len(parts); i += 2 {
		fields = append(fields, Field{Name: parts[i].(string), Elem: parts[i+1].(*Element)})
	}
	e, err := StructElement(fields)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func arrayOf(t *testing.T, n int, of *Element) *Element {
	t.Helper()
	e, err := ArrayElement(n, of)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestLayout compares offsets with those of C on x86-64, worked out by hand.
func TestLayout(t *testing.T) {
	f32, i8, u16, i64 := ScalarElement(Float32), ScalarElement(Int8), ScalarElement(Uint16), ScalarElement(Int64)
	inner := structOf(t, "A", i8, "B", u16)
	for _, test := range []struct {
		name        string
		e           *Element
		size, align int
		bytes       int
		leaves      []Leaf
	}{
		{"vec3", structOf(t, "X", f32, "Y", f32, "Z", f32), 12, 4, 12,
			[]Leaf{{".X", 0, Float32, false}, {".Y", 4, Float32, false}, {".Z", 8, Float32, false}}},
		{"padded", structOf(t, "A", i8, "B", i64, "C", u16), 24, 8, 11,
			[]Leaf{{".A", 0, Int8, false}, {".B", 8, Int64, false}, {".C", 16, Uint16, false}}},
		{"nested", structOf(t, "P", i8, "In", arrayOf(t, 2, inner), "B", BoolElement()), 12, 2, 8,
			[]Leaf{{".P", 0, Int8, false}, {".In[0].A", 2, Int8, false}, {".In[0].B", 4, Uint16, false},
				{".In[1].A", 6, Int8, false}, {".In[1].B", 8, Uint16, false}, {".B", 10, Uint8, true}}},
		{"blank", structOf(t, "A", i8, "_", arrayOf(t, 3, i8), "_", u16, "B", i8), 8, 2, 2,
			[]Leaf{{".A", 0, Int8, false}, {".B", 6, Int8, false}}},
		{"complex", structOf(t, "N", i8, "Z", ComplexElement(Float64)), 24, 8, 17,
			[]Leaf{{".N", 0, Int8, false}, {".Z.real", 8, Float64, false}, {".Z.imag", 16, Float64, false}}},
		{"array", arrayOf(t, 2, u16), 4, 2, 4, []Leaf{{"[0]", 0, Uint16, false}, {"[1]", 2, Uint16, false}}},
		{"scalar", f32, 4, 4, 4, []Leaf{{"", 0, Float32, false}}},
	} {
		if test.e.Size() != test.size || test.e.Align() != test.align || test.e.LeafBytes() != test.bytes {
			t.Errorf("%s: size %d, align %d, %d bytes of leaves; want %d, %d, %d", test.name,
				test.e.Size(), test.e.Align(), test.e.LeafBytes(), test.size, test.align, test.bytes)
		}
		if diff := cmp.Diff(test.leaves, test.e.Leaves()); diff != "" {
			t.Errorf("%s: leaves (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestElementsCompare wants one pointer for equal content, and another for any other.
func TestElementsCompare(t *testing.T) {
	f32, i32 := ScalarElement(Float32), ScalarElement(Int32)
	vec := func() *Element { return structOf(t, "X", f32, "Y", f32) }
	for _, e := range [][2]*Element{{vec(), vec()}, {vec().Named(TypeName{Name: "V"}), vec().Named(TypeName{Name: "V"})}} {
		if e[0] != e[1] {
			t.Errorf("equal elements %v are two pointers", e[0])
		}
	}
	all := []*Element{
		f32, i32, BoolElement(), ComplexElement(Float32), vec(), structOf(t, "X", f32, "Z", f32),
		structOf(t, "X", f32, "Y", i32),
		structOf(t, "Y", f32, "X", f32), arrayOf(t, 2, f32), arrayOf(t, 3, f32), arrayOf(t, 2, i32),
		vec().Named(TypeName{Name: "V"}), vec().Named(TypeName{Name: "W"}), vec().Named(TypeName{Name: "V", Package: "p"}),
		vec().Named(TypeName{Name: "V", Path: "p"}), vec().Named(TypeName{Name: "V", Ref: "./p.V"}),
		vec().Named(TypeName{Name: "V", Local: true}),
		UnresolvedElement("./p.V"), UnresolvedElement("./q.V"),
		structOf(t, "P", vec(), "Q", f32), structOf(t, "P", arrayOf(t, 2, f32), "Q", f32),
	}
	for i, a := range all {
		for j, b := range all {
			if i != j && a == b {
				t.Errorf("%s and %s (%d and %d) are one pointer", a, b, i, j)
			}
		}
	}
}

func TestElementsRefused(t *testing.T) {
	if _, err := StructElement(nil); err == nil {
		t.Error("a struct without fields has no size")
	}
	f32 := ScalarElement(Float32)
	if _, err := StructElement([]Field{{Name: "X", Elem: f32}, {Name: "X", Elem: f32}}); err == nil {
		t.Error("two fields of one name")
	}
	if _, err := StructElement([]Field{{Name: "_", Elem: f32}, {Name: "_", Elem: f32}}); err != nil {
		t.Error(err)
	}
	if _, err := ArrayElement(0, f32); err == nil {
		t.Error("an array without elements has no size")
	}
}

// TestTypeFlag wants a reference to a type to come back from a spec's flags, and a wrong one to
// say what would be right.
func TestTypeFlag(t *testing.T) {
	for text, want := range map[string]struct{ ref, fn, file string }{
		"./geom.Vec3":            {"./geom.Vec3", "ShflVec3W32S3", "shfl_vec3_w32_s3"},
		"example.com/m/geom.V":   {"example.com/m/geom.V", "ShflVW32S3", "shfl_v_w32_s3"},
		"gopkg.in/geom.v2.Point": {"gopkg.in/geom.v2.Point", "ShflPointW32S3", "shfl_point_w32_s3"},
		"Vec3":                   {".Vec3", "ShflVec3W32S3", "shfl_vec3_w32_s3"},
		".vec3":                  {".vec3", "ShflVec3W32S3", "shfl_vec3_w32_s3"},
		"./.Vec3":                {"./.Vec3", "ShflVec3W32S3", "shfl_vec3_w32_s3"},
		"../.Vec3":               {"../.Vec3", "ShflVec3W32S3", "shfl_vec3_w32_s3"},
		"../geom.HTTPHeader":     {"../geom.HTTPHeader", "ShflHTTPHeaderW32S3", "shfl_http_header_w32_s3"},
	} {
		s, err := ParseArgs([]string{"-pattern", "shfl", "-src", "3", "-type", text})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := ParseHeader(s.Header()); err != nil || again != s {
			t.Errorf("%s: header %q gives %+v, %v", text, s.Header(), again, err)
		}
		if s.TypeText() != want.ref || s.FuncName() != want.fn || s.FileName() != want.file || s.Elem.Resolved() {
			t.Errorf("%s: %s, named %s and %s; want %+v", text, s.TypeText(), s.FuncName(), s.FileName(), want)
		}
	}
	for text, want := range map[string]string{
		"flaot32":             "did you mean float32?",
		"Float32":             "did you mean float32?",
		"vec3":                "or a type of a package, such as ./geom.Vec3",
		"int":                 "or a type of a package",
		"./geom":              "want the name of a type",
		"./geom/.Vec3":        "want a package and a type",
		"./geom.":             "want the name of a type",
		"./geom.3":            "want the name of a type",
		"./geom._":            "want the name of a type",
		"./geom.Pair[int32]":  "give the instance a name",
		"./my geom.Vec3":      "without spaces",
		"./....Vec3":          "want a package and a type",
		"./geom._Vec3":        "another by -name",
		"./geom.Größe":        "another by -name",
		"./geom.A__B":         "another by -name",
		"./geom.Vec3;rm":      "want",
		"\\\\host\\geom.Vec3": "with / between folders",
	} {
		_, err := ParseArgs([]string{"-pattern", "shfl", "-src", "3", "-type", text})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestCompositePatterns wants elements that are no scalars to go with the patterns that move
// whole elements, and with no other.
func TestCompositePatterns(t *testing.T) {
	moves := map[Pattern]bool{Shfl: true, ShflUp: true, ShflDown: true, ShflXor: true, Rotate: true,
		ArrayExchange: true, Swap: true, Transpose: true, Permute: true, Compact: true, Load: true, Store: true}
	for _, p := range Patterns() {
		s := NewSpec(p)
		s.Type, s.Elem, s.N = Composite, UnresolvedElement("./geom.Vec3"), 1
		s.Params = MoveParams{Perm: "0"}
		err := s.Validate()
		if refused := err != nil && strings.Contains(err.Error(), "takes scalars"); refused == moves[p] {
			t.Errorf("%s: %v", p, err)
		}
	}
	for _, o := range Ops() {
		if o.On(Composite) || o.Laws(Composite) != (Laws{}) {
			t.Errorf("%s is defined on any element", o)
		}
	}
	s := NewSpec(Shfl)
	for _, wrong := range []struct {
		t Type
		e *Element
	}{
		{Composite, nil}, {Int32, UnresolvedElement("./geom.Vec3")}, {Composite, ScalarElement(Int32)},
		{Composite, arrayOf(t, 257, ScalarElement(Int8)).Named(TypeName{Name: "A", Ref: ".A"})},
		{Composite, structOf(t, "_", ScalarElement(Int8)).Named(TypeName{Name: "A", Ref: ".A"})},
	} {
		if s.Type, s.Elem = wrong.t, wrong.e; s.Validate() == nil {
			t.Errorf("%s with %v is valid", s.Type, s.Elem)
		}
	}
	s.Type, s.Elem = Composite, arrayOf(t, 256, ScalarElement(Int8)).Named(TypeName{Name: "A", Ref: ".A"})
	if err := s.Validate(); err != nil || s.Bits() != 2048 || s.Shape().Element().Elem != s.Elem {
		t.Errorf("%v, %d bits", err, s.Bits())
	}
}
