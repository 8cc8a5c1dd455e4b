package contract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParameters(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
	}{
		{"-pattern rotate -delta -2 -width 7", []string{
			"pattern  rotate", "width    7", "delta    -2", "type     int32", "mask     member"}},
		{"-pattern block-reduce -block 45 -all -arch sm_80", []string{
			"pattern  block-reduce", "block    45", "all      true", "type     int32", "op       sum", "mask     member",
			"order    near", "arch     sm_80"}},
		{"-pattern batch-reduce -n 4 -width 8 -order far", []string{
			"pattern  batch-reduce", "width    8", "n        4", "all      false", "type     int32", "op       sum",
			"mask     member", "order    far"}},
		{"-pattern keyed-reduce -key uint64 -mask full", []string{
			"pattern  keyed-reduce", "width    32", "key      uint64", "type     int32", "op       sum", "mask     full",
			"order    near"}},
	} {
		if diff := cmp.Diff(test.want, Parameters(specOf(t, test.args))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.args, diff)
		}
	}
}

func TestGives(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
	}{
		{"-pattern reduce -width 12", []string{
			"Every lane receives the sum of the members in its segment of 12 lanes.",
			"The warp is cut into 2 segments of 12 lanes. Lanes 24..31 belong to none and keep their value.",
			"Bit i of the mask makes lane i a member; without members the value is the identity."}},
		{"-pattern down-reduce -op argmin -mask full", []string{
			"The first lane of the warp receives the least element of its members and, as its " +
				"index, the number of the lane that holds it.",
			"Every lane is a member."}},
		{"-pattern reduce -op argmax -mask active -width 17", []string{
			"Every member receives the greatest element of the members in its segment of 17 lanes and, as its " +
				"index, the number of the lane that holds it.",
			"The segment is the first 17 lanes. Lanes 17..31 belong to none and keep their value; their index is -1.",
			"Bit i of the mask makes lane i a member."}},
		{"-pattern block-reduce -block 45 -mask full", []string{
			"Thread 0 receives the sum of the members in the block of 45 threads.", "Every thread is a member."}},
		{"-pattern batch-reduce -n 4 -width 8 -mask full", []string{
			"Lane k mod 8 of each segment of 8 lanes receives, in register k / 8, the sum " +
				"of register k of its members, for k < 4.",
			"The warp is cut into 4 segments of 8 lanes.", "Every lane is a member."}},
		{"-pattern keyed-reduce -type float16x2 -op prod", []string{
			"Every lane receives the product of the members in the warp that have its key.",
			"Bit i of the mask makes lane i a member; where none has its key, a lane receives the identity.",
			"An element is a pair of float16, the first in its low bits."}},
		{"-pattern swap -n 4 -xor 1 -first 0 -second 3 -width 8", []string{
			"In each segment of 8 lanes, of lanes i and i ^ 1, register 0 of the lower lane and " +
				"register 3 of the upper lane change places.",
			"The warp is cut into 4 segments of 8 lanes.",
			"Bit i of the mask makes lane i a member; a register keeps its element if its source is in no member."}},
		{"-pattern transpose -n 3 -inverse -mask full", []string{
			"In the warp, register r of lane l receives element l * 3 + r, where " +
				"register k of lane j held element k * 32 + j."}},
		{"-pattern permute -perm 1,0 -width 2 -n 1 -mask full", []string{
			"In each segment of 2 lanes, slot s receives slot p[s], where p is -perm; " +
				"register r of lane l is slot r * 2 + l.",
			"The warp is cut into 16 segments of 2 lanes."}},
		{"-pattern shfl-up -delta 3", []string{
			"Lane i receives the int32 of lane i - 3 of the warp.",
			"Bit i of the mask makes lane i a member; a lane keeps its value if its source is no member.",
			"The pred of a lane is true if it read a source; else it keeps its value."}},
		{"-pattern rotate -delta -2 -width 8 -type float16 -mask full", []string{
			"Lane base + i receives the float16 of lane base + (i - 2) mod 8, where base is " +
				"the first lane of its segment of 8 lanes.",
			"The warp is cut into 4 segments of 8 lanes."}},
		{"-pattern exclusive-scan -width 1 -op and -mask active", []string{
			"Every member receives the bitwise and of the members before it in its segment of " +
				"one lane; the lowest receives the identity.",
			"Every lane is a segment of its own.", "Bit i of the mask makes lane i a member."}},
	} {
		if diff := cmp.Diff(test.want, Gives(specOf(t, test.args), LaneBit)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.args, diff)
		}
	}
}

func TestAlgebra(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
	}{
		{"-pattern reduce -type float64", []string{
			"Op:    sum on float64, identity -0.0; commutative.",
			"Order: near: distance 1, 2, 4, …, the lower lane on the left."}},
		{"-pattern reduce -type int8 -op max -order far", []string{
			"Op:    max on int8, identity the smallest int8; associative, commutative, idempotent.",
			"Order: far: distance …, 4, 2, 1; any order gives the same bits."}},
		{"-pattern reduce -op argmin -type bfloat16 -mask active", []string{
			"Op:    argmin on bfloat16, of equal elements the one in the lowest lane; no " +
				"identity; associative, commutative, idempotent.",
			"Float: -0 is below +0; a NaN loses to every number; NaNs are equal.",
			"Order: near, by rank among the members: 1, 2, 4, … ranks apart, the lower lane on " +
				"the left; any order gives the same bits."}},
		{"-pattern keyed-reduce -op and", []string{
			"Op:    and on int32, identity all ones; associative, commutative, idempotent.",
			"Order: near, by rank among the members of a key: 1, 2, 4, … ranks apart, the lower lane on " +
				"the left; any order gives the same bits."}},
		{"-pattern shfl -src 3", nil},
	} {
		got, err := Algebra(specOf(t, test.args))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", test.args, err, diff)
		}
	}
}

// TestEveryOpHasAnIdentity covers each op on each type that it is defined on.
func TestEveryOpHasAnIdentity(t *testing.T) {
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = o, typ
			_, err := Algebra(s)
			if o.On(typ) && err != nil {
				t.Errorf("%s on %s: %v", o, typ, err)
			}
			if _, err := identity(s); (o.HasLane() || !o.On(typ)) && err == nil {
				t.Errorf("%s on %s has an identity", o, typ)
			}
		}
	}
}
