package smt_test

import (
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/smt"
)

func TestTry(t *testing.T) {
	for file, args := range map[string]string{
		"xor_reduce_w16":                                 "-pattern xor-reduce -width 16",
		"block_reduce_b96":                               "-pattern block-reduce -block 96",
		"down_reduce_w7_type_int8_op_max":                "-pattern down-reduce -width 7 -type int8 -op max",
		"inclusive_scan_w32_type_float32":                "-pattern inclusive-scan -width 32 -type float32",
		"rotate_w5_delta_2_type_int64":                   "-pattern rotate -width 5 -delta -2 -type int64",
		"shfl_up_w8_delta_3_type_uint32":                 "-pattern shfl-up -width 8 -delta 3 -type uint32",
		"xor_reduce_w32_op_max":                          "-pattern xor-reduce -op max",
		"xor_reduce_w32_type_float16x2":                  "-pattern xor-reduce -type float16x2",
		"xor_reduce_w8_type_float64_mask_full_order_far": "-pattern xor-reduce -width 8 -type float64 -mask full -order far",
	} {
		spec, err := shflgen.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		src, _ := os.ReadFile("../ptx/testdata/" + file + ".ptx")
		out, err := smt.Export(spec, file, src)
		if err != nil {
			t.Error(file, err)
			continue
		}
		os.WriteFile("/tmp/exp/"+file+".smt2", out, 0o666)
	}
}
