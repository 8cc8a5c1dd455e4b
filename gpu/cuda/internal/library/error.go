package library

import "fmt"

// Error is a call of CUDA that failed.
type Error struct {
	Call   string // such as cuMemAlloc
	Code   int32  // -1: not of CUDA
	Name   string // of the code, such as CUDA_ERROR_OUT_OF_MEMORY; "" if the library does not tell
	Text   string // what the library says
	Remedy string // what to do; "" if nothing is known
}

// Error is the call, the code, what the library says, and the remedy.
func (e *Error) Error() string {
	text := e.Call
	if e.Code >= 0 {
		text += fmt.Sprintf(": error %d", e.Code)
	}
	if e.Name != "" {
		text += " " + e.Name
	}
	if e.Text != "" {
		text += ": " + e.Text
	}
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}
