package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestBlocks emits every kind of network of a block, with the result in thread 0 and in all threads: each node has to
// be one that the printer of its network knows.
func TestBlocks(t *testing.T) {
	for _, block := range []int{32, 33, 64, 96, 128, 256, 512, 768, 1000, 1024} {
		for _, args := range []string{"-type int32", "-type int32 -order far", "-type float32 -op max", "-type float32",
			"-type float64", "-type int64", "-type float32 -n 4"} {
			for _, more := range []string{"", " -all", " -for latency", " -for throughput -mask full"} {
				line := fmt.Sprintf("-pattern block-reduce -block %d %s%s", block, args, more)
				s, err := spec.ParseArgs(strings.Fields(line))
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				if _, err := Generate(s, Options{Langs: []Lang{CUDA}}); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

// TestGoOfBlocks emits the Go of scans and reductions of half types, of pairs of them and of what a map makes: the
// pieces that it is cut into have to compile.
func TestGoOfBlocks(t *testing.T) {
	for _, pattern := range []string{"block-inclusive-scan", "block-exclusive-scan", "block-reduce"} {
		for _, block := range []int{64, 100, 160} {
			for _, of := range []string{"float16", "bfloat16x2", "int32"} {
				for _, more := range []string{"", " -map square", " -mask full", " -mask full -map square", " -op max"} {
					line := fmt.Sprintf("-pattern %s -block %d -type %s%s", pattern, block, of, more)
					s, err := spec.ParseArgs(strings.Fields(line))
					if err != nil {
						t.Fatalf("%s: %v", line, err)
					}
					if _, err := Generate(s, Options{Package: "p", Langs: []Lang{Go}}); err != nil {
						t.Errorf("%s: %v", line, err)
					}
				}
			}
		}
	}
}
