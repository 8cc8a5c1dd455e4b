package main

import (
	"bytes"
	"testing"
)

// asIs changes no data.
func asIs([]byte, int) error { return nil }

// TestJoin: segments become one, in the order of addresses, with zeros between them.
func TestJoin(t *testing.T) {
	for _, test := range []struct {
		name     string
		in, want []byte // of the section of data; nil: an error
	}{
		{"one", []byte{1, 0, 0x41, 8, 0x0b, 2, 7, 9}, []byte{1, 0, 0x41, 8, 0x0b, 2, 7, 9}},
		{"two, the later first", []byte{2, 0, 0x41, 12, 0x0b, 1, 9, 0, 0x41, 8, 0x0b, 2, 7, 8},
			[]byte{1, 0, 0x41, 8, 0x0b, 5, 7, 8, 0, 0, 9}},
		{"a longer address", []byte{2, 0, 0x41, 0x80, 0x01, 0x0b, 1, 9, 0, 0x41, 0x82, 0x01, 0x0b, 1, 7},
			[]byte{1, 0, 0x41, 0x80, 0x01, 0x0b, 3, 9, 0, 7}},
		{"an address with bit 6", []byte{1, 0, 0x41, 0xc0, 0x00, 0x0b, 1, 9}, []byte{1, 0, 0x41, 0xc0, 0x00, 0x0b, 1, 9}},
		{"two at one address", []byte{2, 0, 0x41, 8, 0x0b, 2, 7, 8, 0, 0x41, 9, 0x0b, 1, 7}, nil},
		{"passive", []byte{1, 1, 2, 7, 9, 0, 0}, nil},
		{"cut off", []byte{1, 0, 0x41, 8, 0x0b, 3, 7, 9}, nil},
		{"more behind", []byte{1, 0, 0x41, 8, 0x0b, 1, 7, 9}, nil},
	} {
		header := []byte("\x00asm\x01\x00\x00\x00")
		got, err := pack(append(append(bytes.Clone(header), dataSection, byte(len(test.in))), test.in...), asIs)
		var want []byte
		if test.want != nil {
			want = append(append(header, dataSection, byte(len(test.want))), test.want...)
		}
		if (err != nil) != (want == nil) || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", test.name, got, err, want)
		}
	}
	if _, err := pack([]byte("\x7fELF"), asIs); err == nil {
		t.Error("no program: no error")
	}
}
