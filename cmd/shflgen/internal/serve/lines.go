package serve

import (
	"bufio"
	"errors"
	"io"
)

// errLong is the error of a line that is longer than it may be.
var errLong = errors.New("the line is too long")

// lines reads lines of bounded length.
type lines struct {
	from *bufio.Reader
	most int
}

func newLines(from io.Reader, most int) lines { return lines{bufio.NewReaderSize(from, 64<<10), most} }

// next is the next line, without its end. The error of a longer line is errLong, and nothing of that line is kept.
func (l lines) next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.from.ReadSlice('\n')
		if long = long || len(line)+len(part) > l.most; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (long || len(line) > 0): // the last line has no end
		case err != nil:
			return nil, err
		}
		if long {
			return nil, errLong
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = line[:n-1]
		}
		return line, nil
	}
}
