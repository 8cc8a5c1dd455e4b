// Package gostd declares what Go files use of the standard library that are read by themselves, without a build cache
// and sources: names and types alone.
package gostd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// Packages are made of texts, in place of the standard library's. Of runtime and sync the texts have what emitted loops
// by parts call.
var Packages = map[string]*types.Package{
	"math": declared("math", `package math
func Float32bits(float32) uint32
func Float32frombits(uint32) float32
func Float64bits(float64) uint64
func Float64frombits(uint64) float64
func Abs(float64) float64
func Sqrt(float64) float64
func Min(x, y float64) float64
func Max(x, y float64) float64
func NaN() float64
func Inf(int) float64
func IsNaN(float64) bool
func IsInf(float64, int) bool
func Signbit(float64) bool
const MaxInt8, MinInt8, MaxUint8 = 1<<7 - 1, -1 << 7, 1<<8 - 1
const MaxInt16, MinInt16, MaxUint16 = 1<<15 - 1, -1 << 15, 1<<16 - 1
const MaxInt32, MinInt32, MaxUint32 = 1<<31 - 1, -1 << 31, 1<<32 - 1
const MaxInt64, MinInt64, MaxUint64 = 1<<63 - 1, -1 << 63, 1<<64 - 1
const MaxFloat32, MaxFloat64 = 0x1p127 * (1 + (1 - 0x1p-23)), 0x1p1023 * (1 + (1 - 0x1p-52))`),

	"math/bits": declared("math/bits", "package bits"+word("", "uint", carries, swaps)+word("8", "uint8")+
		word("16", "uint16", swaps)+word("32", "uint32", carries, swaps)+word("64", "uint64", carries, swaps)),

	"runtime": declared("runtime", `package runtime
func GOMAXPROCS(int) int`),

	"sync": declared("sync", `package sync
type WaitGroup struct{}
func (*WaitGroup) Add(int)
func (*WaitGroup) Done()
func (*WaitGroup) Wait()`),
}

// Functions of package bits for a WORD, with N at the end of their names.
const (
	counts = `
func OnesCountN(WORD) int
func TrailingZerosN(WORD) int
func LeadingZerosN(WORD) int
func LenN(WORD) int
func RotateLeftN(WORD, int) WORD
func ReverseN(WORD) WORD`
	swaps = `
func ReverseBytesN(WORD) WORD`
	carries = `
func AddN(x, y, carry WORD) (WORD, WORD)
func SubN(x, y, borrow WORD) (WORD, WORD)`
)

func word(suffix, typ string, more ...string) string {
	return strings.NewReplacer("N(", suffix+"(", "WORD", typ).Replace(counts + strings.Join(more, ""))
}

// declared is the package that a text declares.
func declared(path, text string) *types.Package {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	pkg, err := new(types.Config).Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		panic(err)
	}
	return pkg
}
