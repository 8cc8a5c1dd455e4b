package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/spelling"
)

// Request is one line of the input.
type Request struct {
	ID        json.RawMessage   `json:"id,omitempty"`        // a string or a number, which the answer repeats
	Task      string            `json:"task,omitempty"`      // of Tasks; "": prove with a spec, else audit
	Source    string            `json:"source,omitempty"`    // text of the candidate
	File      string            `json:"file,omitempty"`      // or its path below the root
	Name      string            `json:"name,omitempty"`      // of the source, as a file
	Files     map[string]string `json:"files,omitempty"`     // that the source may include, by name
	Functions []string          `json:"functions,omitempty"` // that are judged; none: all
	Spec      string            `json:"spec,omitempty"`      // flags
	Call      string            `json:"call,omitempty"`
	Flags     []string          `json:"flags,omitempty"`   // of the verb
	Timeout   string            `json:"timeout,omitempty"` // such as 2s
	Cancel    json.RawMessage   `json:"cancel,omitempty"`  // the id of a request that is to end
}

// The tasks.
const (
	Prove    = "prove"
	Audit    = "audit"
	Generate = "generate"
)

// Tasks are the values of Request.Task.
func Tasks() []string { return []string{Prove, Audit, Generate} }

// Example is a request as it should be, for messages.
const Example = `{"id": 1, "source": "__device__ …", "spec": "-pattern reduce -op max -name f"}`

// maxID bounds the bytes of an id.
const maxID = 200

// misread is a line that is no request.
type misread string

func (m misread) Error() string { return string(m) }

// read reads a line. The request has the id, if there is one, also where the error is not nil.
func read(line []byte) (r Request, err error) {
	var loose struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &loose) == nil && checkID(loose.ID) == nil {
		r.ID = loose.ID
	}
	id := r.ID
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Request{ID: id}, misread(explain(err) + "; want a line such as " + Example)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Request{ID: id}, misread("text follows the object; want one object a line, such as " + Example)
	}
	if err := r.check(); err != nil {
		return Request{ID: id}, err
	}
	return r, nil
}

// check is the error of fields that do not go together.
func (r *Request) check() error {
	if len(r.Cancel) > 0 {
		if len(r.ID) > 0 {
			return misread(`cancel: has an id of its own; want {"cancel": ID}`)
		}
		return checkID(r.Cancel)
	}
	if len(r.ID) > 0 {
		if err := checkID(r.ID); err != nil {
			return err
		}
	}
	if r.Task == "" {
		if r.Task = Audit; r.Spec != "" {
			r.Task = Prove
		}
	}
	switch {
	case !slices.Contains(Tasks(), r.Task):
		return misread(fmt.Sprintf("task %q: want %s%s", r.Task, strings.Join(Tasks(), ", "),
			spelling.Suggestion(r.Task, Tasks(), "")))
	case r.Task == Generate && r.Source+r.File != "":
		return misread("generate: takes no source and no file; want spec alone")
	case r.Task != Audit && r.Spec == "":
		return misread("spec is missing: want flags that say what the function computes, such as -pattern reduce -op max")
	case r.Task == Audit && r.Spec+r.Call != "":
		return misread("audit: finds spec and call itself; leave them out, or want the task prove")
	case r.Task != Generate && (r.Source == "") == (r.File == ""):
		return misread("want source, the text of the candidate, or file, its path; one of them")
	case r.File != "" && len(r.Files)+len(r.Name) > 0:
		return misread("files and name go with source; leave them out")
	}
	if _, err := r.limit(0); err != nil {
		return err
	}
	return nil
}

// limit is how long the request may take: what it says, but at most most.
func (r Request) limit(most time.Duration) (time.Duration, error) {
	if r.Timeout == "" {
		return most, nil
	}
	d, err := time.ParseDuration(r.Timeout)
	if err != nil || d <= 0 {
		return 0, misread(fmt.Sprintf("timeout %q: want a time such as 2s or 500ms", r.Timeout))
	}
	return min(d, most), nil
}

// checkID is the error of an id that is no string and no number.
func checkID(id json.RawMessage) error {
	var x any
	if json.Unmarshal(id, &x) == nil && len(id) <= maxID {
		switch x.(type) {
		case string, float64:
			return nil
		}
	}
	return misread(fmt.Sprintf("id: want a string or a number of at most %d bytes", maxID))
}

// explain is an error of JSON in words.
func explain(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("no JSON: %v, at byte %d", err, syntax.Offset)
	case errors.As(err, &kind) && kind.Field == "":
		return "no JSON object, but a JSON " + kind.Value
	case errors.As(err, &kind):
		return fmt.Sprintf("%s is a JSON %s; want another type", kind.Field, kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "no JSON: the object does not end on this line"
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		all := fields()
		near := spelling.Suggestion(strings.Trim(name, `"`), all, "")
		return "unknown field " + name + ": want " + strings.Join(all, ", ") + near
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// fields are the names of a request's fields.
func fields() (names []string) {
	of := reflect.TypeFor[Request]()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
