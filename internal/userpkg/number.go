//go:build !js

package userpkg

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
)

// numberForm is a number as Go writes it, with a sign or without.
var numberForm = regexp.MustCompile(`^-?[0-9][0-9A-Za-z_.]*([ep][+-][0-9]+)?$`)

// Number is the constant of a type of numbers that a text stands for, such as 0 or -1.5; false if it is none of that
// type.
func Number(text string, of types.Type) (constant.Value, bool) {
	basic, ok := of.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 || !numberForm.MatchString(text) {
		return nil, false
	}
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, basic.Name()+"("+text+")")
	if err != nil || tv.Value == nil {
		return nil, false
	}
	return tv.Value, true
}
