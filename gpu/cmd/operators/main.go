// Operators compares functions by users' operators, those of tests/userops, on the GPU of this
// machine with the same functions in Go, bit for bit. Build it with the tag optwins after
// cmd/optwins has written them.
//
//	operators [-cases N] [-seed N] [-only REGEXP] [-options OPTIONS]
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/gpu/compare"
)

func main() {
	cases := flag.Int("cases", 10_000, "call each function `n` times")
	seed := flag.Uint64("seed", 1, "`seed` of the elements")
	only := flag.String("only", "", "functions whose flags match a regular `expression`")
	options := flag.String("options", "", "more `options` for NVRTC, such as --use_fast_math")
	flag.Parse()
	choice, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "operators:", err)
		os.Exit(2)
	}
	r, err := compare.Operators(choice, *cases, *seed, strings.Fields(*options)...)
	fmt.Printf("%s (%s), NVRTC %s %s: %d functions, %d calls, %d elements compared with Go, %d mismatches\n%s\n",
		r.GPU, r.Arch, r.NVRTC, *options, r.Specs, r.Calls, r.Comparisons, r.Mismatches, strings.Join(r.First, "\n"))
	if err == nil && (r.Mismatches > 0 || r.Comparisons == 0) {
		err = fmt.Errorf("%d mismatches in %d comparisons", r.Mismatches, r.Comparisons)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "operators:", err)
		os.Exit(1)
	}
}
