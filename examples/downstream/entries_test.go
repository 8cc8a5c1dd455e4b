package main

import (
	"slices"
	"testing"
)

func TestNonZero(t *testing.T) {
	for _, test := range []struct {
		data []byte
		want []Entry
	}{
		{nil, nil},
		{[]byte{0, 0}, nil},
		{[]byte{0, 7, 0, 9}, []Entry{{1, 7}, {3, 9}}},
		{append(make([]byte, 31), 5, 6), []Entry{{31, 5}}},
	} {
		if got := nonZero(test.data); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.data, got, test.want)
		}
	}
}
