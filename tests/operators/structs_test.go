package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestStructsOfOneName: files of one struct go together, files of two structs of one name are refused by a compiler.
func TestStructsOfOneName(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	const data = "github.com/shflgen/shflgen/tests/operators/testdata/"
	for _, test := range []struct{ first, second, want string }{
		{"-pattern reduce -width 2 -op " + data + "signed/pair.Greater", "-pattern reduce -width 4 -op " + data +
			"signed/pair.Greater", ""},
		{"-pattern reduce -width 2 -op " + data + "signed/pair.Greater", "-pattern reduce -width 2 -op " + data +
			"unsigned/pair.Above", "redefinition of 'pair_pair'"},
	} {
		var both []byte
		var unit compile.Unit
		for _, args := range []string{test.first, test.second} {
			s, files := emit(t, args, gen.CUDA)
			both = append(both, files[s.FileName()+".cu"]...)
			unit = compile.NewUnit(compile.Caller{Spec: s, Alone: true})
		}
		_, err := clang.Compile(t.Context(), unit.Files(both), unit.File, compile.Build{Arch: "sm_90", Level: "O2"})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s and %s: want %q, got %v", test.first, test.second, test.want, err)
		}
	}
}
