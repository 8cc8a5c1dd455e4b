// Downstream is a program that uses shflgen as its users do: it folds the bytes of a file with
// functions that go generate made.
//
//	go run . FILE
//
// prints the number of bytes, their sum, the xor of their 32-bit words, the
// largest byte, the mean and the running total of the first words.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
)

//go:generate go tool shflgen -pattern xor-reduce -op xor -type uint32 -mask full -lang go -name XorWords
//go:generate go tool shflgen -pattern xor-reduce -op sum -type uint32 -lang go -name SumWords
//go:generate go tool shflgen -pattern down-reduce -op max -type uint8 -lang go -name MaxBytes
//go:generate go tool shflgen -pattern block-reduce -block 1000 -op sum -type float64 -mask full -lang go -name SumFloats
//go:generate go tool shflgen -pattern inclusive-scan -op sum -type uint64 -lang go -name RunningTotal

// summary is the summary of a file.
type summary struct {
	bytes   int
	sum     uint32 // of the bytes, modulo 2^32
	xor     uint32 // of the little-endian words, the last filled with zeros
	largest byte
	mean    float64
	totals  [32]uint64 // running totals of the first 32 bytes
}

// firstLanes is the mask of the lanes below n.
func firstLanes(n int) uint32 {
	if n >= 32 {
		return 1<<32 - 1
	}
	return 1<<n - 1
}

func summarise(data []byte) summary {
	s := summary{bytes: len(data)}
	for at := 0; at < len(data); at += 32 {
		chunk := data[at:min(at+32, len(data))]
		mask := firstLanes(len(chunk)) // the last chunk may be short
		var words [32]uint32
		var bytes [32]uint8
		for lane, b := range chunk {
			words[lane], bytes[lane] = uint32(b), b
		}
		SumWords(mask, &words)
		s.sum += words[0]
		MaxBytes(mask, &bytes)
		s.largest = max(s.largest, bytes[0])
	}
	for at := 0; at < len(data); at += 128 {
		var padded [128]byte
		copy(padded[:], data[at:])
		var words [32]uint32
		for lane := range words {
			words[lane] = binary.LittleEndian.Uint32(padded[4*lane:])
		}
		XorWords(&words)
		s.xor ^= words[0]
	}
	for at := 0; at < len(data); at += 1000 {
		var block [1000]float64
		for i, b := range data[at:min(at+1000, len(data))] {
			block[i] = float64(b)
		}
		SumFloats(&block)
		s.mean += block[0]
	}
	s.mean /= float64(max(len(data), 1))
	for lane, b := range data[:min(32, len(data))] {
		s.totals[lane] = uint64(b)
	}
	RunningTotal(firstLanes(len(data)), &s.totals)
	return s
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: downstream FILE")
		os.Exit(2)
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s := summarise(data)
	fmt.Printf("%d bytes, sum %d, xor %08x, largest %d, mean %.3f, first 32 total %d\n",
		s.bytes, s.sum, s.xor, s.largest, s.mean, s.totals[31])
}
