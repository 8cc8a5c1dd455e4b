package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/serve"
	"github.com/shflgen/shflgen/verify"
)

// workWord is the first argument of the processes that answer requests.
const workWord = "__work"

// served is the command line of serve.
type served struct {
	root            string // below which requests may name files; "": they may name none
	workers         int    // processes
	timeout         time.Duration
	memory, line    size
	arches, builder string   // of requests that name none
	include         []string // absolute
	project         project  // in which it was started
}

// newServed has the defaults.
func newServed() *served { return &served{memory: 2 << 30, line: 4 << 20} }

// bind registers the flags on fs.
func (s *served) bind(fs *flag.FlagSet) {
	fs.StringVar(&s.root, "root", "", "")
	fs.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "")
	fs.DurationVar(&s.timeout, "timeout", 20*time.Second, "")
	fs.Var(&s.memory, "memory", "")
	fs.Var(&s.line, "line", "")
	s.arches = "sm_90"
	fs.Var(choice{&s.arches, verify.Arches, someNames}, "arch", "")
	fs.Var(choice{&s.builder, verify.Compilers, someNames}, "compiler", "")
	fs.Func("I", "", func(dir string) error {
		abs, err := filepath.Abs(dir)
		s.include = append(s.include, abs)
		return err
	})
}

// parseServe reads the command line.
func parseServe(args []string) (*served, error) {
	s := newServed()
	fs, others, err := verbFlags("serve", s.bind, args)
	switch {
	case err != nil:
		return s, err
	case len(others) > 0:
		return s, usageError(fmt.Sprintf("serve: unexpected argument %q: requests are on standard input, one a line",
			others[0]))
	case s.workers < 1 || s.workers > 1024:
		return s, wantOne("workers", strconv.Itoa(s.workers), "1..1024")
	case s.timeout <= 0:
		return s, wantOne("timeout", s.timeout.String(), "more than 0")
	}
	if s.project, err = currentProject(); err == nil {
		_, err = s.project.apply(fs, func(name string) bool { return name != "timeout" })
	}
	if err != nil {
		return s, err
	}
	if s.root != "" {
		if s.root, err = filepath.Abs(s.root); err != nil {
			return s, err
		}
		if info, err := os.Stat(s.root); err != nil || !info.IsDir() {
			return s, wantOne("root", s.root, "a folder")
		}
	}
	return s, checkChoices(fs)
}

// serveRequests is the verb serve: it answers requests until the end of the input.
func serveRequests(args []string, out io.Writer) error {
	s, err := parseServe(args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt()
	defer stop()
	return s.serve(ctx, args, os.Stdin, out)
}

// serve answers the requests of in, by workers with the same flags.
func (s *served) serve(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	err = serve.Serve(ctx, in, out, serve.Options{
		Worker: func() *exec.Cmd {
			cmd := exec.Command(program)
			cmd.Args = append([]string{"shflgen", workWord}, args...)
			return cmd
		},
		Workers: s.workers, Timeout: s.timeout, Line: int(s.line),
	})
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}

// size is the value of a flag in bytes.
type size int64

// units are the units of sizes.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Set reads a size such as 2GiB.
func (s *size) Set(text string) error {
	number, unit := text, int64(1)
	for _, u := range units {
		if n, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = n, u.bytes
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > 1<<50/unit {
		return errors.New("want a number of bytes, such as 2GiB or 512MiB")
	}
	*s = size(n * unit)
	return nil
}

// String is the size in its largest whole unit.
func (s *size) String() string {
	if s == nil {
		return ""
	}
	for _, u := range units {
		if n := int64(*s); n > 0 && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}
