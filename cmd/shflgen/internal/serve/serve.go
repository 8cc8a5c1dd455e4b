// Package serve answers requests, one a line, by worker processes. A request can end its worker and nothing else: a
// crash, too much memory and too much time are answers.
package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// Options says how requests are answered.
type Options struct {
	// Worker is the command of a worker, which calls [Work].
	Worker  func() *exec.Cmd
	Workers int           // at once
	Timeout time.Duration // of a request, at most
	Line    int           // bytes of a line, at most
}

// waiting is how many requests wait for a worker before the input is read on.
const waiting = 64

// errCancelled is why a request ends that is cancelled.
var errCancelled = errors.New("cancelled")

// server is the work on one input.
type server struct {
	Options
	jobs chan *job

	mu   sync.Mutex
	out  *json.Encoder
	err  error           // of writing
	open map[string]*job // that have no answer yet, by id
}

// job is a request at work.
type job struct {
	Request
	line   int
	limit  time.Duration
	ctx    context.Context
	cancel context.CancelCauseFunc
}

// Serve answers the lines of in until its end, and then those that have no answer yet. Answers come as they are known.
// The error is of reading or writing, or the end of ctx.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{Options: o, jobs: make(chan *job, waiting), out: json.NewEncoder(out), open: map[string]*job{}}
	s.out.SetEscapeHTML(false)
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() { s.work(ctx) })
	}
	ended := make(chan error, 1)
	go func() { ended <- s.read(ctx, in, stop) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done(): // the input may never end
		err = ctx.Err()
	}
	if err != nil {
		stop()
	}
	workers.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	return err
}

// read takes requests from the input. It stops the work where no answer can be written.
func (s *server) read(ctx context.Context, in io.Reader, stop func()) error {
	defer close(s.jobs)
	from := newLines(in, s.Line)
	for n := 1; ; n++ {
		line, err := from.next()
		switch {
		case err == io.EOF:
			return nil
		case err == errLong:
			s.answer(nil, n, wrong(fmt.Errorf("the line has more than %d bytes, and nothing of it was read; want shorter ones, "+
				"or shflgen serve -line N", s.Line)))
		case err != nil:
			return err
		case len(bytes.TrimSpace(line)) > 0:
			s.take(ctx, n, line)
		}
		s.mu.Lock()
		failed := s.err
		s.mu.Unlock()
		if failed != nil {
			stop()
			return failed
		}
	}
}

// take begins the work on one line.
func (s *server) take(ctx context.Context, n int, line []byte) {
	r, err := read(line)
	if err != nil {
		s.answer(r.ID, n, wrong(err))
		return
	}
	if len(r.Cancel) > 0 {
		s.end(n, string(r.Cancel))
		return
	}
	j := &job{Request: r, line: n}
	j.limit, _ = r.limit(s.Timeout) // read has looked at it
	j.ctx, j.cancel = context.WithCancelCause(ctx)
	if id := string(r.ID); id != "" {
		s.mu.Lock()
		_, twice := s.open[id]
		if !twice {
			s.open[id] = j
		}
		s.mu.Unlock()
		if twice {
			s.answer(r.ID, n, wrong(misread("id "+id+": the request before with this id has no answer yet; want another id")))
			return
		}
	}
	select {
	case s.jobs <- j:
	case <-ctx.Done():
	}
}

// end cancels the request of an id. The answer is that of the request.
func (s *server) end(n int, id string) {
	s.mu.Lock()
	j := s.open[id]
	s.mu.Unlock()
	if j == nil {
		s.answer(nil, n, wrong(misread("cancel "+id+": no request with this id waits for its answer")))
		return
	}
	j.cancel(errCancelled)
}

// answer writes one line.
func (s *server) answer(id json.RawMessage, n int, a Answer) {
	a.ID, a.Line = id, n
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.out.Encode(a.bounded()); err != nil && s.err == nil {
		s.err = err
	}
}

// work answers requests by one worker process after the other.
func (s *server) work(ctx context.Context) {
	var w *worker
	defer func() { w.stop() }()
	for {
		var j *job
		more := true
		select {
		case j, more = <-s.jobs:
		case <-ctx.Done(): // the input may stay open
			return
		}
		if !more {
			return
		}
		if w == nil && ctx.Err() == nil {
			w = start(ctx, s.Worker())
		}
		begun := time.Now()
		a, alive := ask(w, j)
		a.MS = float64(time.Since(begun).Microseconds()) / 1000
		s.mu.Lock()
		delete(s.open, string(j.ID))
		s.mu.Unlock()
		if ctx.Err() == nil {
			s.answer(j.ID, j.line, a)
		}
		j.cancel(nil)
		if !alive {
			w.stop()
			if w = nil; ctx.Err() == nil {
				w = start(ctx, s.Worker()) // before the next request waits for it
			}
		}
	}
}
