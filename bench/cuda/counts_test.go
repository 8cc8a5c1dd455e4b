// Package cuda_test checks the counts that the benchmark's build reads from machine code.
package cuda_test

import (
	"os/exec"
	"strings"
	"testing"
)

const dump = `
		Function : first
	.headerflags	@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
        /*0000*/                   LDC R1, c[0x0][0x28] ;                   /* 0x00000a00ff017b82 */
                                                                            /* 0x000fe20000000800 */
        /*0010*/                   SHFL.BFLY PT, R5, R4, 0x1, 0x1f ;        /* 0x0c201f0004057f89 */
        /*0020*/                   SHFL.DOWN P0, R5, R4, 0x2, 0x1f ;        /* 0x0c201f0004057f89 */
        /*0060*/                   REDUX.MAX.S32 UR6, R0 ;                  /* 0x00000000000673c4 */
        /*0070*/              @P0 FSEL R4, R5, R6, P1 ;                     /* 0x00000006ff047e24 */
        /*0080*/             @!P0 VOTE.ANY R5, PT, !P1 ;                    /* 0x0000000000058806 */
        /*0090*/                   STL [R1], R2 ;                           /* 0x0000000000058806 */
        /*00a0*/                   EXIT ;                                   /* 0x000000000000794d */
        /*00f0*/                   NOP;                                     /* 0x0000000000007918 */
		..........
		Function : second
        /*0000*/                   MATCH.ANY R4, R5 ;                       /* 0x00000a00ff017b82 */
        /*0010*/                   SEL R4, R5, R6, P1 ;                     /* 0x00000a00ff017b82 */
        /*0020*/                   BRA 0x20;                                /* 0xfffffffc00fc7947 */
`

// TestCounts: name, shuffles, redux, votes, selects, spills and all, less padding.
func TestCounts(t *testing.T) {
	cmd := exec.Command("awk", "-f", "counts.awk")
	cmd.Stdin = strings.NewReader(dump)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := "first 2 1 1 1 1 8\nsecond 0 0 1 1 0 3\n"; string(out) != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
