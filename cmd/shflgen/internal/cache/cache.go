// Package cache keeps the verdicts of earlier runs. An entry holds its whole key and the state of each
// file that the verdict depends on; it counts only while all of them are as they were.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Cache is a folder of entries. Nil keeps nothing.
type Cache struct {
	dir string

	mu    sync.Mutex
	first map[Input]string // states as this run saw them first, which its proofs read
	sums  map[string]summed
}

// Input is something on disk that a verdict depends on.
type Input struct {
	Kind Kind   `json:"kind"`
	Path string `json:"path"`
}

// entry is what a file of the folder holds, below a line with its checksum.
type entry struct {
	Key    string          `json:"key"`
	Inputs []Input         `json:"inputs"`
	States []string        `json:"states"` // of Inputs
	Value  json.RawMessage `json:"value"`
}

// Open is the cache in a folder, which is made. It is an error if others than the user may write there.
func Open(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: no folder", dir)
	case !own(info):
		return nil, fmt.Errorf("%s: others may write there; want a folder of your own, of mode 700", dir)
	}
	return &Cache{dir: dir, first: map[Input]string{}, sums: map[string]summed{}}, nil
}

// Get is the value of a key, if an entry has it and its inputs are as they were.
func (c *Cache) Get(key string) (json.RawMessage, bool) {
	if c == nil {
		return nil, false
	}
	e, ok := c.read(c.path(key))
	if !ok || e.Key != key || len(e.Inputs) != len(e.States) {
		return nil, false
	}
	for i, in := range e.Inputs {
		if c.State(in) != e.States[i] {
			return nil, false
		}
	}
	if now := time.Now(); c.age(key, now) > day { // it is in use
		os.Chtimes(c.path(key), now, now)
	}
	return e.Value, true
}

// Put keeps the value of a key, unless an input is no longer what this run saw first. [Cache.State] of
// each input was asked for before the proof.
func (c *Cache) Put(key string, inputs []Input, value any) error {
	if c == nil {
		return nil
	}
	e := entry{Key: key, Inputs: inputs}
	for _, in := range inputs {
		was := c.State(in)
		if was == "" || c.now(in) != was {
			return nil
		}
		e.States = append(e.States, was)
	}
	var err error
	if e.Value, err = json.Marshal(value); err != nil {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return c.write(c.path(key), append([]byte(Sum(text)+"\n"), text...))
}

// path is the file of a key.
func (c *Cache) path(key string) string { return filepath.Join(c.dir, Sum([]byte(key))) }

// read is the entry in a file; false for one that is damaged, or that others may write.
func (c *Cache) read(path string) (e entry, ok bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || !own(info) || info.Size() > maxEntry {
		return e, false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return e, false
	}
	check, text, _ := bytes.Cut(text, []byte("\n"))
	return e, string(check) == Sum(text) && json.Unmarshal(text, &e) == nil
}

// write replaces a file completely or not at all.
func (c *Cache) write(path string, text []byte) error {
	f, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (c *Cache) age(key string, now time.Time) time.Duration {
	info, err := os.Stat(c.path(key))
	if err != nil {
		return 0
	}
	return now.Sub(info.ModTime())
}

const (
	day      = 24 * time.Hour
	maxAge   = 30 * day
	maxEntry = 16 << 20
	trimmed  = "trimmed" // a file with the time of the last trim
)

// Trim removes entries that were not used for 30 days. It looks once a day.
func (c *Cache) Trim() {
	if c == nil {
		return
	}
	now, mark := time.Now(), filepath.Join(c.dir, trimmed)
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < day {
		return
	}
	if c.write(mark, nil) != nil {
		return
	}
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > maxAge {
			os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}

// Sum is the hash of a text, as the cache and its keys have it.
func Sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}
