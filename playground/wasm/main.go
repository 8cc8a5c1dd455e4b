//go:build js && wasm

// Wasm is the playground's program: it gives a page the functions of package answer, as
// methods of the global object shflgen. Each takes strings and numbers, and returns a text of JSON:
// {"answer": …} or {"error": "…"}.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"github.com/shflgen/shflgen/playground/answer"
)

// functions holds one row a method.
var functions = map[string]struct {
	takes []js.Type
	call  func(args []js.Value) (any, error)
}{
	"make": {[]js.Type{js.TypeString}, func(args []js.Value) (any, error) {
		return answer.Make(args[0].String())
	}},
	"cuda": {[]js.Type{js.TypeString}, func(args []js.Value) (any, error) {
		return answer.MakeCUDA(args[0].String())
	}},
	"draw": {[]js.Type{js.TypeString, js.TypeString, js.TypeNumber, js.TypeString}, func(args []js.Value) (any, error) {
		return answer.Draw(args[0].String(), args[1].String(), uint32(args[2].Float()), args[3].String())
	}},
	"prove": {[]js.Type{js.TypeString}, func(args []js.Value) (any, error) {
		return answer.Prove(args[0].String())
	}},
}

func main() {
	table := js.Global().Get("Object").New()
	for name, f := range functions {
		table.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			return reply(func() (any, error) {
				if len(args) != len(f.takes) {
					return nil, fmt.Errorf("%s: %d arguments, want %d", name, len(args), len(f.takes))
				}
				for i, t := range f.takes {
					if args[i].Type() != t {
						return nil, fmt.Errorf("%s: argument %d is a %s, want a %s", name, i+1, args[i].Type(), t)
					}
				}
				return f.call(args)
			})
		}))
	}
	js.Global().Set("shflgen", table)
	select {} // the methods are called from now on
}

// reply is an answer as JSON. A panic is an error, and so no verdict.
func reply(ask func() (any, error)) (text string) {
	form := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			b, _ = json.Marshal(map[string]string{"error": err.Error()}) // a string can be written
		}
		return string(b)
	}
	defer func() {
		if p := recover(); p != nil {
			text = form(map[string]string{"error": fmt.Sprintf("internal error: %v", p)})
		}
	}()
	v, err := ask()
	if err != nil {
		return form(map[string]string{"error": err.Error()})
	}
	return form(map[string]any{"answer": v})
}
