package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// warpMin is a right function; warpMax takes 0 for a lane without an element.
const (
	warpMin = `__device__ int warp_min(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
`
	warpMax = `__device__ int warp_max(unsigned mask, int v)
{
    if (!(mask >> threadIdx.x % 32 & 1))
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
`
)

// session is a client of a server that asks shflgen with some flags.
func session(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	program := filepath.Join(t.TempDir(), "shflgen")
	build := exec.Command("go", "build", "-o", program, "./cmd/shflgen")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	to, from := mcp.NewInMemoryTransports()
	ended := make(chan error, 1)
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	go func() { ended <- run(ctx, append([]string{"-shflgen", program}, flags...), from) }()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		stop()
	})
	return s
}

// call calls a tool.
func call(t *testing.T, s *mcp.ClientSession, tool string, in map[string]any) (a answer, text string, failed bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return a, err.Error(), true
	}
	for _, c := range r.Content {
		if of, ok := c.(*mcp.TextContent); ok {
			text += of.Text
		}
	}
	if r.StructuredContent != nil {
		raw, _ := json.Marshal(r.StructuredContent)
		if err := json.Unmarshal(raw, &a); err != nil {
			t.Fatal(err)
		}
	}
	return a, text, r.IsError
}

func TestTools(t *testing.T) {
	s := session(t, "-workers", "1")
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 3 {
		t.Fatal(tools, err)
	}
	for _, of := range tools.Tools {
		in, _ := json.Marshal(of.InputSchema)
		if !of.Annotations.ReadOnlyHint || of.OutputSchema == nil || !strings.Contains(string(in), `"description":`) {
			t.Errorf("%s: %s", of.Name, in)
		}
	}
	a, text, failed := call(t, s, "generate", map[string]any{"spec": "-pattern reduce -op max",
		"flags": []string{"-lang", "cuda"}})
	if failed || a.Verdict != "generated" || !strings.Contains(a.Files["reduce_max_int32_w32.cu"], "__device__") {
		t.Errorf("%v %s", a, text)
	}
	for _, test := range []struct {
		tool string
		in   map[string]any
		want string
	}{
		{"generate", map[string]any{"spec": "-pattern reduse"}, "reduce"},
		{"prove", map[string]any{"source": warpMin}, "spec"},
		{"prove", map[string]any{"source": warpMin, "spec": "-pattern reduce", "sourc": ""}, "sourc"},
		{"prove", map[string]any{"source": warpMin, "spec": "-pattern reduce", "flags": []string{"-I", "/"}}, "want some of"},
		{"audit", map[string]any{"file": "/etc/passwd"}, "want a path"},
	} {
		if _, text, failed := call(t, s, test.tool, test.in); !failed || !strings.Contains(text, test.want) {
			t.Errorf("%s %v: %t %s", test.tool, test.in, failed, text)
		}
	}
}

// needsClang skips a test where no CUDA can be compiled.
func needsClang(t *testing.T) {
	t.Helper()
	clang := os.Getenv("SHFLGEN_CLANG")
	if clang == "" {
		clang = "clang-19"
	}
	if _, err := exec.LookPath(clang); err != nil {
		t.Skip(err)
	}
}

func TestVerdicts(t *testing.T) {
	needsClang(t)
	s := session(t, "-compiler", "clang")
	a, text, failed := call(t, s, "prove", map[string]any{"source": warpMin,
		"spec": "-pattern reduce -op min -mask full -name warp_min"})
	if failed || a.Verdict != "proved" || len(a.Assumptions) == 0 || a.SHA256 == "" {
		t.Errorf("%v %s", a, text)
	}
	a, text, failed = call(t, s, "prove", map[string]any{"source": warpMax,
		"spec": "-pattern reduce -op max -name warp_max"})
	if failed || a.Verdict != "refuted" || a.Kind != "value" || a.Witness["expected"] == nil {
		t.Errorf("%v %s", a, text)
	}
	a, text, failed = call(t, s, "audit", map[string]any{"source": warpMin + warpMax, "functions": []string{"warp_max"}})
	if failed || a.Verdict != "refuted" || len(a.Findings) != 1 {
		t.Errorf("%v %s", a, text)
	}
}

// TestCancel: a call that the client gives up ends the work, and the next one is answered.
func TestCancel(t *testing.T) {
	needsClang(t)
	s := session(t, "-workers", "1")
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	endless := "constexpr int g(int n) { return n < 2 ? n : g(n - 1) + g(n - 2); }\n" +
		"__device__ int f(unsigned m, int v) { constexpr int x = g(60); return v + x; }\n"
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "prove", Arguments: map[string]any{"source": endless,
		"spec": "-pattern reduce -name f"}})
	if err == nil {
		t.Error("the call has an answer")
	}
	begun := time.Now()
	if a, text, failed := call(t, s, "generate", map[string]any{"spec": "-pattern reduce"}); failed {
		t.Errorf("%v %s", a, text)
	}
	if took := time.Since(begun); took > 15*time.Second {
		t.Error(took)
	}
}

// TestEnded: the end of shflgen serve ends the server, and says so.
func TestEnded(t *testing.T) {
	_, from := mcp.NewInMemoryTransports()
	for _, args := range [][]string{{"-shflgen"}, {"-shflgen=/none"}, {"-shflgen", "false"}} {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		if err := run(ctx, args, from); err == nil || ctx.Err() != nil {
			t.Errorf("%q: %v", args, err)
		}
		stop()
	}
}
