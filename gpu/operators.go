package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gpu/compare"
)

func checkOperators(fs *flag.FlagSet, args []string) error {
	var p pick
	p.bind(fs)
	cases := fs.Int("cases", 10_000, "call each function `n` times")
	seed := fs.Uint64("seed", 1, "`seed` of the elements")
	options := fs.String("options", "", "more `options` for NVRTC, such as --use_fast_math")
	fs.Parse(args)
	r := compare.Operators(p.takes, *cases, *seed, strings.Fields(*options)...)
	fmt.Printf("%s (%s), NVRTC %s %s: %d functions, %d calls, %d elements compared with Go, %d mismatches\n%s\n",
		r.GPU, r.Arch, r.NVRTC, *options, r.Specs, r.Calls, r.Comparisons, r.Mismatches, strings.Join(r.First, "\n"))
	return r.Err()
}
