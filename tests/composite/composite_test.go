package composite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// geom is a user's package.
const geom = `package geom

// Vec3 has no padding.
type Vec3 struct{ X, Y, Z float32 }

// Point has narrow fields apart from each other, padding, a bool and unexported names.
type Point struct {
	A     int8
	b     int32
	C     uint8
	_     [3]byte
	Alive bool
	D     float64
}

// Nested has structs, arrays, an embedded struct, a complex number and a keyword of C++.
type Nested struct {
	Vec3
	template int16
	In       [2]struct {
		P Pair
		Q uint8
	}
	Z complex64
}

// Pair is declared elsewhere too.
type Pair struct{ Lo, Hi uint16 }

// Uint128 is two words.
type Uint128 struct{ Lo, Hi uint64 }

// Grid is an array, Meters a number, Flag a bool, Alias another name.
type (
	Grid   [2][3]int16
	Meters float32
	Flag   bool
	Alias  = Vec3
	Wrap   struct{ V Generic[int32] }
	Generic[T any] struct{ Value T; Set bool }
)
`

// module writes a module with the package geom and a package that is generated into. It returns
// the folder of that package.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "geom/geom.go": geom} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	use := filepath.Join(dir, "use")
	if err := os.Mkdir(use, 0o777); err != nil {
		t.Fatal(err)
	}
	return use
}

// resolved is the spec of some flags, generated into a folder.
func resolved(t *testing.T, dir, flags string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(flags))
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = userpkg.Resolve(s, dir, dir, true, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// emitted is the file of a spec in a language.
func emitted(t *testing.T, s spec.Spec, l gen.Lang) (name, text string) {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "use", Langs: []gen.Lang{l}})
	if err != nil {
		t.Fatal(err)
	}
	name = s.FileName() + l.Ending()
	return name, string(files[name])
}

// prove is the verdict of a text in a folder.
func prove(t *testing.T, path, text string) verify.Report {
	t.Helper()
	o := verify.Options{}
	if filepath.Ext(path) == ".cu" {
		o.Arches = []string{"sm_80"}
	}
	r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: []byte(text)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// plant replaces a text once.
func plant(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("no %q in\n%s", old, text)
	}
	return strings.Replace(text, old, new, 1)
}

var specs = []string{
	"-pattern shfl -src 3 -type ../geom.Vec3",
	"-pattern shfl -src var -width 12 -type ../geom.Point",
	"-pattern shfl -src each -type ../geom.Uint128 -mask active",
	"-pattern shfl-up -delta 3 -type ../geom.Nested",
	"-pattern shfl-up -delta var -type ../geom.Vec3 -mask active",
	"-pattern shfl-down -delta 2 -width 7 -type ../geom.Point -mask active",
	"-pattern shfl-xor -xor 5 -type ../geom.Grid -mask full",
	"-pattern shfl-xor -xor var -width 20 -type ../geom.Flag",
	"-pattern rotate -delta -2 -width 7 -type ../geom.Meters",
	"-pattern rotate -delta var -width 16 -type ../geom.Alias -mask full",
	"-pattern array-exchange -n 3 -xor 1 -width 4 -type ../geom.Point",
	"-pattern swap -n 3 -xor 1 -first 0 -second 2 -type ../geom.Wrap",
	"-pattern transpose -n 3 -width 5 -type ../geom.Vec3",
	"-pattern transpose -n 4 -width 8 -inverse -type ../geom.Nested -mask full",
	"-pattern permute -width 4 -perm 2,0,0,1 -type ../geom.Point",
	"-pattern compact -width 5 -n 2 -type ../geom.Vec3",
	"-pattern permute -width 2 -n 2 -perm 3,2,1,0 -type example.com/m/geom.Uint128",
}

func TestProved(t *testing.T) {
	extent.OneIn(t, 2, 2)
	dir := module(t)
	for _, flags := range extent.Sample(specs, 4) {
		s := resolved(t, dir, flags)
		for _, l := range gen.Langs() {
			if l == gen.CUDA && !extent.Compiles() {
				continue
			}
			name, text := emitted(t, s, l)
			if r := prove(t, filepath.Join(dir, name), text); r.Verdict != verify.Proved {
				t.Errorf("%s: %s", name, r)
			}
		}
	}
}

// TestPlanted wants each fault found, and the first message to name the lane and the leaf.
func TestPlanted(t *testing.T) {
	dir := module(t)
	for _, p := range extent.Faults(t, []struct {
		name, flags string
		lang        gen.Lang
		old, new    string
		verdict     verify.Verdict
		says        string
	}{
		{"a field is left out of a shuffle", specs[0], gen.CUDA, "v.Y = __shfl_sync(threads, v.Y, lane, width);", "",
			verify.Refuted, "lane 0, .Y"},
		{"two fields are swapped in a shuffle", specs[0], gen.CUDA, "v.Y = __shfl_sync(threads, v.Y,",
			"v.Y = __shfl_sync(threads, v.Z,", verify.Refuted, ", .Y"},
		{"a field is left out of a choice", specs[0], gen.CUDA, "a.Z = first ? a.Z : b.Z;", "", verify.Refuted, ", .Z"},
		{"the fields of the struct are swapped", specs[0], gen.CUDA, "float X; // 0\n    float Y; // 4",
			"float Y; // 4\n    float X; // 0", verify.Refused, "static_assert"},
		{"the bits of a float change where it is a NaN", specs[0], gen.CUDA, "v.Y = __shfl_sync(threads, v.Y, lane, width);",
			"v.Y = __shfl_sync(threads, v.Y, lane, width) + 0.0f;", verify.Refuted, ", .Y"},
		{"the shift of a narrow leaf", specs[5], gen.CUDA, ">> 8", ">> 9", verify.Refuted, ", ."},
		{"a bool by its second bit", specs[5], gen.CUDA, "& 1u) != 0u;\n    return", "& 2u) != 0u;\n    return",
			verify.Refuted, ", .Alive"},
		{"an element of an array", specs[3], gen.CUDA, "v.In[1].P.Hi = ", "v.In[1].P.Lo = ", verify.Refuted, ", .In[1].P."},
		{"half of a word of 64 bits", specs[2], gen.CUDA, "v.Hi = __shfl_sync(threads, v.Hi, lane, width);",
			"v.Hi = (unsigned)__shfl_sync(threads, v.Hi, lane, width);", verify.Refuted, ", .Hi"},
		{"another lane", specs[0], gen.Go, "v[0] = step0lane0\n\tv[1] = step0lane1", "v[0] = step0lane1\n\tv[1] = step0lane0",
			verify.Refuted, "lane 0, .X"},
		{"a field is set", specs[0], gen.Go, "\tv[0] = step0lane0", "\tstep0lane0.Z = 0\n\tv[0] = step0lane0", verify.Refuted,
			"lane 0, .Z"},
		{"a field is swapped", specs[3], gen.Go, "\t// Results.",
			"\tstep0lane4.In[1], step0lane4.In[0] = step0lane4.In[0], step0lane4.In[1]\n\t// Results.", verify.Refuted,
			", .In[0].P.Lo"},
		{"a float goes through arithmetic", specs[0], gen.Go, "\tv[0] = step0lane0",
			"\tstep0lane0.Z += 0\n\tv[0] = step0lane0", verify.Refused, "payload"},
		{"what Go keeps is changed", specs[5], gen.Go, "\t// Results.", "\tv[31].D = 1\n\t// Results.", verify.Refuted,
			"lane 31, .D"},
		{"an index past the warp", specs[0], gen.Go, "(3&member3|1&^member3)&31", "(35&member3|1&^member3)&63",
			verify.Refused, "index"},
	}, 1) {
		t.Run(strings.ReplaceAll(p.name, " ", "_"), func(t *testing.T) {
			if p.lang == gen.CUDA && !extent.Compiles() {
				t.Skip("compiles CUDA")
			}
			s := resolved(t, dir, p.flags)
			name, text := emitted(t, s, p.lang)
			r := prove(t, filepath.Join(dir, name), plant(t, text, p.old, p.new))
			if r.Verdict != p.verdict || !strings.Contains(r.String(), p.says) {
				t.Errorf("%s: %s\nwant %s and %q", r.Verdict, r, p.verdict, p.says)
			}
		})
	}
}

// TestLayoutRefuted wants the proof to find a struct with members elsewhere, by what is left in
// memory and without the file's own assertions.
func TestLayoutRefuted(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	dir := module(t)
	s := resolved(t, dir, specs[0])
	name, text := emitted(t, s, gen.CUDA)
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool {
		return strings.HasPrefix(l, "static_assert")
	})
	text = strings.Join(lines, "\n")
	if r := prove(t, filepath.Join(dir, name), text); r.Verdict != verify.Proved {
		t.Fatal(r)
	}
	for old, new := range map[string]string{
		"float X; // 0\n    float Y; // 4": "float Y;\n    float X;",
		"float Z; // 8":                    "float more;\n    float Z;",
		"float Y; // 4":                    "double Y;",
	} {
		if r := prove(t, filepath.Join(dir, name), plant(t, text, old, new)); r.Verdict == verify.Proved {
			t.Errorf("%s for %s: %s", new, old, r)
		}
	}
}
