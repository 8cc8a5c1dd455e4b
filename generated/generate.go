// Package generated shows what shflgen emits: each pattern, each type and each
// operator at least once. Every file is proved and compared by the tests.
package generated

// Moves.
//go:generate go run ../cmd/shflgen -pattern shfl -width 8 -src 3
//go:generate go run ../cmd/shflgen -pattern shfl-up -width 32 -delta 1 -type float32
//go:generate go run ../cmd/shflgen -pattern shfl-down -width 16 -delta 4 -type uint64
//go:generate go run ../cmd/shflgen -pattern shfl-down -width 7 -delta 2 -type uint8 -mask full
//go:generate go run ../cmd/shflgen -pattern shfl-xor -width 32 -xor 16 -type float64
//go:generate go run ../cmd/shflgen -pattern shfl-xor -width 12 -xor 5 -type int16
//go:generate go run ../cmd/shflgen -pattern rotate -width 32 -delta 1 -type float16x2
//go:generate go run ../cmd/shflgen -pattern rotate -width 7 -delta -2

// Butterflies.
//go:generate go run ../cmd/shflgen -pattern reduce -width 32
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type uint8 -op min
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type int64 -op and -mask full
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -op max
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -op minimum -mask full
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type int64
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type uint64 -op min
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float64 -op max
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float16 -op max
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type bfloat16 -op minimum
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type uint32 -op max -arch sm_80
//go:generate go run ../cmd/shflgen -pattern reduce -width 12 -type float32
//go:generate go run ../cmd/shflgen -pattern reduce -width 16 -type bfloat16 -op minimum
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -op argmax
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -op argmin -mask active
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type int64 -op argmin
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float64 -op argmax -mask full
//go:generate go run ../cmd/shflgen -pattern reduce -width 12 -type float16 -op argmin
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 5 -op argmin -mask full
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -op absmax
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -op absmax -mask active
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 8 -type bfloat16x2 -op absmax
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 16
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 32
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 32 -type float32
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 32 -type float32 -order far -mask full
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 32 -type float32 -op max
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 8 -type float64 -op minimum
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 8 -type float32 -op maximum
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 16 -type float16x2 -op max
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 32 -type uint64 -op xor -mask full
//go:generate go run ../cmd/shflgen -pattern xor-reduce -width 4 -type uint32 -op and

// Trees.
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 32 -type int64 -op max
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 7 -type int8 -op min
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 12 -type bfloat16
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 24 -type float32 -order far
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 5 -type uint16 -op or
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 16 -type float16 -op prod -mask full

// Scans.
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 32
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 32 -type float32
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 9 -type float64 -op prod
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 16 -type uint8 -op max
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 16 -type int8 -op absmax -mask full
//go:generate go run ../cmd/shflgen -pattern exclusive-scan -width 32 -type uint32
//go:generate go run ../cmd/shflgen -pattern exclusive-scan -width 8 -type float32 -op min -mask full
//go:generate go run ../cmd/shflgen -pattern exclusive-scan -width 8 -type bfloat16x2 -op sum
//go:generate go run ../cmd/shflgen -pattern exclusive-scan -width 6 -type uint64 -op min

// Calls that only members make.
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -mask active
//go:generate go run ../cmd/shflgen -pattern reduce -width 32 -type float32 -mask active
//go:generate go run ../cmd/shflgen -pattern down-reduce -width 7 -type float64 -mask active
//go:generate go run ../cmd/shflgen -pattern inclusive-scan -width 32 -mask active
//go:generate go run ../cmd/shflgen -pattern exclusive-scan -width 32 -type float16 -mask active
//go:generate go run ../cmd/shflgen -pattern shfl -width 8 -src 3 -type float64 -mask active
//go:generate go run ../cmd/shflgen -pattern shfl-down -width 8 -delta var -type int64 -mask active

// Distances that the caller gives.
//go:generate go run ../cmd/shflgen -pattern shfl -width 32 -src var
//go:generate go run ../cmd/shflgen -pattern shfl -width 12 -src each
//go:generate go run ../cmd/shflgen -pattern shfl-up -width 32 -delta var -type float32
//go:generate go run ../cmd/shflgen -pattern shfl-xor -width 16 -xor var -mask full
//go:generate go run ../cmd/shflgen -pattern rotate -width 7 -delta var

// Blocks.
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 256 -type float32
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 200
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 45 -type float64 -op max -all
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 17 -type float16 -mask full
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 96 -type uint32 -op xor -all
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 64 -n 3 -type float32
//go:generate go run ../cmd/shflgen -pattern block-reduce -block 77 -type float32 -op argmax
//go:generate go run ../cmd/shflgen -pattern block-inclusive-scan -block 70
//go:generate go run ../cmd/shflgen -pattern block-exclusive-scan -block 40 -type float32 -total

// Groups of equal keys.
//go:generate go run ../cmd/shflgen -pattern keyed-reduce -width 8
//go:generate go run ../cmd/shflgen -pattern keyed-reduce -width 7 -type float32 -mask active
//go:generate go run ../cmd/shflgen -pattern keyed-reduce -width 16 -type int64 -op max -key uint64 -mask full

// Movements of registers.
//go:generate go run ../cmd/shflgen -pattern array-exchange -width 4 -n 4 -xor 1
//go:generate go run ../cmd/shflgen -pattern swap -width 32 -n 4 -xor 1 -first 0 -second 3
//go:generate go run ../cmd/shflgen -pattern transpose -width 32 -n 3 -type float32
//go:generate go run ../cmd/shflgen -pattern transpose -width 32 -n 4 -type uint16 -inverse -mask full
//go:generate go run ../cmd/shflgen -pattern transpose -width 32 -n 8 -type float32 -mask full
//go:generate go run ../cmd/shflgen -pattern transpose -width 16 -n 16 -type float16 -inverse
//go:generate go run ../cmd/shflgen -pattern permute -width 8 -perm 7,6,5,4,3,2,1,0 -type float64

// Batches.
//go:generate go run ../cmd/shflgen -pattern batch-reduce -width 32 -n 32 -type float32
//go:generate go run ../cmd/shflgen -pattern batch-reduce -width 16 -n 20 -type float16 -mask full
//go:generate go run ../cmd/shflgen -pattern batch-reduce -width 7 -n 5 -type int8 -all

// Compactions and ranks.
//go:generate go run ../cmd/shflgen -pattern rank -width 32
//go:generate go run ../cmd/shflgen -pattern rank -width 12 -key uint64 -mask active
//go:generate go run ../cmd/shflgen -pattern compact -width 32
//go:generate go run ../cmd/shflgen -pattern compact -width 12 -n 3 -type float64

// Sorts.
//go:generate go run ../cmd/shflgen -pattern sort -width 32
//go:generate go run ../cmd/shflgen -pattern sort -width 12 -type float32 -descending
//go:generate go run ../cmd/shflgen -pattern sort -width 16 -n 4 -type int64 -mask full
//go:generate go run ../cmd/shflgen -pattern sort -width 8 -type float16
//go:generate go run ../cmd/shflgen -pattern sort -width 32 -type float32 -from
//go:generate go run ../cmd/shflgen -pattern sort -width 32 -type float32 -value uint32
//go:generate go run ../cmd/shflgen -pattern sort -width 32 -type float16 -stable -value uint16
//go:generate go run ../cmd/shflgen -pattern topk -width 32 -k 4 -type float32
//go:generate go run ../cmd/shflgen -pattern topk -width 12 -n 2 -k 3 -descending
//go:generate go run ../cmd/shflgen -pattern select -width 32 -k 2 -type uint64 -mask full
//go:generate go run ../cmd/shflgen -pattern select -width 8 -k 3 -type int8
