package cxx

import "testing"

// TestWithoutHostSaysWhere: the same lines for the host in the body of a function are another text.
func TestWithoutHostSaysWhere(t *testing.T) {
	const host = "#if !defined(__CUDACC_RTC__)\nint host();\n#endif\n"
	_, beside, err := WithoutHost([]byte("void f()\n{\n}\n" + host))
	if err != nil {
		t.Fatal(err)
	}
	_, within, err := WithoutHost([]byte("void f()\n{\n" + host + "}\n"))
	if err != nil || within == beside {
		t.Errorf("%q beside a function, %q within one, %v", beside, within, err)
	}
}
