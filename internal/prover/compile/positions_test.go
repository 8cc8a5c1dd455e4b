package compile

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

// beside is what may differ in PTX with positions: these, labels and names for a debugger, and names of files, which
// are new in each build.
var beside = regexp.MustCompile(`(?m)^\s*\.(loc|file|global)\s.*$|//.*$|^\$L__(tmp|func_begin|func_end)\d+:|` +
	`^\s*\.section\s+\.debug_(str|loc)\s*\{[^}]*\}|_INTERNAL_[0-9a-f]*`)

// TestPositionsChangeNoInstruction compares builds with positions in the source and without.
func TestPositionsChangeNoInstruction(t *testing.T) {
	const src = "__device__ int sum(int v)\n{\n    for (int d = 16; d > 0; d /= 2)\n" +
		"        v += __shfl_xor_sync(0xffffffff, v, d) + __popc(v) * threadIdx.x;\n    return v;\n}\n" +
		"extern \"C\" __global__ void k(int *x) { __shared__ int s[4]; s[threadIdx.x & 3] = sum(*x); " +
		"__syncthreads(); *x = s[1]; }\n"
	var compilers []Compiler
	if c, err := FindClang(); err == nil {
		compilers = append(compilers, c)
	}
	if c, err := FindNVCC(); err == nil {
		compilers = append(compilers, c)
	}
	if compilers == nil {
		t.Skip("no compiler")
	}
	for _, c := range compilers {
		for _, level := range []string{"O0", "O2"} {
			code := func(lines bool) []string {
				b := Build{Arch: "sm_90", Level: level, Lax: true, Lines: lines}
				out, err := c.Compile(context.Background(), map[string][]byte{"k.cu": []byte(src)}, "k.cu", b)
				if err != nil {
					t.Fatal(err)
				}
				if located := regexp.MustCompile(`(?m)^\s*\.loc\s+\d+ 4 `).Match(out); located != lines {
					t.Errorf("%s -%s: a position on line 4: %t, want %t", c.Name(), level, located, lines)
				}
				return append(strings.Fields(beside.ReplaceAllString(string(out), "")), "end")
			}
			with, without := code(true), code(false)
			for i := range min(len(with), len(without)) {
				if with[i] != without[i] {
					t.Fatalf("%s -%s: with positions %q, without %q", c.Name(), level, with[i:min(i+9, len(with))],
						without[i:min(i+9, len(without))])
				}
			}
		}
	}
}
