package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"
)

// scripts complete command lines in a shell, each in its language. They ask [complete].
//
//go:embed completion
var scripts embed.FS

// scriptStart is a script's path without its ending, which names the shell.
const scriptStart = "completion/shflgen."

// shells are the shells that have a script.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// completion is the verb completion: it prints the script of a shell.
func completion(args []string, out io.Writer) error {
	if _, _, err := verbFlags("completion", noFlags, args); err != nil {
		return err
	}
	if len(args) != 1 || !slices.Contains(shells(), args[0]) {
		return usageError(fmt.Sprintf("completion: got %q, want one of %s", args, strings.Join(shells(), ", ")))
	}
	text, err := scripts.ReadFile(scriptStart + args[0])
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
