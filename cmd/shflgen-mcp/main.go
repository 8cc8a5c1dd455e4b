// Shflgen-mcp gives agents verdicts on CUDA functions: it is a server of the Model Context Protocol on standard input
// and output, with the tools prove, audit and generate.
//
//	shflgen-mcp [-shflgen FILE] [flags of shflgen serve]
//
// It starts shflgen serve, which answers, and passes its flags on: -root DIR lets agents name files below a folder.
// The module is one of its own, since the protocol's library has dependencies that shflgen itself does without.
// docs/serve.md has the fields of questions and answers.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "shflgen-mcp:", err)
		os.Exit(1)
	}
}

// run serves a client until it is gone.
func run(ctx context.Context, args []string, client mcp.Transport) error {
	program, args, err := shflgen(args)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	to, err := start(program, append([]string{"serve"}, args...), stop)
	if err != nil {
		return err
	}
	defer to.close()
	err = newServer(to).Run(ctx, client)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// shflgen finds the program that answers: the one that -shflgen names, or beside this one, or of PATH. The rest are
// the arguments for it.
func shflgen(args []string) (program string, rest []string, err error) {
	if len(args) > 0 {
		name, value, assigned := strings.Cut(args[0], "=")
		switch {
		case strings.TrimLeft(name, "-") != "shflgen":
		case assigned:
			return value, args[1:], nil
		case len(args) == 1:
			return "", nil, errors.New("-shflgen: want the path of shflgen behind it")
		default:
			return args[1], args[2:], nil
		}
	}
	if own, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(own), "shflgen"+filepath.Ext(own))
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, args, nil
		}
	}
	program, err = exec.LookPath("shflgen")
	return program, args, err
}
