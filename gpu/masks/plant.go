package masks

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Fault alters an emitted CUDA file. A run must find it.
type Fault func(src string) string

// Planted is a fault, the flags of the function that gets it, and the least mask on which
// the function differs.
type Planted struct {
	Flags string
	Fault Fault
	Mask  uint32
}

// Plants are the faults to plant in a mask mode.
func Plants(m spec.MaskMode) []Planted {
	var all []Planted
	add := func(flags string, f Fault, mask uint32) {
		all = append(all, Planted{flags, f, mask})
	}
	for _, mask := range []uint32{1, 0x5a5a1234, 0xffffffff} {
		switch m {
		case spec.Member:
			add("-pattern xor-reduce -width 32", OneMask(mask), mask)
			add("-pattern inclusive-scan -width 31 -type float32", OneMask(mask), mask)
			add("-pattern shfl-up -width 32 -delta 1 -type int64", OneMask(mask), mask)
			add("-pattern reduce -width 32 -type float64 -op argmax", OneMask(mask), mask)
		case spec.Active:
			add("-pattern reduce -width 32 -mask active", Doubled(mask), mask)
			add("-pattern inclusive-scan -width 31 -type float32 -mask active", Doubled(mask), mask)
			add("-pattern down-reduce -width 7 -type int64 -mask active", Doubled(mask), mask)
			add("-pattern reduce -width 7 -op argmin -mask active", Doubled(mask), mask)
		}
	}
	if m == spec.Active {
		for step := 2; step <= 5; step++ {
			// The least mask on which a lane combines with one 2^(step-1) ranks away.
			mask := uint32(1)<<(1<<(step-1)+1) - 1
			add("-pattern exclusive-scan -width 32 -mask active", OneStep(step), mask<<1|1)
			add("-pattern down-reduce -width 31 -type float32 -mask active", OneStep(step), mask)
		}
	}
	return all
}

// OneMask is a fault on a single mask: members and non-members are exchanged.
func OneMask(mask uint32) Fault {
	return func(src string) string {
		return enter(src, fmt.Sprintf("    if (mask == %#xu)\n        mask = ~mask;\n", mask))
	}
}

// Doubled is a fault on a single mask: every member's element is doubled. The lanes that
// the shuffles read stay the same.
func Doubled(mask uint32) Fault {
	return func(src string) string {
		return enter(src, fmt.Sprintf("    if (mask == %#xu)\n        v = v + v;\n", mask))
	}
}

// OneStep is a fault in one step of a function of mask mode active: it reads the lane of
// the step before it, half as many ranks away.
func OneStep(step int) Fault {
	return func(src string) string {
		at := strings.Index(src, "_by(") // the function that makes the plan comes before
		from := strings.Replace(src[at:], fmt.Sprintf(", (int)plan[%d]);", step), fmt.Sprintf(", (int)plan[%d]);", step-1), 1)
		return src[:at] + from
	}
}

// body is where the body of a function starts.
const body = "\n{\n"

// enter inserts lines at the start of the file's last function. The functions that it calls
// come before it.
func enter(src, lines string) string {
	at := strings.LastIndex(src, body) + len(body)
	return src[:at] + lines + src[at:]
}
