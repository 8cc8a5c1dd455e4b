package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// line is an event of package p, as go test -json prints it.
func line(action, test, output string) string {
	return `{"Action":"` + action + `","Package":"` + module + `p","Test":"` + test + `","Output":"` + output + `"}` + "\n"
}

func TestReport(t *testing.T) {
	skip := line("run", "TestSkip/a", "") + line("output", "TestSkip/a", `=== RUN   TestSkip/a\n`) +
		line("output", "TestSkip/a", `    p_test.go:7: no nvcc: not in $PATH\n`) + line("output", "TestSkip/a",
		`    --- SKIP: TestSkip/a (0.00s)\n`) +
		line("skip", "TestSkip/a", "")
	pass := line("output", "TestPass", `    p_test.go:9: not shown\n`) + line("pass", "TestPass", "") +
		line("output", "", `PASS\n`) + line("output", "", `ok  \tp\t0.1s\n`) + line("pass", "", "")
	fail := line("output", "TestFail", `    p_test.go:8: wrong\n`) + line("output", "TestFail",
		`--- FAIL: TestFail (0.00s)\n`) + line("fail", "TestFail", "") +
		line("output", "", `FAIL\tp\t0.1s\n`) + line("fail", "", "")
	for _, tt := range []struct{ name, in, want, err string }{
		{name: "passed", in: pass, want: "ok  \tp\t0.1s\n"},
		{name: "skipped", in: skip + pass, want: "ok  \tp\t0.1s\nskipped, no nvcc: p TestSkip/a\n"},
		{name: "skipped without a reason", in: line("skip", "TestSkip", "") + pass,
			want: "ok  \tp\t0.1s\nskipped, no reason given: p TestSkip\n"},
		{name: "many", in: skip + strings.ReplaceAll(skip, "/a", "/b") + strings.ReplaceAll(skip, "/a", "/c") +
			strings.ReplaceAll(skip, "/a", "/d") + strings.ReplaceAll(skip, "/a", "/e") + pass,
			want: "ok  \tp\t0.1s\nskipped, no nvcc: 5 tests: 5 of p\n"},
		{name: "what took longest", in: strings.ReplaceAll(line("pass", "TestLong", "")+line("pass", "TestLong/a", ""),
			"}", `,"Elapsed":12.3}`) + strings.ReplaceAll(line("pass", "TestLonger", ""), "}", `,"Elapsed":20}`) +
			strings.ReplaceAll(line("pass", "TestShort", ""), "}", `,"Elapsed":0.9}`) + pass,
			want: "ok  \tp\t0.1s\nlongest tests: p TestLonger 20 s, p TestLong 12 s\n"},
		{name: "failed before a module that passed", in: fail + pass,
			want: "    p_test.go:8: wrong\n--- FAIL: TestFail (0.00s)\nFAIL\tp\t0.1s\nok  \tp\t0.1s\n", err: "failed"},
		{name: "ended by a panic", in: line("output", "TestDeep", `panic: boom\n`) + line("output", "",
			`FAIL\tp\t0.1s\n`) + line("fail", "", ""),
			want: "panic: boom\nFAIL\tp\t0.1s\n", err: "failed"},
		{name: "not built", in: `{"ImportPath":"p","Action":"build-output","Output":"undefined: f\n"}` + "\n" +
			`{"ImportPath":"p","Action":"build-fail"}` + "\n" + pass,
			want: "undefined: f\nok  \tp\t0.1s\n", err: "failed"},
		{name: "not started", in: "go: no such tool\n", want: "go: no such tool\n", err: "no package was tested"},
		{name: "no tests", in: line("output", "", `?   \tp\t[no test files]\n`) + line("skip", "", ""),
			want: "?   \tp\t[no test files]\n", err: "no package was tested"},
	} {
		var out strings.Builder
		ok, err := report(strings.NewReader(tt.in), &out)
		got := ""
		if err != nil {
			got = err.Error()
		} else if !ok {
			got = "failed"
		}
		if got != tt.err {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
