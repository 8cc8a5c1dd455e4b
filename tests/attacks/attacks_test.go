package attacks

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	update = flag.Bool("update", false, "write open.txt")
	only   = flag.String("only", "", "run attacks with this `text` in KIND/NAME")
)

// limit is the time of one proof. An attack that takes longer wins.
const limit = 240 * time.Second

// command builds the command once.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "attacks")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "shflgen")
	if out, err := exec.Command("go", "build", "-o", path,
		"github.com/shflgen/shflgen/cmd/shflgen").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	os.Setenv("SHFLGEN_CACHE", "off")
	status := m.Run()
	if path, err := command(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(status)
}

// prove runs the verb prove in dir. win says how the attack wins, or is empty; out is the output.
func prove(t *testing.T, dir string, args ...string) (wins, out string) {
	t.Helper()
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.Index(args, "-spec"); i >= 0 && sharesMemory(args[i+1]) {
		args = append([]string{"-calls", "again"}, args...) // as of files with a header
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append([]string{"prove"}, args...)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	var b bytes.Buffer
	cmd.Stdout = &b
	if !slices.Contains(args, "-json") { // characters that JSON escapes
		cmd.Stderr = &b
	}
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		wins = fmt.Sprintf("no answer in %v", limit)
	case err == nil:
		wins = "answered proved"
	case bytes.Contains(b.Bytes(), []byte("goroutine 1 [")), bytes.Contains(b.Bytes(), []byte("internal error")):
		wins = "the prover crashed"
	}
	return wins, b.String()
}

// sharesMemory reports whether calls of a spec's function can race with each other.
func sharesMemory(flags string) bool {
	s, err := spec.ParseArgs(strings.Fields(flags))
	return err == nil && (s.Shape().Block() || s.Shape().Memory)
}

// open are the attacks that the prover still answers "proved".
func open(t *testing.T) []string {
	text, err := os.ReadFile("open.txt")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range strings.Lines(string(text)) {
		if id := strings.TrimSpace(line); id != "" && !strings.HasPrefix(id, "#") {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestPages: README.md and docs/trust.md state the number of attacks.
func TestPages(t *testing.T) {
	all, err := Read("testdata")
	if err != nil {
		t.Fatal(err)
	}
	extent.States(t, "../../README.md", "[attacks](tests/attacks)", len(all))
	extent.States(t, "../../docs/trust.md", "`tests/attacks`:", len(all))
}

// TestAttacks: no attack is answered "proved", except the attacks of open.txt, which must be.
func TestAttacks(t *testing.T) {
	all, err := Read("testdata")
	if err != nil {
		t.Fatal(err)
	}
	extent.NotQuick(t, "compiles hundreds of files")
	known := open(t)
	for _, id := range known {
		if !slices.ContainsFunc(all, func(a Attack) bool { return a.ID() == id }) {
			t.Errorf("open.txt: no attack %s", id)
		}
	}
	if !*update {
		all = drawn(t, all)
	}
	wins := make([]string, len(all))
	t.Run("all", func(t *testing.T) {
		for i, a := range all {
			t.Run(a.ID(), func(t *testing.T) {
				t.Parallel()
				wins[i] = attack(t, a)
				listed := slices.Contains(known, a.ID())
				switch {
				case *update:
				case wins[i] != "" && !listed:
					t.Errorf("%s, but: %s", wins[i], a.Wrong)
				case wins[i] == "" && listed:
					t.Error("wins no longer: take it out of open.txt")
				}
			})
		}
	})
	count(t, all, wins)
	if *update {
		rewrite(t, all, wins)
	}
}

// drawn are the attacks of this run: those of -only, or some. Attacks on kernels of scans of arrays take up to a
// minute of a processor each, others less than a second.
func drawn(t *testing.T, all []Attack) (some []Attack) {
	if *only != "" {
		return slices.DeleteFunc(all, func(a Attack) bool { return !strings.Contains(a.ID(), *only) })
	}
	scans := func(a Attack) bool { return a.Kind == "scan" && !strings.HasSuffix(a.File, ".go") }
	for _, a := range all {
		if scans(a) {
			some = append(some, a)
		}
	}
	others := slices.DeleteFunc(all, scans)
	return append(extent.Faults(t, some, 12), extent.Drawn(t, others, 40, 8)...)
}

// count logs the number of attacks and of winning attacks, by kind.
func count(t *testing.T, all []Attack, wins []string) {
	planted, won := map[string]int{}, map[string]int{}
	for i, a := range all {
		for _, kind := range []string{a.Kind, "~ all"} {
			planted[kind]++
			if wins[i] != "" {
				won[kind]++
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(planted)) {
		t.Logf("%-14s planted %3d, win %3d", strings.TrimPrefix(kind, "~ "), planted[kind], won[kind])
	}
}

// rewrite writes open.txt.
func rewrite(t *testing.T, all []Attack, wins []string) {
	var b strings.Builder
	b.WriteString("# Attacks that the prover still falls for, one a line.\n")
	for i, a := range all {
		if wins[i] != "" {
			b.WriteString(a.ID() + "\n")
		}
	}
	if err := os.WriteFile("open.txt", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// attack says how an attack wins; "" if it does not.
func attack(t *testing.T, a Attack) string {
	dir, file := a.Dir, a.File
	if a.As != "" {
		dir, file = t.TempDir(), a.As
		text, err := os.ReadFile(filepath.Join(a.Dir, a.File))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wins, out := prove(t, dir, append(slices.Clone(a.Flags), file)...)
	switch {
	case a.Prints != "" && strings.Contains(out, a.Prints):
		return fmt.Sprintf("printed %q", a.Prints)
	case a.Prints != "":
		return ""
	case wins != "":
		return wins
	}
	control(t, a)
	if headed[a.Cause] || a.Spec == "" || slices.Contains(a.Flags, "-spec") || filepath.Ext(file) == ".ptx" ||
		dir != a.Dir {
		return ""
	}
	if wins = headless(t, a); wins != "" {
		wins += " without its header"
	}
	return wins
}

// headed are the causes of attacks that work only with their header or folder.
var headed = map[string]bool{"text outside the body": true, "architectures": true, "names": true, "package": true,
	"build constraints": true}

// control requires that the right file beside an attack is not refuted.
func control(t *testing.T, a Attack) {
	right := "right" + filepath.Ext(a.File)
	if filepath.Ext(a.File) == ".go" { // in a package of its own
		right = filepath.Join("right", a.File)
	}
	if _, err := os.Stat(filepath.Join(a.Dir, right)); err != nil {
		return
	}
	text, err := os.ReadFile(filepath.Join(a.Dir, right))
	if err != nil {
		t.Fatal(err)
	}
	once := func() string {
		wins, out := prove(t, a.Dir, append(slices.Clone(a.Flags), right)...)
		if wins == "" && strings.Contains(out, "refuted") {
			return out
		}
		return ""
	}
	if filepath.Ext(a.File) == ".cu" { // which stands alone: many attacks are on the same file
		of := fmt.Sprintf("%q %s", a.Flags, text)
		shared, _ := controls.LoadOrStore(of, sync.OnceValue(once))
		once = shared.(func() string)
	}
	if out := once(); out != "" {
		t.Errorf("%s is right, but refuted:\n%s", right, out)
	}
}

// controls are what was printed of right CUDA files that are refuted, by flags and text.
var controls sync.Map

// textbook is right, and has no header.
const textbook = `static __device__ __forceinline__ int xor_reduce_sum_int32_w2_full(int v)
{
    return (int)((unsigned)v + (unsigned)__shfl_xor_sync(0xffffffffu, v, 1));
}
`

// headless says how an attack wins without its header, by -spec. Then no comparison of the text around the body can
// reject it.
func headless(t *testing.T, a Attack) string {
	text, err := os.ReadFile(filepath.Join(a.Dir, a.File))
	if err != nil {
		t.Fatal(err)
	}
	dir, name := t.TempDir(), "k"+filepath.Ext(a.File)
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(filepath.Join(dir, name), []byte(rest), 0o666); err != nil {
		t.Fatal(err)
	}
	flags := append(slices.Clone(a.Flags), "-spec", a.Spec)
	if strings.Contains(a.Spec, "-pattern block-") { // as the header of an emitted file says
		flags = append(flags, "-block-shape", "3d")
	}
	wins, _ := prove(t, dir, append(flags, name)...)
	return wins
}

// TestHeadless: a right file without a header is proved.
func TestHeadless(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.cu"), []byte(textbook), 0o666); err != nil {
		t.Fatal(err)
	}
	if wins, out := prove(t, dir, "-spec", "-pattern xor-reduce -width 2 -mask full", "k.cu"); wins == "" {
		t.Skipf("-spec rejects CUDA:\n%s", out)
	}
}
