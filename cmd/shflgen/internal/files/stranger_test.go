package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/tests/extent"
)

// strangers are the ways in which another program touches a target during a run.
var strangers = []struct {
	name string
	do   func(path string) error
}{
	{"writes", func(path string) error { return os.WriteFile(path, []byte(byHand), 0o666) }},
	{"replaces", func(path string) error {
		if err := os.WriteFile(path+"~", []byte(byHand), 0o666); err != nil {
			return err
		}
		return os.Rename(path+"~", path)
	}},
	{"makes a folder", func(path string) error {
		os.Remove(path)
		return os.Mkdir(path, 0o777)
	}},
	{"removes", os.Remove},
}

// TestStrangers has another program touch each target at each step. Its file is
// never lost, and the other target is old or new.
func TestStrangers(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, bare := range []bool{false, true} {
		oneStep = !bare
		defer func() { oneStep = true }()
		for _, before := range []map[string]string{{}, {"a.cu": older, "a.go": older}} {
			for _, stranger := range strangers {
				for _, name := range []string{"a.cu", "a.go"} {
					for at := 1; ; at++ {
						dir := folder(t, before)
						step, where, made := 0, "", false
						_, err := Write(t.Context(), dir, pair(), Options{step: func(s string) error {
							if step++; step == at {
								where, made = s, stranger.do(filepath.Join(dir, name)) == nil
							}
							return nil
						}})
						if where == "" {
							break
						}
						checkStranger(t, fmt.Sprint("bare ", bare, ", ", stranger.name, " ", name, " at ", where), before,
							content(t, dir), name, stranger.name, made, err)
					}
				}
			}
		}
	}
}

// checkStranger looks at what is left of a folder in which a stranger has touched
// a file.
func checkStranger(t *testing.T, what string, before, now map[string]string, name, did string, made bool, err error) {
	t.Helper()
	mine := "a.go"
	if name == mine {
		mine = "a.cu"
	}
	if now[mine] != before[mine] && now[mine] != newer {
		t.Errorf("%s: the other file is %q", what, now[mine])
	}
	if err != nil && now[mine] != before[mine] {
		t.Errorf("%s: %v, but the other file was replaced", what, err)
	}
	switch {
	case did == "writes" || did == "replaces":
		if now[name] != byHand {
			t.Errorf("%s: lost, %q is there, %v", what, now[name], err)
		}
	case made && did == "makes a folder":
		if now[name] != "/" {
			t.Errorf("%s: lost, %q is there, %v", what, now[name], err)
		}
	}
	for file := range now {
		if file[0] == '.' {
			t.Errorf("%s: %s is left", what, file)
		}
	}
}

// TestStepsFail has each step fail, or the run asked to end: the pair is as it
// was, or all new, and nothing is left behind.
func TestStepsFail(t *testing.T) {
	boom := errors.New("boom")
	for _, before := range []map[string]string{{}, {"a.cu": older, "a.go": older}, {"a.go": older}} {
		for _, cancels := range []bool{false, true} {
			for at := 1; ; at++ {
				dir := folder(t, before)
				ctx, cancel := context.WithCancel(t.Context())
				step, where := 0, ""
				_, err := Write(ctx, dir, pair(), Options{step: func(s string) error {
					if step++; step != at {
						return nil
					}
					where = s
					if cancels {
						cancel()
						return nil
					}
					return boom
				}})
				cancel()
				if where == "" {
					break
				}
				now := content(t, dir)
				switch {
				case !cancels && !errors.Is(err, boom):
					t.Errorf("%s: %v", where, err)
				case where == "end" || where == "discard": // the error reports what is left
					now = visibleOf(now)
				}
				want := before
				if err == nil || where == "end" || where == "discard" {
					want = map[string]string{"a.cu": newer, "a.go": newer}
				}
				if diff := cmp.Diff(want, now); diff != "" {
					t.Errorf("%s, asked to end %v: %v\n%s", where, cancels, err, diff)
				}
			}
		}
	}
}

func visibleOf(content map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range content {
		if name[0] != '.' {
			all[name] = text
		}
	}
	return all
}

// TestSweep wants the temporaries of killed runs to go, and nothing else.
func TestSweep(t *testing.T) {
	name := newName()
	for _, test := range []struct {
		name, text string
		goes       bool
	}{
		{newName(), newer, true},
		{newName(), header[:5], true},
		{newName(), "", true},
		{newName(), byHand, false},
		{newName(), "/", false},
		{newName(), "->a.go", false},
		{name[1:], newer, false},
		{name + "x", newer, false},
		{strings.ToUpper(name), newer, false},
		{tempPrefix + "12" + tempSuffix, newer, false},
		{tempPrefix + "0123456789abcdeg" + tempSuffix, newer, false},
	} {
		dir := folder(t, map[string]string{test.name: test.text})
		if _, err := Write(t.Context(), dir, pair(), Options{}); err != nil {
			t.Fatal(err)
		}
		if _, stays := content(t, dir)[test.name]; stays == test.goes {
			t.Errorf("%s with %q: goes %v, want %v", test.name, test.text, !stays, test.goes)
		}
	}
}

// TestJournal wants a journal that shflgen did not write to move nothing.
func TestJournal(t *testing.T) {
	temp := newName()
	line := func(temp, old, new, name string) string {
		return journalHead + "\n" + temp + " " + old + " " + new + " " + name + "\n" + journalEnd + "\n"
	}
	for _, test := range []struct {
		text   string
		refuse bool
	}{
		{"", true},
		{byHand, true},
		{journalHead + "\n", true},
		{strings.TrimSuffix(line(temp, absent, hash([]byte(newer)), `"b.go"`), journalEnd+"\n"), true},
		{line(temp, absent, hash([]byte(newer)), `"../b.go"`), true},
		{line(temp, absent, hash([]byte(newer)), `".."`), true},
		{line(temp, absent, hash([]byte(newer)), `"/b.go"`), true},
		{line("mine.go", absent, hash([]byte(byHand)), `"b.go"`), true},
		{line(temp, hash([]byte(byHand)), hash([]byte(newer)), `"mine.go"`), false}, // of a stranger's file
		{line(temp, absent, hash([]byte(older)), `"b.go"`), false},                  // of another content
	} {
		before := map[string]string{"mine.go": byHand, temp: newer, journalName: test.text}
		dir := folder(t, before)
		_, err := Write(t.Context(), dir, pair(), Options{})
		if (err != nil) != test.refuse {
			t.Errorf("%q: %v", test.text, err)
		}
		want := map[string]string{"mine.go": byHand, "a.cu": newer, "a.go": newer}
		if test.refuse {
			want = before
		}
		if diff := cmp.Diff(want, content(t, dir)); diff != "" {
			t.Errorf("%q:\n%s", test.text, diff)
		}
	}
}
