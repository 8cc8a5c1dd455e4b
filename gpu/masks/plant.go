package masks

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// Fault alters an emitted CUDA file, so that a run can be seen to find it.
type Fault func(src string) string

// Planted is a fault, the flags of the function to plant it in, and the least mask
// on which it shows.
type Planted struct {
	Flags string
	Fault Fault
	Mask  uint32
}

// Plants are the faults of a mask mode.
func Plants(m shflgen.MaskMode) []Planted {
	var all []Planted
	add := func(flags string, f Fault, mask uint32) {
		all = append(all, Planted{flags, f, mask})
	}
	for _, mask := range []uint32{1, 0x5a5a1234, 0xffffffff} {
		switch m {
		case shflgen.Member:
			add("-pattern xor-reduce -width 32", OneMask(mask), mask)
			add("-pattern inclusive-scan -width 31 -type float32", OneMask(mask), mask)
			add("-pattern shfl-up -width 32 -delta 1 -type int64", OneMask(mask), mask)
			add("-pattern reduce -width 32 -type float64 -op argmax", OneMask(mask), mask)
		case shflgen.Active:
			add("-pattern reduce -width 32 -mask active", Twice(mask), mask)
			add("-pattern inclusive-scan -width 31 -type float32 -mask active", Twice(mask), mask)
			add("-pattern down-reduce -width 7 -type int64 -mask active", Twice(mask), mask)
			add("-pattern reduce -width 7 -op argmin -mask active", Twice(mask), mask)
		}
	}
	if m == shflgen.Active {
		for step := 2; step <= 5; step++ {
			// A lane that takes in 2^(step-1) ranks has as many members on that side.
			mask := uint32(1)<<(1<<(step-1)+1) - 1
			add("-pattern exclusive-scan -width 32 -mask active", OnePlace(step), mask<<1|1)
			add("-pattern down-reduce -width 31 -type float32 -mask active", OnePlace(step), mask)
		}
	}
	return all
}

// OneMask is a fault on a single mask, whose members and others change places.
func OneMask(mask uint32) Fault {
	return func(src string) string {
		return enter(src, fmt.Sprintf("    if (mask == %#xu)\n        mask = ~mask;\n", mask))
	}
}

// Twice is a fault on a single mask, whose members bring their elements twice,
// which alters nobody's way to another.
func Twice(mask uint32) Fault {
	return func(src string) string {
		return enter(src, fmt.Sprintf("    if (mask == %#xu)\n        v = v + v;\n", mask))
	}
}

// OnePlace is a fault in one step of a function of mask mode active, which fetches
// from the place of the step before it: from half as many ranks away.
func OnePlace(step int) Fault {
	return func(src string) string {
		at := strings.Index(src, "_by(") // before it the plan is made
		by := strings.Replace(src[at:], fmt.Sprintf(", (int)plan[%d]);", step), fmt.Sprintf(", (int)plan[%d]);", step-1), 1)
		return src[:at] + by
	}
}

// body is where the body of a function starts.
const body = "\n{\n"

// enter puts lines at the start of the file's last function: before it are those that
// it calls.
func enter(src, lines string) string {
	at := strings.LastIndex(src, body) + len(body)
	return src[:at] + lines + src[at:]
}
