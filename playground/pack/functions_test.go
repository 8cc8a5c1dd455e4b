package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// table is data of two functions at an address: the runtime's table of functions, a module that points to it, and the
// index, with an entry of a function past the first few.
func table(begin int) []byte {
	u32 := binary.LittleEndian.AppendUint32
	u64 := func(b []byte, n int) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }
	b := []byte("head\xf1\xff\xff\xff\x00\x00\x01\x08")
	for _, n := range []int{2, 1, 0, 72, 78, 82, 84, 97} { // functions, files, text, then offsets
		b = u64(b, n)
	}
	b = append(b, "\x00main\x00CCCCF\x00"...)                                // names, units, files
	b = append(b, "\x00\x02\x01\x00\x04\x01\x02\x01\x00\x00\x05\x02\x00"...) // stack, lines, pointers
	// Rows of 8 bytes, an end of 8, then functions of 84.
	for i := range 2 {
		b = u32(u32(b, uint32(i)), uint32(24+84*i))
	}
	b = u64(b, 2)
	for i := range 2 {
		for _, n := range []uint32{uint32(i), 1, 8, 0, 1, 4, 4, 2, 3, 7, 0} {
			b = u32(b, n)
		}
		b[len(b)-1] = 8                                                    // nfuncdata
		for _, n := range []uint32{4, 9, 10, 11, 12, 13, 14, 15, 16, 17} { // two of pcdata, eight of funcdata
			b = u32(b, n)
		}
	}
	b = u64(u64(b, begin+4), begin+4+72)
	b = append(b, make([]byte, 6*24-8)...)
	b = u64(b, begin+len(b)+8)
	for i := range 2 * 16 {
		b = append(u32(b, uint32(30+i/16)), make([]byte, 16)...)
	}
	return append(b, "tail"...)
}

func TestClearFunctions(t *testing.T) {
	data := table(4096)
	if err := clearFunctions(data, 4096); err != nil {
		t.Fatal(err)
	}
	want := table(4096)
	clear(want[4+72 : 4+84])     // names, units and files
	clear(want[4+84+4 : 4+84+9]) // lines
	for i := range 2 {
		f := want[4+97+24+84*i:]
		for _, field := range []int{4, 20, 24, 32, 36, 44} { // the first pcdata is that of unsafe points
			clear(f[field : field+4])
		}
		for _, k := range []int{3, 5, 6, 7} {
			copy(f[52+4*k:], "\xff\xff\xff\xff")
		}
	}
	for at := len(want) - 4 - 20*32; at < len(want)-4; at += 20 {
		want[at] = 16
	}
	if !bytes.Equal(data, want) {
		t.Errorf("got\n%x\nwant\n%x", data, want)
	}

	for name, fault := range map[string]func([]byte) []byte{
		"another magic":       func(b []byte) []byte { b[4]--; return b },
		"another function":    func(b []byte) []byte { b[4+97+24]++; return b },
		"offsets in disorder": func(b []byte) []byte { b[4+8+24] = 99; return b },
		"no module":           func(b []byte) []byte { b[4+97+24+168]++; return b },
		"cut off":             func(b []byte) []byte { return b[:40] },
	} {
		if clearFunctions(fault(table(4096)), 4096) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
