package exec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// slowSource says the same as Source bit by bit and by search, for every b and c.
func slowSource(mode string, lane, b, c int) (int, bool) {
	sameSegment := func(i, j int) bool { // on the bits that the segment mask names
		return (i^j)&(c>>8&31) == 0
	}
	b &= 31
	// The end of the range is c's clamp, within lane's segment.
	end := 0
	for k := range 5 {
		from := c
		if c>>(8+k)&1 == 1 {
			from = lane
		}
		end |= from & (1 << k)
	}
	switch mode {
	case "up":
		for j := range warpSize {
			if j+b == lane && j >= end {
				return j, true
			}
		}
		return lane, false
	case "down":
		for j := range warpSize {
			if j-b == lane && j <= end {
				return j, true
			}
		}
		return lane, false
	case "bfly":
		for j := range warpSize {
			if j^lane == b && j <= end {
				return j, true
			}
		}
		return lane, false
	case "idx":
		for j := range warpSize {
			if sameSegment(j, lane) && (j^b)&^(c>>8)&31 == 0 && j <= end {
				return j, true
			}
		}
		return lane, false
	}
	panic(mode)
}

var modes = []string{"idx", "up", "down", "bfly"}

func TestSourceEverywhere(t *testing.T) {
	for _, mode := range modes {
		for b := range 32 {
			for cut := range 1 << 10 {
				c := cut&31 | cut>>5<<8
				for lane := range warpSize {
					j, ok := Source(mode, uint32(lane), uint32(b), uint32(c))
					k, want := slowSource(mode, lane, b, c)
					if int(j) != k || ok != want {
						t.Fatalf("%s lane %d b %d c %#x: got %d %v, want %d %v", mode, lane, b, c, j, ok, k, want)
					}
				}
			}
		}
	}
}

// TestSourceOfCUDA holds the constants that CUDA's functions pass against the
// segments of a width.
func TestSourceOfCUDA(t *testing.T) {
	for width := 1; width <= 32; width *= 2 {
		for d := range 32 {
			for lane := range warpSize {
				base := lane - lane%width
				last := base + width - 1
				for mode, want := range map[string]struct {
					c, j int
					ok   bool
				}{
					"idx":  {31, base + d%width, true},
					"up":   {0, lane - d, lane-d >= base},
					"down": {31, lane + d, lane+d <= last},
					"bfly": {31, lane ^ d, lane^d <= last},
				} {
					if !want.ok {
						want.j = lane
					}
					j, ok := Source(mode, uint32(lane), uint32(d), uint32((32-width)<<8|want.c))
					if int(j) != want.j || ok != want.ok {
						t.Fatalf("%s width %d d %d lane %d: got %d %v, want %d %v", mode, width, d, lane, j, ok, want.j, want.ok)
					}
				}
			}
		}
	}
}

// run executes the body of a kernel with parameters (u64 in, u64 out) on
// numbers, n threads, with in[i] = value(i), and gives what was written.
func run(t *testing.T, body string, n int, value func(i int) uint32) ([]Cell, error) {
	t.Helper()
	return runFor(t, "sm_80", body, n, value)
}

// runFor is run for an architecture.
func runFor(t *testing.T, arch, body string, n int, value func(i int) uint32) ([]Cell, error) {
	t.Helper()
	return execute(t, arch, "", body, n, value)
}

// runWith is run with functions that the body may call.
func runWith(t *testing.T, functions, body string, n int, value func(i int) uint32) ([]Cell, error) {
	t.Helper()
	return execute(t, "sm_80", functions, body, n, value)
}

func execute(t *testing.T, arch, functions, body string, n int, value func(i int) uint32) ([]Cell, error) {
	t.Helper()
	src := fmt.Sprintf(`.version 8.6
.target `+arch+`
.address_size 64
`+strings.ReplaceAll(functions, "%", "%%")+`
.visible .entry k(.param .u64 in, .param .u64 out)
{
	.reg .pred %%p<9>;
	.reg .b16 %%h<9>;
	.reg .b32 %%r<30>;
	.reg .b64 %%d<9>;
	.reg .f32 %%f<9>;
	.shared .align 4 .b8 s[256];
	ld.param.u64 %%d1, [in];
	ld.param.u64 %%d2, [out];
	mov.u32 %%r1, %%tid.x;
	mul.wide.u32 %%d3, %%r1, 4;
	add.s64 %%d1, %%d1, %%d3;
	add.s64 %%d2, %%d2, %%d3;
	ld.global.u32 %%r2, [%%d1];
	%s
	st.global.u32 [%%d2], %%r3;
	ret;
}
`, strings.ReplaceAll(body, "; ", ";\n\t"))
	m, err := parse.Parse("k.ptx", []byte(src))
	if err != nil {
		return nil, err
	}
	p, err := Load(m, m.Kernels[0], Function)
	if err != nil {
		return nil, err
	}
	in, out := &Buffer{Unit: 4, ReadOnly: true}, &Buffer{Unit: 4}
	for i := range n {
		in.Cells = append(in.Cells, Cell{bv.Word{W: 32, X: uint64(value(i))}, bv.Word{W: 1, X: 1}})
		out.Cells = append(out.Cells, Cell{bv.Word{W: 32, X: 0}, bv.Word{W: 1, X: 0}})
	}
	machine, err := NewMachine(p, bv.Numbers{}, Line(n), []Arg{{Buffer: in}, {Buffer: out}})
	if err != nil {
		t.Fatal(err)
	}
	machine.Together = t.Name() == "TestActivemask"
	if err := machine.Run(); err != nil {
		return nil, err
	}
	var cells []Cell
	for i := range n {
		cells = append(cells, out.Get(bv.Numbers{}, i))
	}
	return cells, nil
}

// TestShuffleRuns puts shuffles of every mode through the whole executor, with
// absent members: value, predicate and poison.
func TestShuffleRuns(t *testing.T) {
	const members = 0xfff0ffef
	for _, mode := range modes {
		for _, c := range []int{0, 31, 0x1f1f, 0x181f, 0x1800, 0x1007, 0x0a15} {
			for b := range 32 {
				body := fmt.Sprintf(`mov.u32 %%r9, %#x; shr.u32 %%r10, %%r9, %%r1; and.b32 %%r10, %%r10, 1; setp.eq.s32 %%p1, `+
					`%%r10, 0; @%%p1 bra OUT; shfl.sync.%s.b32 %%r3|%%p2, %%r2, %d, %d, %%r9; selp.b32 %%r4, 256, `+
					`0, %%p2; add.s32 %%r3, %%r3, %%r4; OUT: `, uint32(members), mode, b, c)
				cells, err := run(t, body, 32, func(i int) uint32 { return uint32(i + 1) })
				if err != nil {
					t.Fatal(err)
				}
				for lane, got := range cells {
					j, ok := slowSource(mode, lane, b, c)
					want := Cell{bv.Word{W: 32, X: uint64(j + 1)}, bv.Word{W: 1, X: uint64(members >> j & 1)}}
					if ok {
						want.V = bv.Word{W: 32, X: uint64(j + 1 + 256)}
					}
					if members>>lane&1 == 0 {
						want.Def = bv.Word{W: 1, X: 0} // the lane branched away and has no result
					}
					if want.Def == (bv.Word{W: 1, X: 1}) && got != want || got.Def != want.Def {
						t.Fatalf("%s b %d c %#x lane %d: got %v, want %v", mode, b, c, lane, got, want)
					}
				}
			}
		}
	}
}
