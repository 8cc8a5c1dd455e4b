package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// completed are the words that complete prints for a command line with an unfinished last word.
func completed(t *testing.T, line string) []string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append([]string{completeWord}, strings.Split(line, " ")...), &out, &errs); status != done {
		t.Fatalf("%s: %s", line, errs.String())
	}
	var words []string
	for l := range strings.Lines(out.String()) {
		word, _, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		words = append(words, word)
	}
	return words
}

func TestComplete(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"", "prove audit serve check laws list explain draw completion version help"},
		{"e", "explain"},
		{"x", ""},
		{"-pattern inc", "inclusive-scan"},
		{"-pattern=inc", "-pattern=inclusive-scan"},
		{"-pattern = inc", "-pattern=inclusive-scan"}, // as bash splits it
		{"--pattern inc", "inclusive-scan"},
		{"--patt", "--pattern"},
		{"-patt", "-pattern"},
		{"-pattern reduce -patt", ""}, // it is given
		{"-pattern reduce -type float32 -op m", "min max minimum maximum"},
		{"-pattern reduce -type int32 -op m", "min max"}, // what validation accepts
		{"-op m", "min max minimum maximum"},
		{"-pattern block-reduce -mask ", "member full"},
		{"-pattern reduce -nonsense -mask a", "active"},
		{"-lang ", "go cuda"},
		{"-lang go,", "go,cuda"},
		{"-arch sm_1", "sm_100"},
		{"-width 1", ""},
		{"-o ", ""},
		{"-inverse -pattern tr", "transpose"}, // a flag without a value
		{"prove -compiler clang,", "clang,nvcc"},
		{"laws -claim ", "associative commutative idempotent"},
		{"laws -claim associative,", "associative,commutative associative,idempotent"},
		{"-pattern reduce -form ", "slice value"},
		{"-pattern reduce -form slice,", "slice,value"},
		{"-pattern inclusive-scan -form ", "slice"}, // no lane has all
		{"prove -js", "-json"},
		{"prove -jsonx ", ""},
		{"prove -D X -", "-D -I -U -arch -block-shape -call -calls -clang-flags -compiler -except -fresh -json " +
			"-lengths -masks -nvcc-flags -smt -spec -ties -timeout -v -values"},
		{"prove -- -js", ""},
		{"prove a", ""},
		{"check -", "-json"},
		{"explain -pk", ""},
		{"explain -pattern dow", "down-reduce"},
		{"draw -me", "-members -memory"},
		{"help dr", "draw"},
		{"help draw ", ""},
		{"completion ", "bash zsh fish"},
		{"list ", ""},
	} {
		if got := strings.Join(completed(t, test.line), " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.line, got, test.want)
		}
	}
}

// TestCompleteAccepted: every value that is completed is one that the flag takes.
func TestCompleteAccepted(t *testing.T) {
	values := 0
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	s := spec.NewSpec(unknownPattern)
	s.Bind(fs, func(m spec.FlagError) { t.Error(m) })
	fs.VisitAll(func(f *flag.Flag) {
		for _, value := range choicesOf(f, "") {
			values++
			of := spec.NewSpec(unknownPattern)
			one := flag.NewFlagSet("", flag.ContinueOnError)
			of.Bind(one, func(m spec.FlagError) { t.Error(m) })
			if err := one.Parse([]string{"-" + f.Name, value}); err != nil {
				t.Errorf("-%s %s: %v", f.Name, value, err)
			}
		}
	})
	if values < 100 {
		t.Errorf("%d values", values)
	}
}

// TestCompletionScripts runs the script of each shell that is installed.
func TestCompletionScripts(t *testing.T) {
	bin := t.TempDir()
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// testscript.Main runs the command by this name
	if err := os.Symlink(test, filepath.Join(bin, "shflgen")); err != nil {
		t.Skip(err)
	}
	for shell, drive := range map[string]string{
		"bash": `source ./script; COMP_WORDS=(shflgen "$@"); COMP_CWORD=$#; _shflgen; printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compdef() { :; }; _files() { :; }; _describe() { print -l -- ${(@)${(P)2}%%:*}; }; source ./script; ` +
			`words=(shflgen "$@"); CURRENT=$#words; _shflgen`,
		"fish": `source ./script; complete -C (string join ' ' -- shflgen $argv) | string replace -r '\t.*' ''; true`,
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not installed", shell)
			}
			dir := t.TempDir()
			var script, errs bytes.Buffer
			if status := run([]string{"completion", shell}, &script, &errs); status != done {
				t.Fatal(errs.String())
			}
			if err := os.WriteFile(filepath.Join(dir, "script"), script.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				words []string
				want  string
			}{
				{[]string{"-pattern", "reduce", "-type", "int32", "-op", "m"}, "max min"},
				{[]string{"prove", "-comp"}, "-compiler"},
				{[]string{"exp"}, "explain"},
			} {
				args := []string{"-c", drive, shell} // $0
				if shell == "fish" {
					args[2] = "--"
				}
				cmd := exec.Command(path, append(args, c.words...)...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
					"HOME="+dir)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				got := strings.Fields(string(out))
				slices.Sort(got)
				if strings.Join(got, " ") != c.want {
					t.Errorf("%q: got %q, want %q", c.words, got, c.want)
				}
			}
		})
	}
}
