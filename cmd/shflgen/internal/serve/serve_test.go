package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is a worker where a test starts one.
func TestMain(m *testing.M) {
	if os.Getenv("SERVE_TEST_WORKER") == "" {
		os.Exit(m.Run())
	}
	if err := Work(os.Stdin, os.Stdout, play); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// play does what the source of a request says.
func play(ctx context.Context, r Request) (Answer, bool) {
	switch r.Source {
	case "panic":
		panic("on purpose")
	case "exit":
		fmt.Fprintln(os.Stderr, "fatal error: stack overflow\nat a place")
		os.Exit(2)
	case "grow":
		fmt.Fprintln(os.Stderr, "fatal error: runtime: out of memory")
		os.Exit(2)
	case "hang":
		select {}
	case "slow":
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
		}
	case "spent":
		return Answer{Verdict: Proved, Text: fmt.Sprint(os.Getpid())}, true
	case "long":
		return Answer{Verdict: Undecided, Text: strings.Repeat("x", 1<<20)}, false
	}
	return Answer{Verdict: Proved, Text: r.Source}, false
}

// worker starts this test as a worker.
func testWorker() *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SERVE_TEST_WORKER=1")
	return cmd
}

// answers are those to an input, by id.
func answers(t *testing.T, in io.Reader, o Options) map[string]Answer {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	if o.Worker == nil {
		o.Worker = testWorker
	}
	var out bytes.Buffer
	if err := Serve(t.Context(), in, &out, o); err != nil {
		t.Fatal(err)
	}
	all := map[string]Answer{}
	for line := range strings.Lines(out.String()) {
		var a Answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		id := string(a.ID)
		if id == "" {
			id = fmt.Sprint("line ", a.Line)
		}
		if _, twice := all[id]; twice {
			t.Errorf("%s has two answers", id)
		}
		all[id] = a
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "shflgen-serve*")); len(left) > 0 {
		t.Errorf("folders are left: %q", left)
	}
	return all
}

// TestServe: whatever a request does to its worker, it has one answer, and so have those after it.
func TestServe(t *testing.T) {
	o := Options{Workers: 2, Timeout: time.Second, Line: 1000}
	var in strings.Builder
	for i, source := range []string{"right", "panic", "exit", "grow", "hang", "spent", "long", "\n{\"id\":0}\n", "last"} {
		id, _ := json.Marshal(i)
		line, _ := json.Marshal(Request{ID: id, Source: source})
		fmt.Fprintf(&in, "%s\n", line)
	}
	in.WriteString(`{"id":"short","source":"hang","timeout":"10ms"}`)
	got := answers(t, strings.NewReader(in.String()), o)
	for id, want := range map[string]string{
		"0": "proved ", "1": "error internal", "2": "error internal", "3": "undecided memory", "4": "undecided time",
		"5": "proved ", "6": "undecided ", "7": "proved ", "8": "proved ", `"short"`: "undecided time",
	} {
		a, ok := got[id]
		if !ok || a.Verdict+" "+a.Kind != want {
			t.Errorf("%s: got %s %s, want %s", id, a.Verdict, a.Kind, want)
		}
	}
	if len(got) != 10 {
		t.Errorf("%d answers", len(got))
	}
	if text := got["2"].Text; text != "the worker process ended: fatal error: stack overflow" {
		t.Error(text)
	}
	if n := len(got["6"].Text); n > maxText+3 {
		t.Errorf("a text of %d bytes", n)
	}
}

// TestWrongLines: a line that is no request is answered with what would be right, and so is the next one.
func TestWrongLines(t *testing.T) {
	o := Options{Workers: 1, Timeout: time.Second, Line: 1000}
	for _, test := range []struct{ line, want string }{
		{"nonsense", "no JSON"},
		{`{"id":1`, "does not end on this line"},
		{`{"id":1,"source":7}`, "source is a JSON number"},
		{`[]`, "no JSON object"},
		{`{"id":1,"sourc":"x"}`, "did you mean source?"},
		{`{"id":1,"source":"x"} {"id":2}`, "one object a line"},
		{`{"id":[1],"source":"x"}`, "want a string or a number"},
		{`{"id":"` + strings.Repeat("i", 300) + `","source":"x"}`, "at most 200 bytes"},
		{`{"id":1}`, "want source"},
		{`{"id":1,"source":"x","file":"y"}`, "one of them"},
		{`{"id":1,"file":"y","files":{"z":""}}`, "go with source"},
		{`{"id":1,"task":"prof","source":"x"}`, "did you mean prove?"},
		{`{"id":1,"task":"prove","source":"x"}`, "spec is missing"},
		{`{"id":1,"task":"audit","source":"x","spec":"y"}`, "finds spec and call itself"},
		{`{"id":1,"task":"generate","source":"x","spec":"y"}`, "takes no source"},
		{`{"id":1,"source":"x","timeout":"soon"}`, "want a time such as 2s"},
		{`{"cancel":5}`, "waits for its answer"},
		{`{"cancel":{}}`, "want a string or a number"},
		{`{"id":1,"cancel":5}`, "an id of its own"},
		{strings.Repeat("[", 900), "no JSON"},
		{`{"id":1,"source":"` + strings.Repeat("x", 100<<20) + `"}`, "more than 1000 bytes"},
	} {
		got := answers(t, strings.NewReader(test.line+"\n"+`{"id":"next","source":"x"}`), o)
		var text string
		for id, a := range got {
			if id != `"next"` && a.Verdict == Failed && a.Kind == OfRequest {
				text = a.Text
			}
		}
		if !strings.Contains(text, test.want) || len(text) > 700 {
			t.Errorf("%.80s: got %q, want %q", test.line, text, test.want)
		}
		if got[`"next"`].Verdict != Proved || len(got) != 2 {
			t.Errorf("%.80s: %d answers, %v", test.line, len(got), got[`"next"`])
		}
	}
}

// TestCancel: a request ends that hangs, or that waits.
func TestCancel(t *testing.T) {
	in, to := io.Pipe()
	go func() {
		io.WriteString(to, `{"id":1,"source":"hang"}`+"\n"+`{"id":2,"source":"x"}`+"\n"+`{"id":3,"source":"x"}`+"\n"+
			`{"id":1,"source":"x"}`+"\n"+`{"cancel":2}`+"\n")
		time.Sleep(200 * time.Millisecond)
		io.WriteString(to, `{"cancel":1}`+"\n")
		to.Close()
	}()
	begun := time.Now()
	var out bytes.Buffer
	o := Options{Worker: testWorker, Workers: 1, Timeout: time.Minute, Line: 1000}
	if err := Serve(t.Context(), in, &out, o); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for dec := json.NewDecoder(&out); dec.More(); {
		var a Answer
		if err := dec.Decode(&a); err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, fmt.Sprintf("%s %s", a.ID, a.Kind))
	}
	if got := strings.Join(kinds, ", "); got != "1 request, 1 cancelled, 2 cancelled, 3 " {
		t.Error(got)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Error(took)
	}
}

// TestEnd: the end of the context ends the work, though the input stays open.
func TestEnd(t *testing.T) {
	in, to := io.Pipe()
	defer to.Close()
	go io.WriteString(to, `{"id":1,"source":"hang"}`+"\n")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var out bytes.Buffer
	err := Serve(ctx, in, &out, Options{Worker: testWorker, Workers: 1, Timeout: time.Minute, Line: 1000})
	if err == nil || out.Len() > 0 {
		t.Errorf("%v %s", err, out.String())
	}
}

// TestNoWorker: a program that is no worker is an answer, too.
func TestNoWorker(t *testing.T) {
	for _, command := range [][]string{{"/none"}, {"false"}} {
		o := Options{Worker: func() *exec.Cmd { return exec.Command(command[0], command[1:]...) }, Workers: 1,
			Timeout: time.Second, Line: 1000}
		got := answers(t, strings.NewReader(`{"id":1,"source":"x"}`+"\n"+`{"id":2,"source":"x"}`), o)
		for _, id := range []string{"1", "2"} {
			if a := got[id]; a.Kind != OfMachine || !strings.HasPrefix(a.Text, "no worker process: ") {
				t.Errorf("%q: %v", command, a)
			}
		}
	}
}
