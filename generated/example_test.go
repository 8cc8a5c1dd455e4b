package generated_test

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen/generated"
)

// Only the lanes in the mask contribute, and every lane of a segment gets its sum.
func ExampleXorReduceSumInt32W16() {
	var v [32]int32
	for lane := range v {
		v[lane] = int32(lane)
	}
	generated.XorReduceSumInt32W16(0x0001_000f, &v) // lanes 0..3 and 16
	fmt.Println(v[0], v[15], v[16], v[31])
	// Output: 6 6 16 16
}

// A NaN is missing data for max.
func ExampleXorReduceMaxFloat32W32() {
	v := [32]float32{3, float32(math.NaN()), 7, -1}
	generated.XorReduceMaxFloat32W32(0xf, &v)
	fmt.Println(v[0])
	// Output: 7
}

// The greatest member and its lane: of two equals the lower, whoever else is NaN.
func ExampleReduceArgmaxFloat32W32() {
	v := [32]float32{9, float32(math.NaN()), 7, -1, 7}
	var lane [32]int32
	generated.ReduceArgmaxFloat32W32(0xfffe, &v, &lane) // lane 0 is no member
	fmt.Println(v[31], lane[31])
	// Output: 7 2
}

// Thread 0 gets the sum of the member threads of a block.
func ExampleBlockReduceSumInt32B200() {
	var v [200]int32
	var mask [7]uint32
	for thread := range v {
		v[thread] = 1
		mask[thread/32] |= 1 << (thread % 32)
	}
	generated.BlockReduceSumInt32B200(&mask, &v)
	fmt.Println(v[0])
	// Output: 200
}

// A lane that reads no member keeps its value, and its pred says so.
func ExampleShflInt32W8S3() {
	var v [32]int32
	for lane := range v {
		v[lane] = int32(100 + lane)
	}
	preds := generated.ShflInt32W8S3(1<<3, &v) // only lane 3 is a member
	fmt.Printf("%d %d %#x\n", v[0], v[8], preds)
	// Output: 103 108 0xff
}

// Only the lanes in the mask make the call: the sum goes to them, in the order of
// their ranks, and to nobody else.
func ExampleReduceSumFloat32W32Active() {
	var v [32]float32
	for lane := range v {
		v[lane] = float32(lane)
	}
	generated.ReduceSumFloat32W32Active(1<<3|1<<17|1<<30, &v)
	fmt.Println(v[2], v[3], v[17], v[30])
	// Output: 2 50 50 50
}

// Neighbours exchange the four registers that each has: 0..15 on four lanes.
func ExampleArrayExchangeInt32W4N4X1() {
	v := lanesOf4()
	generated.ArrayExchangeInt32W4N4X1(0xf, &v)
	fmt.Println(laneByLane(&v))
	// Output: [4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11]
}

// Register 0 of the lower neighbour and register 3 of the upper one change places.
func ExampleSwapInt32W32N4X1F0S3() {
	v := lanesOf4()
	generated.SwapInt32W32N4X1F0S3(0xffffffff, &v)
	fmt.Println(laneByLane(&v))
	// Output: [7 1 2 3 4 5 6 0 15 9 10 11 12 13 14 8]
}

// Three registers a lane, in memory order, become three rows of 32.
func ExampleTransposeFloat32W32N3() {
	var v [3][32]float32
	for e := range 96 {
		v[e%3][e/3] = float32(e)
	}
	generated.TransposeFloat32W32N3(0xffffffff, &v)
	fmt.Println(v[0][:4], v[1][:4], v[2][31])
	// Output: [0 1 2 3] [32 33 34 35] 95
}

// lanesOf4 are four registers a lane. Lane i holds 4i to 4i+3.
func lanesOf4() (v [4][32]int32) {
	for e := range 128 {
		v[e%4][e/4] = int32(e)
	}
	return v
}

// laneByLane are the elements of the first four lanes.
func laneByLane(v *[4][32]int32) []int32 {
	var all []int32
	for e := range 16 {
		all = append(all, v[e%4][e/4])
	}
	return all
}
