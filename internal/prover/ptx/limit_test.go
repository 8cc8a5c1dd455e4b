package ptx

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/spec"
)

// TestTimeLimit: a proof ends soon after its context, with that error, in the midst of a product of masks with huge
// diagrams.
func TestTimeLimit(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 32 -type uint32"))
	if err != nil {
		t.Fatal(err)
	}
	src := `.version 7.8
.target sm_80
.address_size 64

.visible .entry k(.param .u32 mask, .param .u64 in, .param .u64 out)
{
    .reg .b32 %x, %m, %n, %lane;
    .reg .b64 %in, %out, %at;
    ld.param.u32 %m, [mask];
    ld.param.u64 %in, [in];
    ld.param.u64 %out, [out];
    cvta.to.global.u64 %in, %in;
    cvta.to.global.u64 %out, %out;
    mov.u32 %lane, %laneid;
    mul.wide.u32 %at, %lane, 4;
    add.s64 %in, %in, %at;
    add.s64 %out, %out, %at;
    ld.global.u32 %x, [%in];
    xor.b32 %n, %m, 0x9e3779b9;
    mul.lo.u32 %n, %n, %m;
    mul.lo.u32 %n, %n, %m;
    and.b32 %x, %x, %n;
    st.global.u32 [%out], %x;
    ret;
}
`
	const limit = 300 * time.Millisecond
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	err = proveWithin(ctx, s, "slow.ptx", src)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took < limit || took > limit+time.Second {
		t.Errorf("took %s", took)
	}
}
