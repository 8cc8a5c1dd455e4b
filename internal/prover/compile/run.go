//go:build !js

package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// environment is that of a compiler which leaves its temporary files in dir.
func environment(dir string) []string {
	env := slices.DeleteFunc(cleanEnv(), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return name == "TMPDIR"
	})
	return append(env, "TMPDIR="+dir)
}

// run runs a compiler in a folder, until ctx ends: then it dies with the processes
// that it started.
func run(ctx context.Context, dir, path string, args ...string) ([]byte, error) {
	bound, bargs := bounded(path, args)
	cmd := exec.CommandContext(ctx, bound, bargs...)
	cmd.Dir, cmd.Env = dir, environment(dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	together(cmd)
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), context.Cause(ctx))
	}
	if err != nil {
		return nil, &Error{Compiler: filepath.Base(path), Err: err, Text: out.String()}
	}
	return out.Bytes(), nil
}

// printed holds what compilers print about themselves, by command line.
var printed sync.Map

// asked is what a compiler prints about itself.
func asked(ctx context.Context, path string, args ...string) ([]byte, error) {
	key := strings.Join(append([]string{path}, args...), "\x00")
	if out, ok := printed.Load(key); ok {
		return out.([]byte), nil
	}
	out, err := run(ctx, os.TempDir(), path, args...)
	if err == nil {
		printed.Store(key, out)
	}
	return out, err
}

// Error is a compiler's refusal of a source.
type Error struct {
	Compiler string
	Arch     string
	Err      error
	Text     string // what the compiler printed

	Before []string // what others said of it before, in a line each
}

// shown is the number of lines of a compiler's output in an error.
const shown = 20

// Error is the refusal, with what the compiler printed.
func (e *Error) Error() string {
	if e.Killed() {
		return fmt.Sprintf("%s for %s: %v, past %d seconds of a processor or %d GB", e.Compiler, e.Arch, e.Err, seconds,
			kilobytes>>20)
	}
	lines := strings.SplitN(strings.TrimSpace(e.Text), "\n", shown+1)
	text := fmt.Sprintf("%s for %s: %v\n%s", e.Compiler, e.Arch, e.Err, strings.Join(lines[:min(shown, len(lines))], "\n"))
	if len(e.Before) == 0 {
		return text
	}
	first := strings.TrimSpace(e.Text)
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "error") }); i >= 0 {
		first = lines[i]
	}
	first, _, _ = strings.Cut(first, "\n")
	return fmt.Sprintf("%s; %s: error: %s\n%s", strings.Join(e.Before, "; "), e.Compiler, first, text)
}

// Killed reports whether the compiler was ended from outside, as it is past its bounds.
func (e *Error) Killed() bool { return e.Err != nil && strings.HasPrefix(e.Err.Error(), "signal:") }

// Unwrap is how the compiler ended.
func (e *Error) Unwrap() error { return e.Err }

// Build is one way of compiling.
type Build struct {
	Arch    string                 // such as sm_90
	Level   string                 // O0 or O2; "" as Flags say
	Flags   []string               // of the user, as the compiler takes them
	Define  []string               // NAME or NAME=VALUE
	Include []string               // folders
	Beside  string                 // the folder of the subject, for files that it includes
	Lax     bool                   // warnings pass
	Lines   bool                   // instructions have their position in the source
	Own     func(path string) bool // reports whether a file is one that the subject may include; nil: any is
	Checked bool                   // an unoptimised build of clang traps where a number overflows, too
}

// Compiler is a compiler of CUDA.
type Compiler interface {
	// Name is clang or nvcc.
	Name() string
	// Version is the version that the compiler prints.
	Version(ctx context.Context) (string, error)
	// Knows reports whether it compiles for an architecture.
	Knows(ctx context.Context, arch string) bool
	// Args are the arguments that matter for what it makes.
	Args(b Build) []string
	// Compile makes PTX of the file main among files.
	Compile(ctx context.Context, files map[string][]byte, main string, b Build) ([]byte, error)
}

// Limits of one run of a compiler: time, and of each process the seconds of a processor and the kilobytes of its
// address space.
const (
	limit     = 10 * time.Minute
	seconds   = 30
	kilobytes = 8 << 20
)

// output is the file of PTX that a compiler makes.
const output = "k.ptx"

// compiled runs a compiler on one of some files, which it finds in its folder, and
// gives the output, if the arguments name it.
func compiled(ctx context.Context, files map[string][]byte, path string, b Build, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no end within %s", limit))
	defer cancel()
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return nil, err
		}
	}
	if b.Own != nil && slices.Contains(args, output) {
		args = append(args, "-MMD", "-MF", dependencies)
	}
	if _, err := run(ctx, dir, path, args...); err != nil {
		var refusal *Error
		if errors.As(err, &refusal) {
			refusal.Arch = b.Arch
		}
		return nil, err
	}
	if !slices.Contains(args, output) {
		return nil, nil
	}
	if b.Own != nil {
		if err := onlyOwn(dir, path, b); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(filepath.Join(dir, output))
}

// standard is [Standard], unless the user chose one.
func (b Build) standard() []string {
	for _, f := range b.Flags {
		if name, _, _ := strings.Cut(strings.TrimPrefix(f, "-"), "="); name == "-std" || name == "std" {
			return nil
		}
	}
	return []string{Standard}
}

// UserArgs are the arguments that a user chose, alike for all compilers.
func (b Build) UserArgs() []string {
	args := slices.Clone(b.Flags)
	for _, d := range b.Define {
		args = append(args, "-D"+d)
	}
	for _, i := range b.Include {
		args = append(args, "-I"+i)
	}
	return args
}

// ownFlags are those that the prover sets itself.
var ownFlags = []string{"-o", "-c", "-E", "-S", "-M", "-x", "-ptx", "-cubin", "-fatbin", "-arch", "-gencode", "-code",
	"-gpu-architecture",
	"-gpu-code", "-generate-code", "-run", "-dryrun", "-lib", "-dc", "-dlink", "-link", "-cuda-gpu-arch", "-offload-arch",
	"-fsyntax-only",
	"-output-file", "-device-c", "-compile", "-preprocess", "-keep", "-include-pch", "-emit-llvm", "-undef"}

// CheckFlags refuses flags of a user that the prover sets itself, and files.
func CheckFlags(flags []string) error {
	for _, f := range flags {
		name, _, _ := strings.Cut(f, "=")
		if strings.HasPrefix(name, "--") {
			name = name[1:]
		}
		own := slices.Contains(ownFlags, name)
		for _, short := range []string{"-D", "-I", "-U", "-o"} {
			own = own || strings.HasPrefix(f, short) && !strings.HasPrefix(f, "-opt")
		}
		if !strings.HasPrefix(f, "-") || f == "-" {
			return fmt.Errorf("flag %s: want flags that start with -, and values joined to them, as in -std=c++17", f)
		}
		if own {
			return fmt.Errorf("flag %s: the prover sets it; want flags that change the "+
				"code, and -D, -I and -arch as flags of prove", f)
		}
	}
	return nil
}

// positions are the flags of compilers by which PTX says from where in the source each instruction is. They change no
// instruction.
var positions = map[string]string{"clang": "-gline-directives-only", "nvcc": "-lineinfo"}

// lines are the flags by which a build has positions, unless a user's flags choose what is known for a debugger.
func (b Build) lines(compiler string) []string {
	chosen := slices.ContainsFunc(b.Flags, func(f string) bool {
		f = strings.TrimLeft(f, "-")
		return strings.HasPrefix(f, "g") || f == "G" || f == "lineinfo" || f == "device-debug" || f == "debug"
	})
	if !b.Lines || chosen {
		return nil
	}
	return []string{positions[compiler]}
}

// leveled reports whether flags of a user choose how much is optimised.
func leveled(flags []string) bool {
	return slices.ContainsFunc(flags, func(f string) bool {
		return strings.HasPrefix(f, "-O") || strings.HasPrefix(f, "--optimize") || strings.HasPrefix(f, "-Ofc") ||
			strings.HasPrefix(f, "--Ofast") ||
			f == "-G" || f == "--device-debug" || f == "-Xcicc" || f == "--dopt" || f == "-dopt"
	})
}

// Levels are those of a proof with the flags of a user: an unoptimised build, which
// hides nothing that the language leaves undefined, and an optimised one; or the one
// that the flags ask for.
func Levels(flags []string) []string {
	if leveled(flags) {
		return []string{""}
	}
	return []string{"O0", "O2"}
}
