package spec

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	for _, test := range []struct{ args, fn, file string }{
		{"-pattern xor-reduce -width 16", "XorReduceSumInt32W16", "xor_reduce_sum_int32_w16"},
		{"-pattern block-reduce -block 200", "BlockReduceSumInt32B200", "block_reduce_sum_int32_b200"},
		{"-pattern block-reduce -block 7 -all", "BlockReduceSumInt32B7All", "block_reduce_sum_int32_b7_all"},
		{"-pattern block-exclusive-scan -block 7 -total", "BlockExclusiveScanSumInt32B7Total",
			"block_exclusive_scan_sum_int32_b7_total"},
		{"-pattern row-reduce -cols 1..128 -type float32", "RowReduceSumFloat32C1to128", "row_reduce_sum_float32_c1to128"},
		{"-pattern row-reduce -cols 0005..12", "RowReduceSumInt32C5to12", "row_reduce_sum_int32_c5to12"},
		{"-pattern grid-exclusive-scan -type float64 -op max", "GridExclusiveScanMaxFloat64",
			"grid_exclusive_scan_max_float64"},
		{"-pattern batch-reduce -width 32 -n 32 -type float32", "BatchReduceSumFloat32W32N32",
			"batch_reduce_sum_float32_w32_n32"},
		{"-pattern keyed-reduce -width 8 -key uint64 -mask active", "KeyedReduceSumInt32W8Key64Active",
			"keyed_reduce_sum_int32_w8_key64_active"},
		{"-pattern batch-reduce -width 7 -n 1 -all -mask full", "BatchReduceSumInt32W7N1FullAll",
			"batch_reduce_sum_int32_w7_n1_full_all"},
		{"-pattern shfl-down -delta 3 -mask full", "ShflDownInt32W32D3Full", "shfl_down_int32_w32_d3_full"},
		{"-pattern rotate -width 7 -delta -2", "RotateInt32W7Dm2", "rotate_int32_w7_dm2"},
		{"-pattern shfl -src var", "ShflInt32W32Svar", "shfl_int32_w32_svar"},
		{"-pattern shfl -width 12 -src each -mask full", "ShflInt32W12SeachFull", "shfl_int32_w12_seach_full"},
		{"-pattern shfl-up -delta var", "ShflUpInt32W32Dvar", "shfl_up_int32_w32_dvar"},
		{"-pattern rotate -delta var -type float64", "RotateFloat64W32Dvar", "rotate_float64_w32_dvar"},
		{"-pattern shfl-xor -xor var -width 8", "ShflXorInt32W8Xvar", "shfl_xor_int32_w8_xvar"},
		{"-pattern inclusive-scan -type float16x2 -op max -order far", "InclusiveScanMaxFloat16x2W32Far",
			"inclusive_scan_max_float16x2_w32_far"},
		{"-pattern array-exchange -width 4 -n 4 -xor 1", "ArrayExchangeInt32W4N4X1", "array_exchange_int32_w4_n4_x1"},
		{"-pattern swap -n 4 -xor 1 -first 0 -second 3", "SwapInt32W32N4X1F0S3", "swap_int32_w32_n4_x1_f0_s3"},
		{"-pattern transpose -n 3 -memory shared -inverse", "TransposeInt32W32N3InverseShared",
			"transpose_int32_w32_n3_inverse_shared"},
		{"-pattern transpose -n 9 -memory none -mask full", "TransposeInt32W32N9ShufflesFull",
			"transpose_int32_w32_n9_shuffles_full"},
		{"-pattern transpose -n 3 -inverse -mask full", "TransposeInt32W32N3InverseFull",
			"transpose_int32_w32_n3_inverse_full"},
		{"-pattern permute -width 4 -perm 3,2,1,0", "PermuteInt32W4P3210", "permute_int32_w4_p3210"},
		{"-pattern permute -width 3 -n 4 -perm 0,1,2,3,4,5,6,7,8,9,11,10", "PermuteInt32W3N4Pha11db563",
			"permute_int32_w3_n4_pha11db563"},
		{"-pattern sort -stable -from -value uint64", "SortInt32W32StableFromValueUint64",
			"sort_int32_w32_stable_from_value_uint64"},
		{"-pattern reduce -arch sm_90", "ReduceSumInt32W32", "reduce_sum_int32_w32"},
		{"-pattern down-reduce -width 8 -type float16 -op argmin", "DownReduceArgminFloat16W8",
			"down_reduce_argmin_float16_w8"},
		{"-pattern xor-reduce -name WarpMax", "WarpMax", "warp_max"},
		{"-pattern xor-reduce -name HTTPSum2D", "HTTPSum2D", "http_sum2_d"},
	} {
		s, err := ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		if again, err := ParseArgs(s.Args()); err != nil || again != s {
			t.Errorf("%s: its flags %q give %+v, %v", test.args, s.Args(), again, err)
		}
		if s.FuncName() != test.fn || s.FileName() != test.file {
			t.Errorf("%s: named %s and %s, want %s and %s", test.args, s.FuncName(), s.FileName(), test.fn, test.file)
		}
	}
}

// TestArch wants an architecture to come back from a header, and to be left out
// of it where it is open.
func TestArch(t *testing.T) {
	s := NewSpec(Reduce)
	for _, a := range Arches() {
		s.Arch = a
		got, err := ParseHeader(s.Header())
		if err != nil || got != s {
			t.Errorf("%s: %+v, %v", s.Header(), got, err)
		}
		if strings.Contains(s.Header(), "arch") != (a != AnyArch) {
			t.Errorf("%s for the architecture %s", s.Header(), a)
		}
	}
	var capabilities []int
	for _, a := range Arches() {
		capabilities = append(capabilities, a.Capability())
	}
	if diff := cmp.Diff([]int{0, 70, 80, 90, 100}, capabilities); diff != "" {
		t.Error(diff)
	}
	s.Arch = Arch(len(archTable))
	if s.Validate() == nil {
		t.Error("an unknown architecture is taken")
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string // the start of each line, in order
	}{
		{"-pattern xor-reduce -width 0", []string{"-width 0: want"}},
		{"-pattern xor-reduce -width 33", []string{"-width 33: want"}},
		{"-pattern xor-reduce -width 12", []string{"-width 12: xor-reduce takes 1, 2, 4, 8, 16 or 32"}},
		{"-pattern down-reduce -op and -type float32", []string{"-op and: not defined on float32"}},
		{"-pattern down-reduce -op minimum", []string{"-op minimum: not defined on int32"}},
		{"-pattern inclusive-scan -op argmax",
			[]string{"-op argmax: inclusive-scan does not return the lane of an element; reduce, xor-reduce, down-reduce, " +
				"block-reduce, row-reduce, grid-reduce do"}},
		{"-pattern block-reduce -block 64 -op argmin -n 2",
			[]string{"-n 2: argmin takes one register per thread; leave -n out"}},
		{"-pattern reduce -type float16x2 -op argmin",
			[]string{"-op argmin: not defined on float16x2, which takes sum, prod, min, max, minimum, maximum"}},
		{"-pattern down-reduce -op argmax -mask active",
			[]string{"-pattern down-reduce: in mask mode active argmax takes reduce only, which gives every member the result"}},
		{"-pattern shfl-up -width 8 -delta 8", []string{"-delta 8: want 0..7"}},
		{"-pattern shfl -width 8 -src -1", []string{"-src -1: want 0..7"}},
		{"-pattern shfl-xor -xor 32", []string{"-xor 32: want 0..31"}},
		{"-pattern rotate -width 4 -delta -4", []string{"-delta -4: want -3..3"}},
		{"-pattern shfl-down -delta each",
			[]string{"-delta each: want var, which is one value for all lanes, or a number; only -src takes each"}},
		{"-pattern shfl -src some", []string{"-src some: want a whole number, var or each"}},
		{"-pattern shfl -src -2147483648", []string{"-src -2147483648: want a whole number, var or each"}},
		{"-pattern shfl -src 1 -delta var", []string{"-delta var: shfl does not take -delta; leave -delta out"}},
		{"-pattern shfl -op max", []string{"-op max: shfl combines nothing"}},
		{"-pattern shfl -order far", []string{"-order far: shfl combines nothing"}},
		{"-pattern block-reduce", []string{"-block is missing: want"}},
		{"-pattern block-reduce -block 1025", []string{"-block 1025: want"}},
		{"-pattern block-inclusive-scan -block 64 -order far -op argmax",
			[]string{"-op argmax: block-inclusive-scan does not return",
				"-order far: block-inclusive-scan combines in the order near only; leave -order out"}},
		{"-pattern block-exclusive-scan -block 64 -all -mask active",
			[]string{"-all: only block-reduce and batch-reduce take -all", "-mask active: all threads of a block"}},
		{"-pattern block-reduce -block 64 -total",
			[]string{"-total: only block-inclusive-scan and block-exclusive-scan take -total; leave it out"}},
		{"-pattern inclusive-scan -total", []string{"-total: only block-inclusive-scan"}},
		{"-pattern block-reduce -block 8 -width 8", []string{"-width 8: block-reduce takes -block"}},
		{"-pattern xor-reduce -block 8 -all", []string{"-block 8: xor-reduce works", "-all: only block"}},
		{"-pattern reduce -arch sm_75", []string{"-arch sm_75: did you mean sm_70? want one of any, sm_70"}},
		{"-pattern batch-reduce", []string{"-n is missing: want the number of registers per lane, 1..64"}},
		{"-pattern batch-reduce -n 65 -width 33", []string{"-n 65: want the number", "-width 33: want"}},
		{"-pattern sort -n 0", []string{"-n 0: want the number of registers per lane, 1..64"}},
		{"-pattern reduce -n 4", []string{"-n 4: reduce takes one register per lane"}},
		{"-pattern batch-reduce -n 4 -block 8 -xor 1", []string{"-block 8: batch-reduce works",
			"-xor 1: batch-reduce does not take -xor"}},
		{"-pattern array-exchange -n 4 -width 4 -xor 4", []string{"-xor 4: want 0..3 at width 4"}},
		{"-pattern array-exchange -n 0 -width 12 -first 1 -inverse",
			[]string{"-n 0: want the number", "-width 12: array-exchange takes 1, 2, 4, 8, 16 or 32",
				"-first 1: only swap takes -first", "-inverse: only transpose takes -inverse"}},
		{"-pattern array-exchange -n 2 -xor var",
			[]string{"-xor var: array-exchange takes a number; single shuffles take var"}},
		{"-pattern swap -n 4 -xor 1 -first 4 -second -1",
			[]string{"-first 4: want a register, 0..3 with -n 4", "-second -1: want a register"}},
		{"-pattern sort -n 3 -op max -type float16x2", []string{"-n 3: sort takes 1, 2, 4 or 8",
			"-type float16x2: sort takes no pairs", "-op max: sort combines nothing"}},
		{"-pattern sort -from -n 8",
			[]string{"-n 8: sort takes at most 128 elements in a segment with -from or -value, so 1, " +
				"2 or 4 registers per lane above width 16"}},
		{"-pattern sort -from -type float16x2",
			[]string{"-type float16x2: sort takes no pairs, which have no order; want float16"}},
		{"-pattern topk -k 1 -from", []string{"-from: topk gives every lane the same elements"}},
		{"-pattern topk -k 1 -stable", []string{"-stable: topk gives no element a place"}},
		{"-pattern reduce -stable", []string{"-stable: reduce puts nothing in order"}},
		{"-pattern sort -stable -type float32",
			[]string{"-stable: in a sort of floats alone, the lane of each of several NaNs is unspecified"}},
		{"-pattern reduce -from", []string{"-from: reduce puts nothing in order"}},
		{"-pattern topk", []string{"-k is missing: want 1..32 of the 32 elements in a segment"}},
		{"-pattern topk -k 9 -width 4 -n 2", []string{"-k 9: want 1..8 of the 8 elements in a segment"}},
		{"-pattern select -k 33 -n 8", []string{"-k 33: want 1..32 of the 256 elements in a segment"}},
		{"-pattern select -k 129 -n 4", []string{"-k 129: want 1..128 of the 128 elements in a segment"}},
		{"-pattern select -k 1 -n 3 -type float16x2", []string{"-n 3: select takes 1, 2, 4 or 8",
			"-type float16x2: select takes no pairs"}},
		{"-pattern sort -k 1", []string{"-k 1: sort gives every rank; leave -k out"}},
		{"-pattern reduce -k 1", []string{"-k 1: reduce gives no rank; leave -k out"}},
		{"-pattern sort -n 8 -width 20 -type float32",
			[]string{"-n 8: sort takes at most 128 floats in a segment, so 1, 2 or 4 registers"}},
		{"-pattern reduce -descending", []string{"-descending: reduce puts nothing in order"}},
		{"-pattern permute -perm 1,0 -width 2 -memory shared",
			[]string{"-memory shared: only transpose, compact and topk take -memory; leave it out"}},
		{"-pattern transpose -n 4 -memory lots", []string{"-memory lots: want one of auto, none, shared"}},
		{"-pattern transpose -n 4 -all -op max -perm 1,0",
			[]string{"-perm 1,0: only permute takes -perm", "-all: only block-reduce and batch-reduce",
				"-op max: transpose combines nothing"}},
		{"-pattern permute -width 3", []string{"-perm is missing: want 3 entries, one for each lane of a segment of 3"}},
		{"-pattern permute -width 3 -n 2 -perm 0,1,6",
			[]string{"-perm 0,1,6: want 6 entries, one for each of the 2·3 slots register·width + lane",
				"-perm 0,1,6: entry 2 is 6; want 0..5"}},
		{"-pattern permute -n 65 -perm 0,x", []string{"-perm 0,x: want whole numbers joined by commas"}},
		{"-pattern permute -n 65 -perm 0", []string{"-n 65: want the number of registers per lane, 1..64, or leave -n out"}},
		{"-pattern xor-reduce -name 3x", []string{"-name 3x: want an identifier"}},
		{"-pattern xor-reduce -name Double",
			[]string{"-name Double: its snake_case double is a keyword of C++; want another identifier, such as WarpDouble"}},
		{"-pattern xor-reduce -name func", []string{"-name func: it is a keyword of Go"}},
		{"-pattern xor-reduce -name größe", []string{"-name größe: want an identifier"}},
		{"-pattern reduce -mask some", []string{"-mask some: want one of member, full, active"}},
		{"-pattern compact -mask full",
			[]string{"-mask full: compact keeps every element where it is when all lanes are " +
				"members, and the count is the width; want member"}},
		{"-pattern compact -mask active",
			[]string{"-mask active: compact moves elements by lane number, so all lanes must make the call; want member"}},
		{"-pattern compact -n 65 -op max", []string{"-n 65: want the number of registers per lane, 1..64, or leave -n out",
			"-op max: compact combines nothing; leave -op out"}},
		{"-pattern rank -type float32",
			[]string{"-type float32: rank takes no elements, and its result is an int32; leave -type " +
				"out, and give the type of the keys by -key"}},
		{"-pattern rank -order far -n 2", []string{"-n 2: rank takes one register per lane; leave -n out",
			"-order far: rank combines nothing; leave -order out"}},
		{"-pattern xor-reduce -mask active",
			[]string{"-mask active: xor-reduce moves elements by lane number, so all lanes " +
				"must make the call; want one of member, full"}},
		{"-pattern block-reduce -block 64 -mask active",
			[]string{"-mask active: all threads of a block must make the call, so block-reduce takes member, full only"}},
		{"-pattern inclusive-scan -mask active -order far",
			[]string{"-order far: mask mode active combines members by rank, in the order near only; leave -order out"}},
		{"-pattern reduce -key uint64", []string{"-key uint64: reduce takes no keys; leave -key out"}},
		{"-pattern keyed-reduce -key int32", []string{"-key int32: did you mean uint32? want one of uint32, uint64"}},
		{"-pattern keyed-reduce -order far",
			[]string{"-order far: keyed-reduce combines the members of a group by rank, " +
				"in the order near only; leave -order out"}},
		{"-pattern keyed-reduce -order far -mask active", []string{"-order far: mask mode active combines"}},
		{"-pattern keyed-reduce -op argmax", []string{"-op argmax: keyed-reduce does not return the lane of an element"}},
		{"-pattern reduce -mask active -width 0", []string{"-width 0: want"}},
		{"-pattern nope -type foo -width x", []string{"-pattern nope: did you mean topk? want", "-type foo: want one of",
			"-width x: want a whole number"}},
		{"-width 8", []string{"-pattern is missing"}},
		{"-pattern reduce -width 8 -pattern shfl -width 8 -all -all",
			[]string{"-pattern shfl: given twice; want it once", "-width 8: given twice", "-all: given twice"}},
		{"-pattern reduce -name=", []string{"-name \"\": want an identifier, or leave -name out"}},
		{"-pattern reduce -name A -name B", []string{"-name B: given twice; want it once"}},
	} {
		_, err := ParseArgs(strings.Fields(test.args))
		if err == nil {
			t.Errorf("%s: no error", test.args)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != len(test.want) {
			t.Errorf("%s: %d lines, want %d:\n%v", test.args, len(lines), len(test.want), err)
			continue
		}
		for i, want := range test.want {
			if !strings.HasPrefix(lines[i], want) {
				t.Errorf("%s: line %q, want it to start %q", test.args, lines[i], want)
			}
		}
	}
}

func FuzzParseHeader(f *testing.F) {
	for _, p := range Patterns() {
		for _, t := range Types() {
			s := NewSpec(p)
			s.Type = t
			f.Add(s.Header())
		}
	}
	f.Add("// Code generated by shflgen ; DO NOT EDIT.")
	f.Fuzz(func(t *testing.T, line string) {
		s, err := ParseHeader(line)
		if err != nil {
			return
		}
		again, err := ParseHeader(s.Header())
		if err != nil || again != s {
			t.Fatalf("%q gives %+v, its own header %+v, %v", line, s, again, err)
		}
	})
}

// TestAppliedType: row-apply computes in float32, whether -type says so or not.
func TestAppliedType(t *testing.T) {
	for args, want := range map[string]Type{
		"-pattern row-apply -f softmax -cols 4096":               Float32,
		"-pattern row-apply -f softmax -cols 4096 -in bfloat16":  Float32,
		"-pattern row-apply -f softmax -cols 4096 -type float32": Float32,
		"-pattern row-reduce -cols 4096":                         Int32,
	} {
		if s, err := ParseArgs(strings.Fields(args)); err != nil || s.Type != want {
			t.Errorf("%s: %s, %v, want %s", args, s.Type, err, want)
		}
	}
	if _, err := ParseArgs(strings.Fields("-pattern row-apply -f softmax -cols 4096 -type int32")); err == nil {
		t.Error("-type int32 is taken")
	}
}

// TestSharedMemory: what the warps of a block leave has to fit into shared memory that is declared.
func TestSharedMemory(t *testing.T) {
	for _, test := range []struct{ block, n, bytes, most int }{{1024, 64, 64, 24}, {1024, 8, 256, 6}, {256, 64, 256, 24},
		{33, 64, 256, 0}, {32, 64, 256, 0}, {1024, 24, 64, 0}} {
		s := NewSpec(BlockReduce)
		s.N, s.Mask = test.n, Full
		s.Params = BlockParams{Threads: test.block}
		s.Elem = &Element{size: test.bytes, leaves: []Leaf{{Type: Float64}}}
		err := s.Validate()
		want := fmt.Sprintf("want at most %d, or a smaller -block", test.most)
		if got := err != nil && strings.Contains(err.Error(), "-n "+strconv.Itoa(test.n)) &&
			strings.Contains(err.Error(), want); got != (test.most > 0) {
			t.Errorf("-block %d -n %d of %d bytes: %v", test.block, test.n, test.bytes, err)
		}
	}
}
