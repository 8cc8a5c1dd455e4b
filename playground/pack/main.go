// Pack makes a WebAssembly program of Go compress better, in place:
//
//	pack shflgen.wasm
//
// It joins the data segments: Go's linker leaves runs of zeros out, and so writes 100,000. Zeros compress better than
// the heads of segments. It clears the names, files and lines of functions, which only traces need. The playground's
// program is 4 percent smaller by the first, and 9 by the second.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pack FILE.wasm")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "pack: %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func run(path string) error {
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	packed, err := pack(program, clearFunctions)
	if err != nil {
		return err
	}
	return os.WriteFile(path, packed, 0o666)
}

// dataSection is the number of the section of data segments (WebAssembly 2.0, 5.5.14), which comes after the code.
const dataSection = 11

// pack is a program with joined segments, after a change of its data, which begin at an address.
func pack(program []byte, change func(data []byte, begin int) error) ([]byte, error) {
	header := []byte("\x00asm\x01\x00\x00\x00")
	if !bytes.HasPrefix(program, header) {
		return nil, errors.New("no WebAssembly of version 1")
	}
	out := bytes.Clone(header)
	for r := (reader{rest: program[len(header):]}); len(r.rest) > 0; {
		id, section := r.take(1), r.take(r.number())
		if r.err != nil {
			return nil, r.err
		}
		if id[0] == dataSection {
			var err error
			if section, err = join(section, change); err != nil {
				return nil, err
			}
		}
		out = append(binary.AppendUvarint(append(out, id[0]), uint64(len(section))), section...)
	}
	return out, nil
}

// segment is bytes of memory 0 from an address on.
type segment struct {
	address int
	bytes   []byte
}

// join is a section of active segments of memory 0, as one segment.
func join(section []byte, change func(data []byte, begin int) error) ([]byte, error) {
	r := reader{rest: section}
	var all []segment
	for n := r.number(); n > 0 && r.err == nil; n-- {
		mode, constant, address, end := r.number(), r.take(1), r.signed(), r.take(1)
		if r.err == nil && (mode != 0 || constant[0] != 0x41 || end[0] != 0x0b) { // i32.const address, end
			return nil, errors.New("a segment without a constant address in memory 0")
		}
		all = append(all, segment{address, r.take(r.number())})
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.rest) > 0 || len(all) == 0:
		return nil, errors.New("the section of data is not what its segments are")
	}
	slices.SortFunc(all, func(a, b segment) int { return a.address - b.address })
	begin, last := all[0].address, all[len(all)-1]
	data := make([]byte, last.address+len(last.bytes)-begin)
	end := begin
	for _, s := range all {
		if s.address < end {
			return nil, fmt.Errorf("two segments at %d", s.address)
		}
		end = s.address + copy(data[s.address-begin:], s.bytes)
	}
	if err := change(data, begin); err != nil {
		return nil, err
	}
	out := append(appendSigned([]byte{1, 0, 0x41}, begin), 0x0b)
	return append(binary.AppendUvarint(out, uint64(len(data))), data...), nil
}

// reader takes values off a text of bytes. After an error it gives zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.err = nil, errors.New("it ends early")
		return make([]byte, min(n, 1))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// number is an unsigned number of 32 bits, in LEB128.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > math.MaxUint32 {
		r.rest, r.err = nil, errors.New("it ends early")
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// signed is a signed number of 32 bits, in LEB128: the last byte has the sign in bit 6.
func (r *reader) signed() int {
	before := r.rest
	n := r.number()
	if size := len(before) - len(r.rest); r.err == nil && before[size-1]&0x40 != 0 {
		n -= 1 << (7 * size)
	}
	return n
}

// appendSigned appends a signed number in LEB128.
func appendSigned(b []byte, n int) []byte {
	for n < -64 || n > 63 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n)&0x7f)
}
