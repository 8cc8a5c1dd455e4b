package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

const (
	toStart   = 30 * time.Second        // that a worker takes to start, at most
	toEnd     = 2 * time.Second         // that one takes to answer past the limit of a request, or to end
	maxAnswer = 64 << 20                // bytes of an answer
	noWorker  = "no worker process: %v" // an error of this machine
)

// worker is a process that answers requests one by one.
type worker struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan reply // closed when there are no more
	errs    *head
	dir     string // of its temporary files
	err     error  // why there is no process
	once    sync.Once
}

// reply is what a worker writes.
type reply struct {
	Answer
	Spent bool `json:"spent,omitempty"` // the process answers no more
}

// start starts a worker and waits until it is ready.
func start(ctx context.Context, cmd *exec.Cmd) *worker {
	w := &worker{cmd: cmd, answers: make(chan reply, 1), errs: &head{}}
	if w.dir, w.err = os.MkdirTemp("", "shflgen-serve"); w.err != nil {
		return w
	}
	env := cmd.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env, cmd.Stderr = append(env, "TMPDIR="+w.dir, "TMP="+w.dir, "TEMP="+w.dir), w.errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		w.in, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if w.err = err; err != nil {
		return w
	}
	go w.read(out)
	select {
	case _, ok := <-w.answers:
		if !ok {
			w.stop()
			w.err = errors.New(w.last())
		}
	case <-time.After(toStart):
		w.err = fmt.Errorf("not ready within %s", toStart)
	case <-ctx.Done():
		w.err = ctx.Err()
	}
	return w
}

// read takes what the process writes, until its end.
func (w *worker) read(out io.Reader) {
	defer close(w.answers)
	from := newLines(out, maxAnswer)
	for {
		line, err := from.next()
		var r reply
		if err != nil || json.Unmarshal(line, &r) != nil {
			return
		}
		w.answers <- r
	}
}

// stop ends the process and removes its files. The end of its input ends what it does.
func (w *worker) stop() {
	if w != nil {
		w.once.Do(w.end)
	}
}

func (w *worker) end() {
	defer os.RemoveAll(w.dir)
	if w.cmd.Process == nil {
		return
	}
	w.in.Close()
	late := time.AfterFunc(toEnd, func() { w.cmd.Process.Kill() })
	defer late.Stop()
	for range w.answers { // else it could wait for a reader
	}
	w.cmd.Wait()
}

// last is the last line that the process wrote of its errors.
func (w *worker) last() string {
	if text := w.errs.String(); text != "" {
		return text
	}
	return "it ended without a word"
}

// ask gives a request to a worker. alive is false if the worker answers no further one.
func ask(w *worker, j *job) (a Answer, alive bool) {
	if j.ctx.Err() != nil {
		return cancelled(), true
	}
	if w.err != nil {
		return Answer{Verdict: Failed, Kind: OfMachine, Text: fmt.Sprintf(noWorker, w.err)}, false
	}
	r := j.Request
	r.ID, r.Timeout = nil, j.limit.String()
	line, err := json.Marshal(r)
	if err != nil {
		return wrong(err), true
	}
	go w.in.Write(append(line, '\n')) // which waits for a process that hangs
	late := time.NewTimer(j.limit + toEnd)
	defer late.Stop()
	select {
	case of, ok := <-w.answers:
		if !ok {
			return w.ended(), false
		}
		return of.Answer, !of.Spent
	case <-late.C:
		return Answer{Verdict: Undecided, Kind: OfTime, Text: fmt.Sprintf("no verdict within %s", j.limit)}, false
	case <-j.ctx.Done():
		return cancelled(), false
	}
}

func cancelled() Answer { return Answer{Verdict: Failed, Kind: OfCancel, Text: errCancelled.Error()} }

// ended is the answer to the request that ended the process.
func (w *worker) ended() Answer {
	w.stop() // all that it says is there
	if ofMemory.MatchString(w.errs.String()) {
		return Answer{Verdict: Undecided, Kind: OfMemory, Text: "no verdict within the limit of memory"}
	}
	return Answer{Verdict: Failed, Kind: OfMachine, Text: "the worker process ended: " + w.last()}
}

// ofMemory matches what the runtime of Go says where the limit of memory ends it.
var ofMemory = regexp.MustCompile(`out of memory|cannot allocate|failed to create new OS thread`)

// head keeps the first bytes that a process writes of its errors: a crash says first what it is.
type head struct {
	mu   sync.Mutex
	text []byte
}

// kept is how many.
const kept = 4 << 10

// Write takes the whole text, so that the process that writes it never waits, and keeps the first bytes of all texts.
func (h *head) Write(text []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = append(h.text, text[:min(len(text), kept-len(h.text))]...)
	return len(text), nil
}

// String is the first line.
func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	line, _, _ := bytes.Cut(bytes.TrimSpace(h.text), []byte("\n"))
	return string(line)
}

// Work answers the requests of in on out, one after the other, until the end of in, which also ends the work at hand.
// It says first that it is ready.
func Work(in io.Reader, out io.Writer, answer func(context.Context, Request) (a Answer, spent bool)) error {
	ctx, stop := context.WithCancel(context.Background())
	requests := make(chan Request)
	go func() {
		defer stop()
		for dec := json.NewDecoder(in); ; {
			var r Request
			if dec.Decode(&r) != nil {
				return
			}
			select {
			case requests <- r:
			case <-ctx.Done():
			}
		}
	}()
	to := json.NewEncoder(out)
	if err := to.Encode(reply{}); err != nil {
		return err
	}
	for {
		select {
		case r := <-requests:
			var of reply
			of.Answer, of.Spent = answered(ctx, r, answer)
			if err := to.Encode(of); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// answered is an answer; a panic is one, too.
func answered(ctx context.Context, r Request, answer func(context.Context, Request) (Answer, bool)) (a Answer,
	spent bool) {
	defer func() {
		if p := recover(); p != nil {
			a, spent = Answer{Verdict: Failed, Kind: OfMachine, Text: fmt.Sprintf("internal error: %v", p)}, true
		}
	}()
	limit, err := r.limit(time.Hour)
	if err != nil {
		return wrong(err), false
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	a, spent = answer(ctx, r)
	return a, spent || ctx.Err() != nil
}
