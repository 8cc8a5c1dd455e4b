package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/serve"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// work is a process that answers requests of serve on its standard input.
func work(args []string, out io.Writer) error {
	s, err := parseServe(args)
	if err != nil {
		return err
	}
	signal.Ignore(os.Interrupt) // serve ends it
	collectLess()
	debug.SetMaxStack(256 << 20)
	debug.SetMemoryLimit(int64(s.memory))
	if err := boundMemory(int64(s.memory)); err != nil {
		return err
	}
	warm, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	s.answer(warm, serve.Request{Task: serve.Prove, Source: known, Spec: ofKnown})
	cancel()
	return serve.Work(os.Stdin, out, s.answer)
}

// ofKnown is the spec of known.
const ofKnown = "-pattern reduce -type uint32 -mask full -name f"

// known is a function by which a worker meets its compilers and fills its tables before the first request.
const known = `__device__ unsigned f(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
`

// answer answers one request in a folder of its own. spent reports that the process has grown too large for others.
func (s *served) answer(ctx context.Context, r serve.Request) (a serve.Answer, spent bool) {
	defer func() { spent = inUse() > uint64(s.memory)/2 }()
	if r.Task == serve.Generate {
		return generated(r), false
	}
	dir, err := os.MkdirTemp("", "request")
	if err != nil {
		return failure(err), false
	}
	defer os.RemoveAll(dir)
	subject, err := s.subject(dir, r)
	if err != nil {
		return failure(err), false
	}
	args, err := s.arguments(r, subject.Path)
	if err != nil {
		return failure(err), false
	}
	if r.Task == serve.Audit {
		return s.audited(ctx, args, subject, r.Functions), false
	}
	return s.proved(ctx, args, subject), false
}

// inUse is the memory of the process.
func inUse() uint64 {
	all := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(all)
	return all[0].Value.Uint64()
}

const (
	candidate = "candidate.cu" // the name of a source without one
	maxFiles  = 100            // beside a source
)

// endings are those of files that requests may have.
var endings = []string{".cu", ".cuh", ".h", ".ptx"}

// subject puts the files of a request into a folder and makes it the current one; or the root, where the request names
// a file there.
func (s *served) subject(dir string, r serve.Request) (verify.Subject, error) {
	name := r.Name
	switch {
	case r.File != "":
		name = r.File
	case name == "":
		name = candidate
	}
	if err := fileName(name); err != nil {
		return verify.Subject{}, err
	}
	if !slices.Contains(endings, filepath.Ext(name)) {
		return verify.Subject{}, usageError(fmt.Sprintf("%q: want a file that ends in %s", name, strings.Join(endings, ", ")))
	}
	if r.File != "" {
		return s.below(r.File)
	}
	if len(r.Files) > maxFiles {
		return verify.Subject{}, usageError(fmt.Sprintf("files: has %d; want at most %d", len(r.Files), maxFiles))
	}
	if _, twice := r.Files[name]; twice {
		return verify.Subject{}, usageError(fmt.Sprintf("files: %q is the source's name; want another, or name", name))
	}
	if strings.HasPrefix(r.Source, spec.HeaderPrefix) {
		return verify.Subject{}, usageError("source: its first line is a header of shflgen; want it without that line, " +
			"and spec")
	}
	for name, text := range r.Files {
		if err := fileName(name); err != nil {
			return verify.Subject{}, err
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return verify.Subject{}, usageError(fmt.Sprintf("files: %q: is below another file", name))
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return verify.Subject{}, usageError(fmt.Sprintf("files: %q: is a folder of another file", name))
		}
	}
	return verify.Subject{Path: name, Src: []byte(r.Source)}, os.Chdir(dir)
}

// fileName is the error of a name that leads out of its folder, or that messages cannot show.
func fileName(name string) error {
	if !plain(name) || !filepath.IsLocal(name) || name != filepath.Clean(name) || len(name) > 200 {
		return usageError(fmt.Sprintf("file %q: want a path such as sub/f.cu, without .., of printable characters", name))
	}
	return nil
}

// below reads a file below the root, by no link that leads out.
func (s *served) below(path string) (verify.Subject, error) {
	if s.root == "" {
		return verify.Subject{}, usageError("file: want source, the text; or shflgen serve -root DIR, " +
			"below which requests name files")
	}
	root, err := os.OpenRoot(s.root)
	if err != nil {
		return verify.Subject{}, err
	}
	defer root.Close()
	f, err := root.Open(path)
	if err != nil {
		return verify.Subject{}, usageError("file: " + err.Error())
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > int64(s.line) {
		return verify.Subject{}, usageError(fmt.Sprintf("file %q: want a regular file of at most %d bytes", path, s.line))
	}
	src, err := io.ReadAll(f)
	if err == nil && strings.HasPrefix(string(src), spec.HeaderPrefix) {
		err = usageError(fmt.Sprintf("file %q: its first line is a header of shflgen; shflgen prove takes such files", path))
	}
	return verify.Subject{Path: path, Src: src}, errors.Join(err, os.Chdir(s.root))
}

// The flags that a request may set, each to a value. Not all values of -clang-flags and -nvcc-flags are harmless:
// by some, compilers load code, read files and start programs.
var (
	proveFlags = strings.Fields("arch compiler block-shape calls values masks ties lengths D U clang-flags nvcc-flags")
	auditFlags = strings.Fields("arch compiler block cols computes calls masks ties instance D U clang-flags nvcc-flags")
)

// harmless are the flags of compilers that a request may have: those that change what numbers are, and how much is
// optimised.
var harmless = regexp.MustCompile(`^(-std=c\+\+\d\d|-O[0-3s]|-f(no-)?fast-math|-ffp-contract=(off|on|fast)|` +
	`-fgpu-flush-denormals-to-zero|-f(no-)?unroll-loops|-+use_fast_math|-+(fmad|ftz|prec-div|prec-sqrt)=(true|false))$`)

// macro is a macro of -D or -U.
var macro = regexp.MustCompile(`^[A-Za-z_]\w*(=[^\n\r]*)?$`)

// arguments are the command line of prove or audit that a request asks for.
func (s *served) arguments(r serve.Request, path string) (args []string, err error) {
	allowed := proveFlags
	if r.Task == serve.Audit {
		allowed = auditFlags
	}
	given := map[string]bool{}
	for i := 0; i < len(r.Flags); i++ {
		name, value, assigned := strings.Cut(strings.TrimLeft(r.Flags[i], "-"), "=")
		if !strings.HasPrefix(r.Flags[i], "-") || !slices.Contains(allowed, name) {
			return nil, usageError(fmt.Sprintf("flags: %q: want some of -%s, each with its value", r.Flags[i],
				strings.Join(allowed, ", -")))
		}
		if !assigned {
			if i++; i == len(r.Flags) {
				return nil, usageError(fmt.Sprintf("flags: -%s: want a value behind it", name))
			}
			value = r.Flags[i]
		}
		if err := harmlessValue(name, value); err != nil {
			return nil, err
		}
		given[name] = true
		args = append(args, "-"+name+"="+value)
	}
	for name, text := range map[string]string{"spec": r.Spec, "call": r.Call} {
		if !printable(text) {
			return nil, usageError(name + ": want one line of printable characters")
		}
	}
	if err := named(r.Spec); err != nil {
		return nil, err
	}
	more := map[string]string{"arch": s.arches, "compiler": s.builder, "spec": r.Spec, "call": r.Call}
	if r.Task == serve.Prove && len(r.Functions) > 0 {
		if more["spec"], err = withName(r.Spec, r.Functions); err != nil {
			return nil, err
		}
	}
	if strings.HasSuffix(path, ".ptx") {
		delete(more, "arch")
		delete(more, "compiler")
	}
	for _, name := range []string{"arch", "compiler", "spec", "call"} {
		if more[name] != "" && !given[name] {
			args = append(args, "-"+name+"="+more[name])
		}
	}
	for _, dir := range s.include {
		args = append(args, "-I="+dir)
	}
	return append(args, "--", path), nil
}

// harmlessValue is the error of a flag's value by which a compiler could do more than compile.
func harmlessValue(name, value string) error {
	switch {
	case !printable(value):
		return usageError(fmt.Sprintf("flags: -%s: want one line of printable characters", name))
	case (name == "D" || name == "U") && !macro.MatchString(value):
		return usageError(fmt.Sprintf("flags: -%s %q: want NAME or NAME=VALUE", name, value))
	case strings.HasSuffix(name, "-flags"):
		for _, f := range strings.Fields(value) {
			if !harmless.MatchString(f) {
				return usageError(fmt.Sprintf("flags: -%s: %q is not among the flags that requests may have: "+
					"-std=, -O, and those of floating point", name, f))
			}
		}
	}
	return nil
}

// printable reports whether a text is of one line.
func printable(text string) bool { return text == "" || plain(text) }

// named is the error of a spec that names a function or a type of a Go package: loading it would run the go command.
func named(flags string) error {
	for _, f := range strings.Fields(flags) {
		if strings.ContainsAny(f, `./\`) {
			return usageError(fmt.Sprintf("spec: %q: want operators and types by their names, as shflgen list has them; "+
				"shflgen prove takes those of Go packages", f))
		}
	}
	return nil
}

// withName is a spec of the one function that is asked for.
func withName(flags string, functions []string) (string, error) {
	if len(functions) > 1 || strings.Contains(" "+flags, " -name") {
		return "", usageError("functions: a proof is of one function; want one name, in functions or as -name of spec")
	}
	if len(strings.Fields(functions[0])) != 1 {
		return "", usageError(fmt.Sprintf("functions: %q: want the name of a function", functions[0]))
	}
	return flags + " -name " + functions[0], nil
}
