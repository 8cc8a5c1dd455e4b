package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Offsets in an entry of the table of functions (runtime/runtime2.go, type _func).
const (
	nameOff   = 4
	pcsp      = 16
	pcfile    = 20
	pcln      = 24
	npcdata   = 28
	cuOffset  = 32
	startLine = 36
	nfuncdata = 43
	funcSize  = 44 // then offsets of pcdata, and of funcdata
)

// The pcdata and funcdata (internal/abi/symtab.go) that only traces, inlining and preemption by signals need. A page
// has no signals, and the program is built without inlining.
var (
	needlessPcdata   = []uint32{0, 2, 3}    // unsafe points, inlined calls, live arguments
	needlessFuncdata = []uint32{3, 5, 6, 7} // the tree of inlined calls, arguments, live arguments, wrappers
)

// near is how many functions share an entry of the index of functions. The runtime searches upward from an entry.
const near = 16

var errFunctions = errors.New("the table of functions is not that of Go 1.26")

// clearFunctions clears the names, files, lines and arguments of functions. The runtime takes an offset of zero for
// none. The tables that the garbage collector and unwinding read stay. A trace has no names.
func clearFunctions(data []byte, begin int) error {
	u32, u64, put := binary.LittleEndian.Uint32, binary.LittleEndian.Uint64, binary.LittleEndian.PutUint32
	header := bytes.Index(data, []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")) // magic, 1 byte a block, 8 bytes a pointer
	if header < 0 || header+72 > len(data) {
		return errFunctions
	}
	at := func(field int) int { return header + int(u64(data[header+8+8*field:])) }
	count, names, files, codes, functions := int(u64(data[header+8:])), at(3), at(4), at(6), at(7)
	if !(header < names && names < files && files < codes && codes < functions && functions+8*count < len(data)) {
		return errFunctions
	}
	needed := make([]byte, functions-codes)
	keep := func(offset uint32) {
		r, first := reader{rest: data[codes+int(offset) : functions]}, true
		for offset > 0 && r.err == nil { // pairs of changes, of the value and of the counter; a value's 0 is the end
			if r.number() == 0 && !first {
				break
			}
			r.number()
			first = false
		}
		copy(needed[offset:], data[codes+int(offset):functions-len(r.rest)])
	}
	for i := range count {
		row := data[functions+8*i:]
		f := data[functions+int(u32(row[4:])):]
		if u32(f) != u32(row) {
			return errFunctions
		}
		for _, field := range []int{nameOff, pcfile, pcln, cuOffset, startLine} {
			put(f[field:], 0)
		}
		pcdata, funcdata := u32(f[npcdata:]), uint32(f[nfuncdata])
		for _, k := range needlessPcdata {
			if k < pcdata {
				put(f[funcSize+4*k:], 0)
			}
		}
		for _, k := range needlessFuncdata {
			if k < funcdata {
				put(f[funcSize+4*(pcdata+k):], ^uint32(0))
			}
		}
		keep(u32(f[pcsp:]))
		for k := range pcdata {
			keep(u32(f[funcSize+4*k:]))
		}
	}
	clear(data[names:codes])
	copy(data[codes:], needed)
	return joinIndex(data, begin, header, names, count)
}

// joinIndex rounds the index of functions down (type findfuncbucket): it has 16 entries of 20 bytes a function.
func joinIndex(data []byte, begin, header, names, count int) error {
	module := binary.LittleEndian.AppendUint64(nil, uint64(begin+header))
	module = binary.LittleEndian.AppendUint64(module, uint64(begin+names))
	at := bytes.Index(data, module) // of type moduledata: a pointer and 6 slices, then the index
	if at < 0 {
		return errFunctions
	}
	index := int(binary.LittleEndian.Uint64(data[at+8+6*24:])) - begin
	for end := index + 16*20*count; index < end; index += 20 {
		n := binary.LittleEndian.Uint32(data[index:])
		binary.LittleEndian.PutUint32(data[index:], n/near*near)
	}
	return nil
}
