package main

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// source is the part of a question that says what is judged.
type source struct {
	Source string            `json:"source,omitempty" jsonschema:"text of a CUDA file"`
	File   string            `json:"file,omitempty" jsonschema:"or its path below the root of the server"`
	Files  map[string]string `json:"files,omitempty" jsonschema:"other files that source includes, by name"`
	Flags  []string          `json:"flags,omitempty" jsonschema:"flags, such as -arch, sm_80,sm_90, -values, finite"`

	Timeout string `json:"timeout,omitempty" jsonschema:"a limit of time, such as 2s"`
}

// proof is what the tool prove takes.
type proof struct {
	Spec string `json:"spec" jsonschema:"flags that say what it computes, such as -pattern reduce -op max -name f"`
	Call string `json:"call,omitempty" jsonschema:"an expression that calls the function, if it is not f(mask, x) or f(x)"`
	source
}

// survey is what the tool audit takes.
type survey struct {
	Functions []string `json:"functions,omitempty" jsonschema:"names of the functions that are judged; default: all"`
	source
}

// wish is what the tool generate takes.
type wish struct {
	Spec  string   `json:"spec" jsonschema:"flags of shflgen, such as -pattern reduce -op max -type float32"`
	Flags []string `json:"flags,omitempty" jsonschema:"flags of the output, such as -lang, cuda"`
}

// question is a line for shflgen serve.
type question struct {
	ID        uint64            `json:"id"`
	Task      string            `json:"task"`
	Source    string            `json:"source,omitempty"`
	File      string            `json:"file,omitempty"`
	Files     map[string]string `json:"files,omitempty"`
	Functions []string          `json:"functions,omitempty"`
	Spec      string            `json:"spec,omitempty"`
	Call      string            `json:"call,omitempty"`
	Flags     []string          `json:"flags,omitempty"`
	Timeout   string            `json:"timeout,omitempty"`
}

// of is a question on a source.
func (s source) of(task string) question {
	return question{Task: task, Source: s.Source, File: s.File, Files: s.Files, Flags: s.Flags, Timeout: s.Timeout}
}

// answer is one of shflgen serve.
type answer struct {
	ID          uint64            `json:"id" jsonschema:"of the question"`
	Line        int               `json:"line" jsonschema:"of the question, counted from 1"`
	Verdict     string            `json:"verdict" jsonschema:"proved, shown, refuted, undecided or generated"`
	Kind        string            `json:"kind,omitempty" jsonschema:"what the verdict is due to, such as race or compile"`
	Text        string            `json:"text,omitempty" jsonschema:"the verdict in words"`
	Function    string            `json:"function,omitempty" jsonschema:"that the verdict is on"`
	Spec        string            `json:"spec,omitempty" jsonschema:"that it was compared with"`
	Call        string            `json:"call,omitempty" jsonschema:"by which it was called"`
	Covers      string            `json:"covers,omitempty" jsonschema:"masks and inputs of a proof"`
	Assumptions []string          `json:"assumptions,omitempty" jsonschema:"conditions that narrow the claim"`
	Witness     map[string]any    `json:"witness,omitempty" jsonschema:"the call that refutes"`
	Findings    []map[string]any  `json:"findings,omitempty" jsonschema:"of an audit: one a function"`
	Files       map[string]string `json:"files,omitempty" jsonschema:"that were generated, by name"`
	SHA256      string            `json:"sha256,omitempty" jsonschema:"of the source and what it includes"`
	MS          float64           `json:"ms" jsonschema:"milliseconds of work"`
}

// newServer is a server of the tools.
func newServer(to *asked) *mcp.Server {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "shflgen", Version: version}, nil)
	add(s, to, "prove", "Prove that a CUDA function of a warp or block computes what a spec says, for every mask and "+
		"every input, or refute it by a call with a wrong result.",
		func(p proof) question {
			q := p.of("prove")
			q.Spec, q.Call = p.Spec, p.Call
			return q
		})
	add(s, to, "audit", "Find out what the warp and block functions of a CUDA file compute, and prove or refute each.",
		func(a survey) question {
			q := a.of("audit")
			q.Functions = a.Functions
			return q
		})
	add(s, to, "generate", "Generate a proved warp or block function, as Go and CUDA, by the flags of shflgen.",
		func(w wish) question { return question{Task: "generate", Spec: w.Spec, Flags: w.Flags} })
	return s
}

// add adds a tool. No tool changes anything, or reaches beyond this machine.
func add[In any](s *mcp.Server, to *asked, name, what string, ask func(In) question) {
	no := false
	tool := &mcp.Tool{Name: name, Description: what,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no}}
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, answer, error) {
		a, err := to.ask(ctx, ask(in))
		if err == nil && a.Verdict == "error" {
			err = errors.New(a.Text)
		}
		return nil, a, err
	})
}
