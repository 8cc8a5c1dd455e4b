package verify

import (
	"strings"
	"testing"
)

// TestReached: of PTX, the functions count that a kernel may call; all of them where one is written in a way that is
// not known.
func TestReached(t *testing.T) {
	const code = `.visible .func (.param .b32 func_retval0) _Z1fi( // -- calls g
	.param .b32 a)
{
	mov.u32 %r1, %laneid;
}
.visible .func _Z1gv()
{
	mov.u32 %r1, %tid.x;
}
// -- Begin function _Z1gv
.weak .func (.param .b32 r) _Z1hv()
{
	call.uni _Z1gv, ();
}
.visible .entry direct(
)
{
	call.uni (retval0), _Z1fi, (param0);
}
.visible .entry indirect()
{
	call.uni (retval0), _Z1hv, ();
}
`
	for kernel, want := range map[string]bool{"direct": false, "indirect": true, "absent": true} {
		if got := strings.Contains(string(reached([]byte(code), kernel)), "%tid.x"); got != want {
			t.Errorf("%s: reads thread numbers: %t, want %t", kernel, got, want)
		}
	}
	if text := string(reached([]byte(code+".func\t.attr _Z1kv()\n"), "direct")); !strings.Contains(text, "%tid.x") {
		t.Error("a function that is not known is left out")
	}
}
