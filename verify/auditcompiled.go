//go:build !js

package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/kernels"
	"github.com/shflgen/shflgen/internal/prover/ptx"
)

// made is what a compiler makes of kernels.
type made struct {
	by    compile.Compiler
	build compile.Build
	file  *ptx.File
	fns   kernels.Functions
	err   error
}

// compiled compiles some kernels in one file, and the file's own where none is of ours.
func (a *audit) compiled(ctx context.Context, c compile.Compiler, arch string, all ...entry) (m made) {
	defer catch(&m.err)
	m.by = c
	u := compile.NewUnit()
	for _, of := range all {
		if of.called != "" {
			u.Guard(of.text)
		}
	}
	for _, of := range all {
		u.Text = append(u.Text, of.text...)
	}
	m.build = compile.Build{Arch: arch, Define: a.Define, Include: absolute(a.Include), Lax: true, Lines: true,
		Beside: absolute([]string{filepath.Dir(a.subject.Path)})[0], Own: a.files.included, Flags: a.Flags[c.Name()]}
	levels := compile.Levels(m.build.Flags)
	m.build.Level = levels[len(levels)-1]
	var code []byte
	if code, m.err = c.Compile(ctx, u.Files(a.src), u.File, m.build); m.err != nil {
		nameIn(m.err, u, a.subject.Path)
		return m
	}
	if m.file, m.err = ptx.ReadFrom(a.subject.Path, code, a.files.named(u.Subject)); m.err == nil {
		m.fns = a.functionsOf(ctx, c, m.build)
	}
	return m
}

// cudaFunctions are functions of a float of CUDA C++ that kernels call.
var cudaFunctions = []string{"expf", "__expf", "logf", "__logf"}

// functionsOf are the cudaFunctions as a compiler makes them; none where it has no headers of the toolkit.
func (a *audit) functionsOf(ctx context.Context, c compile.Compiler, b compile.Build) kernels.Functions {
	var text strings.Builder
	for i, name := range cudaFunctions {
		fmt.Fprintf(&text, "extern \"C\" __global__ void helper_%d(float x, float *out) { *out = %s(x); }\n", i, name)
	}
	b.Define, b.Include, b.Beside, b.Own, b.Lines = nil, nil, "", nil, false
	code, err := c.Compile(ctx, map[string][]byte{"cudaFunctions.cu": []byte(text.String())}, "cudaFunctions.cu", b)
	if err != nil {
		return nil
	}
	file, err := ptx.Read("cudaFunctions.cu", code)
	if err != nil {
		return nil
	}
	all := kernels.Functions{}
	for i, name := range cudaFunctions {
		if of, err := file.Standalone("helper_" + strconv.Itoa(i)); err == nil {
			all[name] = of
		}
	}
	return all
}
