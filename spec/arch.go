package spec

import (
	"strconv"
	"strings"
)

// Arch is the GPU architecture that CUDA is written for. It changes the instructions of a CUDA
// function, never its results, and nothing in Go.
type Arch uint8

// The architectures.
const (
	AnyArch Arch = iota // every architecture: __CUDA_ARCH__ selects the variant
	SM70                // Volta
	SM80                // Ampere
	SM90                // Hopper
	SM100               // Blackwell
)

var archTable = [...]string{AnyArch: "any", SM70: "sm_70", SM80: "sm_80", SM90: "sm_90", SM100: "sm_100"}

// Arches lists every architecture, [AnyArch] first, older ones before newer.
func Arches() []Arch { return enum[Arch](len(archTable)) }

// String is the name that -arch takes.
func (a Arch) String() string { return nameIn(archTable[:], int(a), "no architecture") }

// Capability is the compute capability times ten, such as 80; 0 for [AnyArch].
func (a Arch) Capability() int {
	n, _ := strconv.Atoi(strings.TrimPrefix(a.String(), "sm_"))
	return n
}
