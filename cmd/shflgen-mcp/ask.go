package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
)

// asked is a process of shflgen serve.
type asked struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	writing sync.Mutex // not mu: answers are read while a line waits to be written

	mu   sync.Mutex
	last uint64                 // id
	open map[uint64]chan answer // questions without an answer
	end  error                  // why there are no more answers
}

// errEnded is the end of the process.
var errEnded = errors.New("shflgen serve has ended")

// start starts it. ended is called at its end.
func start(program string, args []string, ended func(error)) (*asked, error) {
	a := &asked{cmd: exec.Command(program, args...), open: map[uint64]chan answer{}}
	a.cmd.Stderr = os.Stderr
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := a.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		a.read(out)
		ended(errEnded)
	}()
	return a, nil
}

// close ends the process, which ends its work at the end of its input.
func (a *asked) close() {
	a.in.Close()
	a.cmd.Process.Signal(os.Interrupt)
	a.cmd.Wait()
}

// read gives answers to those who wait for them.
func (a *asked) read(out io.Reader) {
	for dec := json.NewDecoder(bufio.NewReader(out)); ; {
		var of answer
		err := dec.Decode(&of)
		a.mu.Lock()
		if err != nil {
			a.end = errEnded
			for _, to := range a.open {
				close(to)
			}
			a.mu.Unlock()
			return
		}
		if to := a.open[of.ID]; to != nil {
			delete(a.open, of.ID)
			to <- of
		}
		a.mu.Unlock()
	}
}

// ask asks one question. The end of ctx cancels it.
func (a *asked) ask(ctx context.Context, q question) (answer, error) {
	to := make(chan answer, 1)
	a.mu.Lock()
	if a.end != nil {
		a.mu.Unlock()
		return answer{}, a.end
	}
	a.last++
	q.ID = a.last
	a.open[q.ID] = to
	a.mu.Unlock()
	if err := a.write(q); err != nil {
		return answer{}, err
	}
	select {
	case of, ok := <-to:
		if !ok {
			return answer{}, errEnded
		}
		return of, nil
	case <-ctx.Done():
		err := a.write(map[string]uint64{"cancel": q.ID})
		return answer{}, errors.Join(ctx.Err(), err)
	}
}

// write writes one line.
func (a *asked) write(x any) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	if _, err := a.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("shflgen serve: %w", err)
	}
	return nil
}
