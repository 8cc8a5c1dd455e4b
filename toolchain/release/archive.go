package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name       string
	data       []byte
	executable bool
}

// made is the time of every entry: that of a build would differ. ZIP knows none before 1980.
var made = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func (e entry) mode() int64 {
	if e.executable {
		return 0o755
	}
	return 0o644
}

func tarGzip(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	t := tar.NewWriter(z)
	for _, e := range entries {
		err := t.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.data)), Mode: e.mode(), ModTime: made,
			Format: tar.FormatUSTAR})
		if err != nil {
			return nil, err
		}
		if _, err := t.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return out.Bytes(), err
}

func zipped(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: made})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
