package cuda

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEitherHelpers(t *testing.T) {
	for _, test := range []struct {
		one, other, want []string
	}{
		{nil, nil, nil},
		{[]string{"a"}, []string{"a"}, []string{"a"}},
		{[]string{"a"}, nil, []string{"#if __CUDA_ARCH__ >= 800\na\n#endif"}},
		{nil, []string{"b"}, []string{"#if __CUDA_ARCH__ < 800\nb\n#endif"}},
		{[]string{"a", "c"}, []string{"b", "c"}, []string{"c", "#if __CUDA_ARCH__ >= 800\na\n#else\nb\n#endif"}},
	} {
		if diff := cmp.Diff(test.want, eitherHelpers(80, test.one, test.other)); diff != "" {
			t.Errorf("%v, %v: (-want +got)\n%s", test.one, test.other, diff)
		}
	}
}

func TestEither(t *testing.T) {
	both, one, other, last := step{Title: "both"}, step{Title: "one"}, step{Title: "other"}, step{Title: "last"}
	want := []step{both, {Title: "one", Before: "#if __CUDA_ARCH__ >= 800"}, {Title: "other", Before: "#else"},
		{Title: "last", After: "#endif"}}
	if diff := cmp.Diff(want, either(80, []step{both, one}, []step{both, other, last})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
