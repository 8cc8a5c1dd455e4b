package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/cache"
	"github.com/shflgen/shflgen/verify"
)

// shown is a verdict in each form that it is printed in. The cache keeps it.
type shown struct {
	Verdict verify.Verdict
	File    string
	Line    verify.Line
	Long    string
	JSON    json.RawMessage
}

// show is a report in each form.
func show(r verify.Report) (shown, error) {
	text, err := json.Marshal(r)
	return shown{r.Verdict, r.File, r.Short(), r.Verbose(), text}, err
}

// openCache is the cache of verdicts; nil if it is off, and a note if it cannot be used.
func (a asked) openCache() (c *cache.Cache, note string) {
	if a.fresh || a.scripts != "" {
		return nil, ""
	}
	dir := os.Getenv("SHFLGEN_CACHE")
	switch dir {
	case "off":
		return nil, ""
	case "":
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, ""
		}
		dir = filepath.Join(user, "shflgen", "verdicts")
	}
	c, err := cache.Open(dir)
	if err != nil {
		if os.Getenv("SHFLGEN_CACHE") == "" { // as of a user without a home
			return nil, ""
		}
		return nil, "note: no verdict is cached: " + err.Error()
	}
	return c, ""
}

// cached are the verdicts on a file: those of an earlier run, or else of proofs, which it keeps.
func (a asked) cached(ctx context.Context, c *cache.Cache, path string) ([]shown, error) {
	subject, err := verify.ReadSubject(path)
	if err != nil {
		return nil, err
	}
	key, inputs, ok := a.dependsOn(c, subject)
	if ok {
		if value, found := c.Get(key); found {
			var all []shown
			if json.Unmarshal(value, &all) == nil && len(all) > 0 {
				return all, nil
			}
		}
		if ok = inputs.list(ctx); ok {
			for _, in := range inputs.all {
				c.State(in) // as it is before the proof
			}
		}
	}
	if ok {
		a.Reads = func(path string, src []byte) { inputs.add(c.Saw(path, src)) }
	}
	reports, err := a.one(ctx, subject)
	var all, kept []shown
	for _, r := range reports {
		s, failed := show(r)
		if failed != nil {
			return all, failed
		}
		all = append(all, s)
		r.Cached = true
		s, failed = show(r)
		kept, ok = append(kept, s), ok && failed == nil && r.Lasting()
	}
	if ok && err == nil && ctx.Err() == nil && len(kept) > 0 {
		c.Put(key, inputs.all, kept) // of no consequence if the disk is full
	}
	return all, err
}

// inputs are those of one proof.
type inputs struct {
	mu       sync.Mutex
	all      []cache.Input
	dir      string
	patterns []string // packages, seen from dir
}

func (in *inputs) add(x cache.Input) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.all = append(in.all, x)
}

// list adds the packages.
func (in *inputs) list(ctx context.Context) bool {
	if in.patterns == nil {
		return true
	}
	more, err := goInputs(ctx, in.dir, in.patterns)
	in.all = append(in.all, more...)
	return err == nil
}

// dependsOn is the key of the proof of a file and what it reads beside the file; false if that is not known.
func (a asked) dependsOn(c *cache.Cache, subject verify.Subject) (string, *inputs, bool) {
	in := &inputs{dir: filepath.Dir(subject.Path)}
	if c == nil {
		return "", in, false
	}
	var known bool
	if in.patterns, known = a.goPackages(subject); !known {
		return "", in, false
	}
	for _, dir := range a.Include {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", in, false
		}
		in.all = append(in.all, cache.Input{Kind: cache.Tree, Path: abs})
	}
	key, err := a.keyOf(subject, in.patterns != nil)
	return key, in, err == nil
}
