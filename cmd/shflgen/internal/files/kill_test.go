//go:build linux || darwin

package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// child names the variables by which a test has its own binary place files.
const (
	childDir  = "SHFLGEN_TEST_DIR"
	childDie  = "SHFLGEN_TEST_DIE" // the step to be killed at
	childText = "SHFLGEN_TEST_TEXT"
	childRuns = "SHFLGEN_TEST_RUNS"
	childSize = "SHFLGEN_TEST_SIZE" // limit of a file's size, in bytes
	childBare = "SHFLGEN_TEST_BARE" // without renames that check or exchange
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(place(dir))
	}
	os.Exit(m.Run())
}

// place is the child: it places a pair, and may kill itself.
func place(dir string) int {
	number := func(name string) int {
		n, _ := strconv.Atoi(os.Getenv(name))
		return n
	}
	oneStep = os.Getenv(childBare) == ""
	if size := number(childSize); size > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: uint64(size), Max: uint64(size)}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
	}
	die, at := number(childDie), 0
	text := []byte(header + os.Getenv(childText))
	for range max(1, number(childRuns)) {
		notes, err := Write(context.Background(), dir, map[string][]byte{"a.cu": text, "a.go": text},
			Options{step: func(string) error {
				if at++; at == die {
					syscall.Kill(os.Getpid(), syscall.SIGKILL)
					time.Sleep(time.Minute)
				}
				return nil
			}})
		for _, note := range notes {
			fmt.Println(note)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// run has a child place a pair of files with a text after the header.
func run(t *testing.T, dir, text string, env ...string) (out string, err error) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childDir+"="+dir, childText+"="+text), env...)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err = cmd.Run()
	return b.String(), err
}

// kinds are both ways to move files.
var kinds = []string{"", childBare + "=1"}

// TestKill kills a run at each of its steps. The pair is then old or new; or it
// is mixed, and the next run in the folder, of other files, makes it one or the
// other and says so.
func TestKill(t *testing.T) {
	mixed, mended := 0, 0
	for _, kind := range kinds {
		for _, before := range []map[string]string{{}, {"a.cu": older, "a.go": older}, {"a.go": older}} {
			die := 1
			for ; ; die++ {
				dir := folder(t, before)
				if out, err := run(t, dir, "newer", kind, fmt.Sprint(childDie, "=", die)); err == nil {
					break // it got to its end
				} else if !strings.Contains(err.Error(), "killed") {
					t.Fatalf("%v: %s", err, out)
				}
				left := visible(content(t, dir))
				whole := cmp.Equal(left, before) || cmp.Equal(left, map[string]string{"a.cu": newer, "a.go": newer})
				notes, err := Write(t.Context(), dir, map[string][]byte{"b.go": []byte(newer)}, Options{})
				if err != nil {
					t.Fatalf("%s, killed at step %d: %v", kind, die, err)
				}
				if !whole {
					mixed++
				}
				if len(notes) > 0 {
					mended++
				}
				if !whole && len(notes) == 0 {
					t.Errorf("%s, killed at step %d: %v was mended without a word", kind, die, left)
				}
				now := content(t, dir) // hidden files too
				delete(now, "b.go")
				if !cmp.Equal(now, before) && !cmp.Equal(now, map[string]string{"a.cu": newer, "a.go": newer}) {
					t.Errorf("%s, killed at step %d: %v, then %v", kind, die, left, now)
				}
			}
			if die < 8 {
				t.Errorf("%d steps", die)
			}
		}
	}
	if mixed == 0 || mended < mixed {
		t.Errorf("%d mixed pairs, %d mended: the test kills too late or too early", mixed, mended)
	}
}

// visible leaves out hidden files.
func visible(content map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range content {
		if name[0] != '.' {
			all[name] = text
		}
	}
	return all
}

// TestKillTwice kills the run that mends, too.
func TestKillTwice(t *testing.T) {
	for _, kind := range kinds {
		for first := 1; ; first++ {
			dir := folder(t, map[string]string{"a.cu": older, "a.go": older})
			if _, err := run(t, dir, "newer", kind, fmt.Sprint(childDie, "=", first)); err == nil {
				break
			}
			if _, err := os.Stat(filepath.Join(dir, journalName)); err != nil {
				continue
			}
			_, _ = run(t, dir, "newest", kind, childDie+"=1")
			_, _ = run(t, dir, "newest", kind, childDie+"=3")
			if out, err := run(t, dir, "newest", kind); err != nil {
				t.Errorf("killed at step %d: %v: %s", first, err, out)
			}
			want := header + "newest"
			if diff := cmp.Diff(map[string]string{"a.cu": want, "a.go": want}, content(t, dir)); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// TestTwoWriters has two processes place pairs in one folder, while a third looks
// at what is left whenever it has the lock: a pair of one of them.
func TestTwoWriters(t *testing.T) {
	for _, kind := range kinds {
		dir := folder(t, nil)
		var failed [2]chan error
		for i, text := range []string{strings.Repeat("one", 50_000), strings.Repeat("two", 60_000)} {
			failed[i] = make(chan error, 1)
			go func() {
				out, err := run(t, dir, text[:100_000], kind, childRuns+"=30")
				if err != nil {
					err = fmt.Errorf("%w: %s", err, out)
				}
				failed[i] <- err
			}()
		}
		looks := 0
		for done := 0; done < len(failed); {
			select {
			case err := <-failed[0]:
				done++
				if err != nil {
					t.Error(err)
				}
			case err := <-failed[1]:
				done++
				if err != nil {
					t.Error(err)
				}
			case <-time.After(time.Millisecond):
				unlock, err := lock(t.Context(), dir, time.Minute)
				if err != nil {
					t.Fatal(err)
				}
				now := content(t, dir)
				unlock()
				if len(now) != 0 && (len(now) != 2 || now["a.cu"] != now["a.go"]) {
					t.Errorf("a mixed pair of %d files", len(now))
				}
				looks++
			}
		}
		if looks == 0 {
			t.Error("no look between two runs")
		}
		if now := content(t, dir); len(now) != 2 || now["a.cu"] != now["a.go"] {
			t.Errorf("%d files, a mixed pair", len(now))
		}
	}
}

// TestFull limits the size of files so that the first file, the second and the
// journal do not fit.
func TestFull(t *testing.T) {
	before := map[string]string{"a.cu": older, "a.go": older}
	dir := folder(t, before)
	for _, size := range []string{"10", "70", "200"} {
		out, err := run(t, dir, strings.Repeat("x", 100), childSize+"="+size)
		if err == nil || !strings.Contains(out, "file too large") || !strings.Contains(out, dir) {
			t.Errorf("%v: %s", err, out)
		}
		if diff := cmp.Diff(before, content(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestPipe wants no pipe to be opened, in the way of a file or of a temporary.
func TestPipe(t *testing.T) {
	for _, name := range []string{"a.go", journalName} {
		dir := folder(t, nil)
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, newName()), 0o666); err != nil {
			t.Fatal(err)
		}
		var foreign *Foreign
		if _, err := Write(t.Context(), dir, pair(), Options{}); !errors.As(err, &foreign) {
			t.Errorf("%s: %v, want that it is no regular file", name, err)
		}
	}
}

// TestLocked has the folder locked by another run: asked to end, a run ends at
// once, and else waits no longer than it may.
func TestLocked(t *testing.T) {
	dir := folder(t, nil)
	unlock, err := lock(t.Context(), dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := Write(ctx, dir, pair(), Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want that it was asked to end", err)
	}
	if _, err := Write(t.Context(), dir, pair(), Options{Wait: 50 * time.Millisecond}); err == nil ||
		!strings.Contains(err.Error(), "other runs of shflgen") {
		t.Errorf("%v, want that another run is at work", err)
	}
	if took := time.Since(start); took > 5*time.Second { // of a busy machine
		t.Errorf("took %v", took)
	}
	if diff := cmp.Diff(map[string]string{}, content(t, dir)); diff != "" {
		t.Error(diff)
	}
}
