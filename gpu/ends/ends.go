// Package ends lets a check end at its first error: what meets one panics, and what began the check has it as an error.
package ends

import "fmt"

// failure is the error at which a check ended.
type failure struct{ err error }

// Check ends the check unless err is nil.
func Check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Must is x, unless an error ends the check.
func Must[T any](x T, err error) T {
	Check(err)
	return x
}

// Caught is the error at which do ended, or nil.
func Caught(do func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case failure:
			err = x.err
		default:
			panic(x)
		}
	}()
	do()
	return nil
}

// During puts a text before the error that ends the check. It is deferred.
func During(format string, args ...any) {
	switch x := recover().(type) {
	case nil:
	case failure:
		panic(failure{fmt.Errorf(format+": %w", append(args, x.err)...)})
	default:
		panic(x)
	}
}
