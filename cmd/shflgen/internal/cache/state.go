package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Kind says what of a path a verdict depends on.
type Kind string

// The kinds.
const (
	File    Kind = "file"    // its content, or that it is not there
	Package Kind = "package" // the Go files of a folder
	Tree    Kind = "tree"    // all files of a folder, and below
)

// Bounds of what is hashed of a tree.
const (
	maxFiles = 5000
	maxBytes = 256 << 20
)

// absent is the state of a file that is not there.
const absent = "absent"

// State is a hash of what this run saw first of an input; empty for one that has none.
func (c *Cache) State(in Input) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.first[in]; ok {
		return s
	}
	s := c.state(in)
	c.first[in] = s
	return s
}

// Saw says what this run read of a file; src is nil where there is none. State gives that from then on.
func (c *Cache) Saw(path string, src []byte) Input {
	in := Input{File, path}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := absent
	if src != nil {
		s = Sum(src)
	}
	if was, ok := c.first[in]; ok && was != s {
		s = "" // the file changed during the run
	}
	c.first[in] = s
	return in
}

// now is a hash of what an input is by now.
func (c *Cache) now(in Input) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state(in)
}

func (c *Cache) state(in Input) string {
	switch in.Kind {
	case File:
		return c.file(in.Path)
	case Package:
		entries, err := os.ReadDir(in.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return absent
		} else if err != nil {
			return ""
		}
		var all strings.Builder
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".go" {
				fmt.Fprintf(&all, "%q %s\n", e.Name(), c.file(filepath.Join(in.Path, e.Name())))
			}
		}
		return Sum([]byte(all.String()))
	case Tree:
		return c.tree(in.Path)
	}
	return ""
}

// tree is the state of a folder and what is below; empty for one with links, or too large.
func (c *Cache) tree(dir string) string {
	var all strings.Builder
	files, size := 0, int64(0)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			return nil
		case !e.Type().IsRegular():
			return errors.New("no regular file")
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if files, size = files+1, size+info.Size(); files > maxFiles || size > maxBytes {
			return errors.New("too large")
		}
		fmt.Fprintf(&all, "%q %s\n", path, c.file(path))
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return absent
	} else if err != nil {
		return ""
	}
	return Sum([]byte(all.String()))
}

// summed is the hash of a file that this run has read.
type summed struct {
	info fs.FileInfo
	hash string
}

// settled is how old a change must be for the time of a file to tell it from the next change.
const settled = 2 * time.Second

// file is the state of a file, or of the file that a link leads to.
func (c *Cache) file(path string) string {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent
	case err != nil:
		return ""
	case !info.Mode().IsRegular():
		return info.Mode().Type().String()
	}
	if s, ok := c.sums[path]; ok && os.SameFile(s.info, info) && s.info.Size() == info.Size() &&
		s.info.ModTime().Equal(info.ModTime()) && time.Since(info.ModTime()) > settled {
		return s.hash
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	h := Sum(text)
	c.sums[path] = summed{info, h}
	return h
}
