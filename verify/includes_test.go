package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// secret is a word of a file that no message may show.
const secret = "topsecret"

// TestIncludes: a judged file includes what stands below its folder or a folder of -I, and headers of the compiler. Of
// another file no message has a word.
func TestIncludes(t *testing.T) {
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"other/secret.h": "root:" + secret + ":0\n", "other/number.h": "7\n", "given/given.h": "#define GIVEN 1\n",
		"own/sub/a.h": "#include \"b.h\"\n", "own/sub/b.h": "#define B 1\n", "own/b.h": "#define B 2\n", "own/secret.h": "\n",
		"own/sub/up.h": "#include \"../b.h\"\n", "own/sub/out.h": "\n#include \"../../other/secret.h\"\n",
	} {
		write(t, name, text)
	}
	for link, to := range map[string]string{"own/link.h": "../other/secret.h", "own/folder": "../other",
		"own/inside.h": "sub/b.h"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	absolute := filepath.Join(dir, "other/secret.h")
	for _, test := range []struct {
		include, want string // "": proved
	}{
		{`#include "sub/a.h"`, ""},
		{`#include "sub/up.h"`, ""},
		{`#include "sub/../sub/b.h" // a comment`, ""},
		{`#include "inside.h"`, ""},
		{`#include <given.h>`, ""},
		{`#include "../given/given.h"`, ""},
		{`#include "` + absolute + `"`, "own/k.cu:2: #include \"/"},
		{`#include <` + absolute + `>`, "own/k.cu:2: #include </"},
		{`#include "/etc/passwd"`, "own/k.cu:2: #include \"/etc/passwd\": want a file below the folder of the judged file"},
		{`#include "../other/secret.h"`, "own/k.cu:2: #include \"../other/secret.h\": want a file below"},
		{`#include "sub/../../other/secret.h"`, "own/k.cu:2: #include"},
		{`#include <../other/secret.h>`, "own/k.cu:2: #include <../other/secret.h>: want"},
		{`#include <../../../../../../../../etc/passwd>`, "own/k.cu:2: #include"},
		{`#include "link.h"`, "own/k.cu:2: #include \"link.h\": a link leads out of the folder"},
		{`#include "folder/secret.h"`, "own/k.cu:2: #include \"folder/secret.h\": a link leads out"},
		{`#include "folder/../secret.h"`, "own/k.cu:2: #include \"folder/../secret.h\": a link leads out"},
		{`#include "sub/out.h"`, "own/sub/out.h:2: #include \"../../other/secret.h\": want a file below"},
		{`#include "../other/secret.h" // >`, "own/k.cu:2: #include \"../other/secret.h\": want"},
		{`#include /* " */ "../other/secret.h"`, "own/k.cu:2: a comment within a line"},
		{"#include \"../other/\\\nsecret.h\"", "own/k.cu:2: #include of a macro"},
		{"#define H \"../other/secret.h\"\n#include H", "own/k.cu:3: #include of a macro"},
		{`__device__ int n() { return` + "\n" + `#include "../other/number.h"` + "\n; }", "own/k.cu:3: #include"},
		{`__device__ int n() { return` + "\n" + `#embed "../other/number.h"` + "\n; }", "own/k.cu:3: #embed is not supported"},
		{`#include_next "../other/secret.h"`, "#include_next is not supported"},
		{`#import "../other/secret.h"`, "#import is not supported"},
		{"#if __has_include(\"../other/secret.h\")\n#endif", "__has_include"},
		{"#if __has_embed(\"../other/secret.h\")\n#endif", "__has_embed"},
		{"#pragma GCC dependency \"../other/secret.h\"", "#pragma GCC dependency"},
		{"#pragma include_alias(\"sub/a.h\", \"../other/secret.h\")", "#pragma include_alias"},
		{`asm(".include \"../other/secret.h\";");`, "asm"},
		{`__device__ void n() { asm volatile(".incbin \"../other/secret.h\";"); }`, "asm: no instruction"},
	} {
		src := "// judged\n" + test.include + "\n__device__ int f(int v)\n{\n    for (int d = 16; d > 0; d /= 2)\n" +
			"        v = max(v, __shfl_xor_sync(0xffffffffu, v, d));\n    return v;\n}\n"
		judgeIncluding(t, src, test.include, test.want)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// judgeIncluding proves and audits a file, and wants a refusal that says so, or a proof.
func judgeIncluding(t *testing.T, src, include, want string) {
	t.Helper()
	s, err := spec.ParseOwn(strings.Fields("-pattern reduce -op max -mask full -name f"))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Spec: &s, Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Include: []string{"given"}}
	subject := Subject{"own/k.cu", []byte(src)}
	r, err := Prove(t.Context(), subject, o)
	if err != nil {
		t.Fatal(err)
	}
	verdict := Refused
	if want == "" {
		verdict = Proved
	}
	if r.Verdict != verdict || !strings.Contains(r.Differs, want) || strings.Contains(r.Verbose(), secret) {
		t.Errorf("%s: %s, want %v: %s", include, r.Verbose(), verdict, want)
	}
	o.Spec = nil
	all, err := Audit(t.Context(), subject, AuditOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range all {
		found = found || (f.Func == "f(int)" || f.Func == "the file") && (f.Verdict == Proved) == (want == "")
		if strings.Contains(f.String(), secret) {
			t.Errorf("%s: audit: %s", include, f)
		}
	}
	if !found {
		t.Errorf("%s: audit: %v", include, all)
	}
}
