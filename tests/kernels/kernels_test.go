package kernels

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const two = `.version 7.8
.target sm_80
.shared .align 4 .b8 s[8];
.visible .entry first(
	.param .u64 first_param_0
)
{
$L__BB0_1:
	// begin inline asm {
	{
	ld.param.u64 %rd1, [first_param_0];
}
	bra $L__BB0_1;
}
	// between
.visible .entry second(
	.param .u64 second_param_0
)
{
$L__BB1_1:
	// begin inline asm {
	{
	ld.param.u64 %rd1, [second_param_0];
}
	bra $L__BB1_1;
}
`

const one = `.version 7.8
.target sm_80
.shared .align 4 .b8 s[8];
	// between
.visible .entry k(
	.param .u64 k_param_0
)
{
$L__BB0_1:
	// begin inline asm {
	{
	ld.param.u64 %rd1, [k_param_0];
}
	bra $L__BB0_1;
}
`

// TestSplit: two kernels with equal text give equal files, with all declarations outside of
// kernels.
func TestSplit(t *testing.T) {
	files, err := Split([]byte(two))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range files {
		got[name] = string(text)
	}
	if diff := cmp.Diff(map[string]string{"first": one, "second": one}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := Split([]byte(two[:len(two)-3])); err == nil {
		t.Error("a kernel without an end is accepted")
	}
}
